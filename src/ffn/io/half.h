#pragma once
// The small floating-point formats of checkpoint files, as bit patterns, to float32 and back. To float32 every one is exact, subnormals,
// signed zeros and infinities included; a NaN stays one with its sign. From float32 the nearest, ties to even, as IEEE 754 has it.

#include <bit>
#include <cstdint>

namespace ffn {

/// From IEEE binary16: 1 sign, 5 exponent, 10 fraction bits.
float half_to_float(std::uint16_t bits);

/// To IEEE binary16: magnitudes of 65520 and above become infinity, those of 2^-25 and below zero.
std::uint16_t float_to_half(float value);

/// From bfloat16, the upper half of a float32: 1 sign, 8 exponent, 7 fraction bits.
inline float bfloat16_to_float(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U); }

/// To bfloat16: what rounds beyond its largest number becomes infinity.
std::uint16_t float_to_bfloat16(float value);

/// From E5M2, the upper half of a binary16 (Micikevicius et al. 2022, arXiv 2209.05433).
inline float e5m2_to_float(std::uint8_t bits) { return half_to_float(static_cast<std::uint16_t>(bits << 8U)); }

/// From the same paper's E4M3, which has no infinity and one NaN per sign; 448 is its largest number.
float e4m3_to_float(std::uint8_t bits);

}  // namespace ffn
