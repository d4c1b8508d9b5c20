#pragma once
// Conversion between float32 and the 16-bit and 8-bit floating-point formats of checkpoint files,
// given as bit patterns. Conversion to float32 is exact, including subnormals, signed zeros and
// infinities; a NaN remains a NaN with the same sign. Conversion from float32 rounds to nearest,
// ties to even (IEEE 754).

#include <bit>
#include <cstdint>

namespace ffn {

/// Converts IEEE binary16 (1 sign, 5 exponent, 10 fraction bits) to float32.
float half_to_float(std::uint16_t bits);

/// Converts float32 to IEEE binary16: magnitudes of 65520 and above become infinity, those of 2^-25
/// and below become zero.
std::uint16_t float_to_half(float value);

/// Converts bfloat16 (1 sign, 8 exponent, 7 fraction bits: the upper half of a float32) to float32.
inline float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

/// Converts float32 to bfloat16; values that round above the largest finite number become infinity.
std::uint16_t float_to_bfloat16(float value);

/// Converts E5M2, the upper half of a binary16 (Micikevicius et al. 2022, arXiv 2209.05433), to
/// float32.
inline float e5m2_to_float(std::uint8_t bits) {
  return half_to_float(static_cast<std::uint16_t>(bits << 8U));
}

/// Converts E4M3 (same paper) to float32; the format has no infinity, one NaN per sign, and 448 as
/// its largest number.
float e4m3_to_float(std::uint8_t bits);

/// Converts E8M0 (8 exponent bits, no sign: 2^(bits - 127), and NaN for 255), the type of scales in
/// the OCP Microscaling Formats specification 1.0, to float32.
inline float e8m0_to_float(std::uint8_t bits) {
  constexpr std::uint32_t kNan = 0x7FC00000U;
  constexpr std::uint32_t kSubnormal = 0x00400000U;  // 2^-127
  if (bits == 0xFFU) return std::bit_cast<float>(kNan);
  return std::bit_cast<float>(bits == 0 ? kSubnormal : static_cast<std::uint32_t>(bits) << 23U);
}

}  // namespace ffn
