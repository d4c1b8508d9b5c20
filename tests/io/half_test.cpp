#include "ffn/io/half.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

using namespace ffn;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// Decodes a binary floating-point format by its definition, in double.
double defined_value(unsigned bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent =
      static_cast<int>(bits >> static_cast<unsigned>(fraction_bits)) & ((1 << exponent_bits) - 1);
  const int fraction = static_cast<int>(bits) & ((1 << fraction_bits) - 1);
  const double sign =
      ((bits >> static_cast<unsigned>(exponent_bits + fraction_bits)) & 1U) != 0 ? -1.0 : 1.0;
  if (exponent == (1 << exponent_bits) - 1)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

}  // namespace

TEST_CASE("half: all 65536 patterns of both formats have their defined values and round-trip") {
  unsigned wrong = 0;
  for (unsigned i = 0; i <= 0xFFFFU; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float half = half_to_float(bits);
    const float brain = bfloat16_to_float(bits);
    if (!same(half, defined_value(i, 5, 10)) || !same(brain, defined_value(i, 8, 7))) ++wrong;
    if (std::isnan(half) ? !std::isnan(half_to_float(float_to_half(half)))
                         : float_to_half(half) != bits)
      ++wrong;
    if (std::isnan(brain) ? !std::isnan(bfloat16_to_float(float_to_bfloat16(brain)))
                          : float_to_bfloat16(brain) != bits)
      ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("half: values between two neighbours round to nearest, ties to even") {
  unsigned wrong = 0;
  for (unsigned i = 0; i < 0x7BFFU; ++i) {  // every finite binary16 but the largest
    const float low = half_to_float(static_cast<std::uint16_t>(i));
    const float high = half_to_float(static_cast<std::uint16_t>(i + 1));
    const float middle = low + (high - low) / 2.0F;  // exact
    if (float_to_half(middle) != (i % 2 == 0 ? i : i + 1)) ++wrong;
    if (float_to_half(std::nextafter(middle, -kInf)) != i) ++wrong;
    if (float_to_half(std::nextafter(middle, kInf)) != i + 1) ++wrong;
    if (float_to_half(-middle) != (0x8000U | (i % 2 == 0 ? i : i + 1))) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(float_to_half(65519.996F) == 0x7BFF);
  CHECK(float_to_half(65520.0F) == 0x7C00);
  CHECK(float_to_half(-kInf) == 0xFC00);
  CHECK(float_to_half(1e-10F) == 0);
  CHECK(float_to_bfloat16(1.00390625F) == 0x3F80);  // half-way, 1 is even
  CHECK(float_to_bfloat16(1.01171875F) == 0x3F82);  // half-way, 1.015625 is even
  CHECK(float_to_bfloat16(std::numeric_limits<float>::max()) == 0x7F80);
}

TEST_CASE("half: NaN preserves its sign and never becomes infinity") {
  for (const std::uint32_t bits : {0x7F800001U, 0x7FC00000U, 0xFF800001U, 0xFFFFFFFFU}) {
    const auto nan = std::bit_cast<float>(bits);
    CHECK(std::isnan(half_to_float(float_to_half(nan))));
    CHECK(std::isnan(bfloat16_to_float(float_to_bfloat16(nan))));
    CHECK((float_to_half(nan) >> 15U) == (bits >> 31U));
    CHECK((float_to_bfloat16(nan) >> 15U) == (bits >> 31U));
  }
}

TEST_CASE("half: all 256 patterns of the 8-bit formats have their defined values") {
  for (unsigned i = 0; i <= 0xFFU; ++i) {
    const auto bits = static_cast<std::uint8_t>(i);
    CAPTURE(i);
    CHECK(same(e5m2_to_float(bits), defined_value(i, 5, 2)));
    const double e4m3 = e4m3_to_float(bits);
    if ((i & 0x7FU) == 0x7FU) {
      CHECK(std::isnan(e4m3));
    } else if (((i >> 3U) & 0xFU) ==
               0xFU) {  // E4M3 has finite numbers where other formats have infinity and NaN
      CHECK(std::abs(e4m3) == 256.0 + 32.0 * (i & 7U));
    } else {
      CHECK(same(e4m3, defined_value(i, 4, 3)));
    }
    if (i == 0xFFU) {
      CHECK(std::isnan(e8m0_to_float(bits)));
    } else {
      CHECK(same(e8m0_to_float(bits), std::exp2(static_cast<int>(i) - 127)));
    }
  }
}
