#include "ffn/io/tensor_info.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"

using namespace ffn;

TEST_CASE("tensor_info: sizes are computed in 64 bits without overflow") {
  CHECK(byte_size({"w", Dtype::kF32, {2, 3}, {}}) == 24);
  CHECK(byte_size({"w", Dtype::kF64, {}, {}}) == 8);
  CHECK(byte_size({"w", Dtype::kF32, {4, 0, 5}, {}}) == 0);
  CHECK(byte_size({"w", Dtype::kF32, {134217728}, {}}) == 536870912);       // 2^32 bits
  CHECK(byte_size({"w", Dtype::kF32, {65536, 65536}, {}}) == 17179869184);  // 2^34 bytes
  CHECK(byte_size({"w", Dtype::kU8, {kMaxExactInteger}, {}}) == kMaxExactInteger);
  CHECK(byte_size({"w", Dtype::kF32, {kMaxExactInteger, kMaxExactInteger, 0}, {}}) == 0);
  for (const Shape& shape :
       {Shape{kMaxExactInteger}, Shape{1 << 30, 1 << 30}, Shape{std::int64_t{1} << 32, 1 << 30}}) {
    CHECK_THROWS_AS(byte_size({"w", Dtype::kF32, shape, {}}), CheckpointError);
  }
}

TEST_CASE("tensor_info: rows_of returns a range of the bytes") {
  const TensorInfo tensor{"w", Dtype::kF16, {5, 2, 3}, {100, 160}};
  const TensorInfo rows = rows_of(tensor, 1, 3);
  CHECK(rows.shape == Shape{3, 2, 3});
  CHECK(rows.bytes.begin == 112);
  CHECK(rows.bytes.end == 148);
  CHECK(rows_of(tensor, 5, 0).bytes.size() == 0);
  CHECK(rows_of(tensor, 0, 5).bytes.size() == 60);
  CHECK(rows_of({"e", Dtype::kF32, {0, 3}, {8, 8}}, 0, 0).shape == Shape{0, 3});
  CHECK(rows_of({"big", Dtype::kF32, {2000000, 1000}, {0, 8000000000}}, 1999999, 1).bytes.begin ==
        7999996000);
}

TEST_CASE("tensor_info: rows that do not exist are rejected") {
  const TensorInfo tensor{"w", Dtype::kF32, {5}, {0, 20}};
  CHECK_THROWS_WITH(rows_of(tensor, 3, 3),
                    "rows is 3 and the next 3; expected rows from 0 to 5 of tensor \"w\"");
  CHECK_THROWS_AS(rows_of(tensor, -1, 1), ArgumentError);
  CHECK_THROWS_AS(rows_of(tensor, 0, -1), ArgumentError);
  CHECK_THROWS_AS(rows_of(tensor, 6, 0), ArgumentError);
  CHECK_THROWS_AS(rows_of(tensor, 1, kMaxExactInteger), ArgumentError);
  CHECK_THROWS_AS(rows_of({"s", Dtype::kF32, {}, {0, 4}}, 0, 1), ArgumentError);
}
