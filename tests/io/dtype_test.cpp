#include "ffn/io/dtype.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

template <class Stored, class Scalar>
Scalar decoded(Dtype dtype, Stored stored) {
  std::array<std::byte, sizeof(Stored) + 1> bytes{};
  std::memcpy(bytes.data() + 1, &stored, sizeof stored);  // at an odd address
  Scalar value{};
  decode<Scalar>(dtype, std::span(bytes).subspan(1), {&value, 1});
  return value;
}

}  // namespace

TEST_CASE("dtype: names and sizes agree with the format") {
  for (int i = 0; i < kDtypeCount; ++i) {
    const auto dtype = static_cast<Dtype>(i);
    CHECK(dtype_named(name_of(dtype)) == dtype);
    CHECK_FALSE(bits_of_other(name_of(dtype)));
  }
  CHECK(size_of(Dtype::kBool) == 1);
  CHECK(size_of(Dtype::kBF16) == 2);
  CHECK(size_of(Dtype::kU32) == 4);
  CHECK(size_of(Dtype::kI64) == 8);
}

TEST_CASE("dtype: other types have their text alone, and the format's own their bits") {
  for (const char* name : {"f32", "", "F4", "C64", "__proto__"})
    CHECK(dtype_named(name) == Dtype::kOther);
  CHECK(bits_of_other("F4") == 4);
  CHECK(bits_of_other("F6_E2M3") == 6);
  CHECK(bits_of_other("F6_E3M2") == 6);
  CHECK(bits_of_other("F8_E4M3FNUZ") == 8);
  CHECK(bits_of_other("F8_E5M2FNUZ") == 8);
  CHECK(bits_of_other("C64") == 64);
  CHECK_FALSE(bits_of_other("f32"));
  std::vector<std::byte> bytes(4);
  std::vector<float> out(1);
  CHECK_THROWS_WITH_AS(decode<float>(Dtype::kOther, bytes, out),
                       "dtype is one that is not decoded; expected one of BOOL, U8, I8, F8_E5M2, "
                       "F8_E4M3, F8_E8M0, I16, U16, F16, BF16, I32, U32, F32, F64, I64, U64",
                       ArgumentError);
}

TEST_CASE("dtype: representable values are exact and others are rounded once") {
  CHECK(decoded<double, double>(Dtype::kF64, 0.1) == 0.1);
  CHECK(decoded<double, float>(Dtype::kF64, 0.1) == 0.1F);
  CHECK(decoded<double, float>(Dtype::kF64, 1.0 + 0x1p-24 + 0x1p-50) ==
        1.0F + 0x1p-23F);  // no double rounding
  CHECK(decoded<double, float>(Dtype::kF64, 1e300) == std::numeric_limits<float>::infinity());
  CHECK(decoded<std::int64_t, float>(Dtype::kI64, 16777217) == 16777216.0F);
  CHECK(decoded<std::int64_t, float>(Dtype::kI64, 16777219) == 16777220.0F);
  CHECK(decoded<std::uint64_t, double>(Dtype::kU64, ~std::uint64_t{0}) == 0x1p64);
  CHECK(decoded<std::int32_t, float>(Dtype::kI32, 2147483647) == 2147483648.0F);
  CHECK(decoded<std::int32_t, double>(Dtype::kI32, 2147483647) == 2147483647.0);
  CHECK(decoded<std::uint8_t, float>(Dtype::kBool, 255) == 1.0F);
  CHECK(decoded<std::uint8_t, float>(Dtype::kBool, 0) == 0.0F);
}

TEST_CASE("dtype: float32 is preserved bit by bit") {
  for (const std::uint32_t bits :
       {0x80000000U, 0x00000001U, 0x7F7FFFFFU, 0xFF800000U, 0x7FC01234U}) {
    float out = 0;
    std::array<std::byte, 4> bytes{};
    std::memcpy(bytes.data(), &bits, sizeof bits);
    decode<float>(Dtype::kF32, bytes, {&out, 1});
    CHECK(std::memcmp(&out, &bits, sizeof bits) == 0);
    std::array<std::byte, 4> back{};
    encode(Dtype::kF32, {&out, 1}, back);
    CHECK(back == bytes);
  }
  CHECK(std::isnan(decoded<std::uint16_t, float>(Dtype::kF16, 0x7E00)));
  CHECK(std::isnan(decoded<std::uint16_t, double>(Dtype::kBF16, 0xFFC0)));
}

TEST_CASE("dtype: encodes to four types and rejects other types and sizes") {
  const std::vector<float> values{1.0F, -2.5F, 0.1F};
  for (const Dtype dtype : {Dtype::kF32, Dtype::kF16, Dtype::kBF16, Dtype::kF64}) {
    std::vector<std::byte> bytes(values.size() * static_cast<std::size_t>(size_of(dtype)));
    encode(dtype, values, bytes);
    CHECK(writable_dtype(name_of(dtype)) == dtype);
    std::vector<float> back(values.size());
    decode<float>(dtype, bytes, back);
    CHECK(back[0] == 1.0F);
    CHECK(back[1] == -2.5F);
    CHECK(back[2] == doctest::Approx(0.1F).epsilon(0.01));
  }
  std::vector<std::byte> bytes(3);
  CHECK_THROWS_WITH_AS(writable_dtype("U8"),
                       "dtype is \"U8\"; expected \"F32\", \"F16\", \"BF16\" or \"F64\"",
                       ArgumentError);
  CHECK_THROWS_WITH(encode(Dtype::kU8, values, bytes),
                    "dtype is U8; expected F32, F16, BF16 or F64");
  CHECK_THROWS_WITH(encode(Dtype::kF32, values, bytes),
                    "bytes is 3 long; expected 12 for 3 elements of F32");
  std::vector<double> out(2);
  CHECK_THROWS_WITH(decode<double>(Dtype::kI8, bytes, out),
                    "bytes is 3 long; expected 2 for 2 elements of I8");
}
