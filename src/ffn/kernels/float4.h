#pragma once
// Four float32 lanes, written with the compiler's vector extensions. The same source compiles to
// SSE or NEON natively and to simd128 in WebAssembly, with the same operations in the same order,
// so the results have the same bits. Only the relaxed build differs: its multiply_add may round
// once instead of twice.

#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

// The lanes of a and b at the given indices, of which those of b follow those of a.
#if __has_builtin(__builtin_shufflevector)
#define FFN_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else  // GCC 11
#define FFN_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, Bits4{__VA_ARGS__})
#endif

namespace ffn {

using Float4 = float __attribute__((vector_size(16)));

/// Four 32-bit integers: the bits of a Float4, or a comparison mask whose lanes are all ones or all
/// zeros.
using Bits4 = std::int32_t __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

/// Loads four floats from an unaligned address.
inline Float4 load(const float* from) {
  Float4 lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

/// Stores the four lanes to an unaligned address.
inline void store(Float4 lanes, float* to) { std::memcpy(to, &lanes, sizeof lanes); }

/// Returns a vector with `number` in all lanes.
inline Float4 broadcast(float number) { return Float4{number, number, number, number}; }

/// Returns the bits of each lane.
inline Bits4 bits(Float4 lanes) { return reinterpret_cast<Bits4>(lanes); }

/// Returns the lanes with these bits.
inline Float4 from_bits(Bits4 lanes) { return reinterpret_cast<Float4>(lanes); }

/// Returns the lanes where mask is all ones, 0 elsewhere.
inline Float4 keep_where(Bits4 mask, Float4 lanes) { return from_bits(bits(lanes) & mask); }

/// Returns a where mask is all ones, b elsewhere.
inline Float4 select(Bits4 mask, Float4 a, Float4 b) {
  return from_bits((bits(a) & mask) | (bits(b) & ~mask));
}

/// Returns whether any bit of the mask is set.
inline bool any(Bits4 mask) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true(reinterpret_cast<v128_t>(mask));
#else
  std::int64_t halves[2];
  std::memcpy(halves, &mask, sizeof halves);
  return (halves[0] | halves[1]) != 0;
#endif
}

/// Returns a * b + c, lane by lane. Rounds twice; the relaxed build may use a fused multiply-add.
inline Float4 multiply_add(Float4 a, Float4 b, Float4 c) {
#if defined(__wasm_relaxed_simd__)
  return reinterpret_cast<Float4>(wasm_f32x4_relaxed_madd(
      reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)));
#else
  return a * b + c;
#endif
}

/// Returns {a0, b0, a1, b1}. This and the next three functions are the steps of a 4 x 4
/// transposition.
inline Float4 interleave_low(Float4 a, Float4 b) { return FFN_SHUFFLE(a, b, 0, 4, 1, 5); }

/// Returns {a2, b2, a3, b3}.
inline Float4 interleave_high(Float4 a, Float4 b) { return FFN_SHUFFLE(a, b, 2, 6, 3, 7); }

/// Returns {a0, a1, b0, b1}.
inline Float4 low_halves(Float4 a, Float4 b) { return FFN_SHUFFLE(a, b, 0, 1, 4, 5); }

/// Returns {a2, a3, b2, b3}.
inline Float4 high_halves(Float4 a, Float4 b) { return FFN_SHUFFLE(a, b, 2, 3, 6, 7); }

/// Returns (lane 0 + lane 1) + (lane 2 + lane 3), summed in this order in every build.
inline float horizontal_sum(Float4 lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

}  // namespace ffn
