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

TEST_CASE("tensor_info: a type that is not decoded has the size of its bits, or of its bytes") {
  const auto other = [](const char* dtype, Shape shape, ByteRange bytes = {}) {
    return TensorInfo{"w", Dtype::kOther, std::move(shape), bytes, dtype};
  };
  CHECK(byte_size(other("F4", {3, 2})) == 3);
  CHECK(byte_size(other("F6_E2M3", {2, 4})) == 6);
  CHECK(byte_size(other("F6_E3M2", {0, 3})) == 0);
  CHECK(byte_size(other("C64", {})) == 8);
  CHECK(byte_size(other("F8_E4M3FNUZ", {kMaxExactInteger})) == kMaxExactInteger);
  CHECK(byte_size(other("F4", {kMaxExactInteger - 1, 2})) == kMaxExactInteger - 1);
  CHECK(byte_size(other("Q4_0", {3, 2}, {8, 25})) == 17);
  CHECK_THROWS_WITH_AS(byte_size(other("F4", {3, 3})),
                       "tensor \"w\" shape is (3, 3); expected whole bytes of F4, not 36 bits",
                       CheckpointError);
  CHECK_THROWS_AS(byte_size(other("F4", {kMaxExactInteger, 3})), CheckpointError);
  CHECK_THROWS_AS(byte_size(other("C64", {kMaxExactInteger})), CheckpointError);
  CHECK(dtype_text(other("F4", {})) == "F4");
  CHECK(dtype_text({"w", Dtype::kBF16, {}, {}}) == "BF16");
  CHECK_NOTHROW(check_decodable({"w", Dtype::kF8E8M0, {}, {}}));
  CHECK_THROWS_WITH_AS(check_decodable(other("F4", {})),
                       doctest::Contains("tensor \"w\" dtype is \"F4\"; expected one of BOOL, U8"),
                       CheckpointError);
  CHECK_THROWS_WITH(rows_of(other("F4", {4, 2}, {0, 4}), 0, 1),
                    doctest::Contains("tensor \"w\" dtype is \"F4\""));
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
