#pragma once
// The small floating-point formats of checkpoint files, as bit patterns, to float32 and back. To float32 every one is exact, subnormals,
// signed zeros and infinities included; a NaN stays one with its sign. From float32 the nearest, ties to even, as IEEE 754 has it.

#include <bit>
#include <cstdint>

namespace ffn {

/// IEEE binary16: 1 sign, 5 exponent, 10 fraction bits.
float half_to_float(std::uint16_t bits);
std::uint16_t float_to_half(float value);

/// bfloat16: the upper half of a float32.
inline float bfloat16_to_float(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U); }
std::uint16_t float_to_bfloat16(float value);

/// The 8-bit formats of Micikevicius et al. 2022 (arXiv 2209.05433): E5M2 is the upper half of a binary16; E4M3 has no
/// infinity and one NaN per sign, 448 is its largest number.
inline float e5m2_to_float(std::uint8_t bits) { return half_to_float(static_cast<std::uint16_t>(bits << 8U)); }
float e4m3_to_float(std::uint8_t bits);

}  // namespace ffn
