#include "ffn/io/half.h"

#include <cmath>

namespace ffn {

namespace {

constexpr std::uint32_t kSign = 0x80000000U;
constexpr std::uint32_t kInfinity = 0x7F800000U;
constexpr std::uint32_t kQuiet = 0x00400000U;

// Returns bits / 2^shift rounded to nearest, ties to even; shift is 1 to 31.
std::uint32_t shifted_to_nearest(std::uint32_t bits, unsigned shift) {
  const std::uint32_t half = 1U << (shift - 1U);
  const std::uint32_t odd = (bits >> shift) & 1U;
  return (bits + (half - 1U) + odd) >> shift;
}

}  // namespace

float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = (static_cast<std::uint32_t>(bits) & 0x8000U) << 16U;
  const std::uint32_t exponent = (bits >> 10U) & 0x1FU;
  const std::uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0x1FU) return std::bit_cast<float>(sign | kInfinity | (fraction << 13U));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;  // subnormal: exact in float32
  return sign != 0 ? -magnitude : magnitude;
}

std::uint16_t float_to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits & kSign) >> 16U);
  const std::uint32_t magnitude = bits & ~kSign;
  if (magnitude > kInfinity)
    return static_cast<std::uint16_t>(sign | 0x7E00U | ((magnitude >> 13U) & 0x3FFU));
  if (magnitude >= 0x477FF000U)
    return static_cast<std::uint16_t>(sign | 0x7C00U);  // 65520 and above round to infinity
  if (magnitude >= 0x38800000U) {                       // 2^-14, the smallest normal half
    return static_cast<std::uint16_t>(sign | shifted_to_nearest(magnitude - 0x38000000U, 13U));
  }
  if (magnitude < 0x33000000U) return sign;  // below 2^-25, half the smallest subnormal
  const std::uint32_t fraction = (magnitude & 0x007FFFFFU) | 0x00800000U;
  return static_cast<std::uint16_t>(sign | shifted_to_nearest(fraction, 126U - (magnitude >> 23U)));
}

std::uint16_t float_to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & ~kSign) > kInfinity) return static_cast<std::uint16_t>((bits | kQuiet) >> 16U);
  return static_cast<std::uint16_t>(shifted_to_nearest(bits, 16U));
}

float e4m3_to_float(std::uint8_t bits) {
  const bool negative = (bits & 0x80U) != 0;
  const unsigned exponent = (bits >> 3U) & 0xFU;
  const unsigned fraction = bits & 7U;
  if (exponent == 0xFU && fraction == 7U)
    return std::bit_cast<float>((negative ? kSign : 0U) | kInfinity | kQuiet);
  const unsigned significand = exponent == 0 ? fraction : fraction + 8U;
  const float magnitude = std::ldexp(static_cast<float>(significand),
                                     static_cast<int>(exponent == 0 ? 1U : exponent) - 10);
  return negative ? -magnitude : magnitude;
}

}  // namespace ffn
