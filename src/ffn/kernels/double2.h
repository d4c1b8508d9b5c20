#pragma once
// Two double lanes: the counterpart of float4.h for computations that need more precision than float32. The native, simd and scalar builds
// give the same bits; only in the relaxed build may multiply_add round once instead of twice, which may change the last bit of a double.

#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace ffn {

using Double2 = double __attribute__((vector_size(16)));

/// Two 64-bit integers: the bits of a Double2, or a comparison mask whose lanes are all ones or all zeros.
using Bits2 = std::int64_t __attribute__((vector_size(16)));

/// Loads two floats from an unaligned address and converts them to double.
inline Double2 load_doubles(const float* from) {
  using Float2 = float __attribute__((vector_size(8)));
  Float2 lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return __builtin_convertvector(lanes, Double2);
}

/// Rounds four lanes to float32 and stores them to an unaligned address.
inline void store_floats(Double2 low, Double2 high, float* to) {
#if defined(__wasm_simd128__)
  // One instruction rounds two lanes and sets the other two to zero. With any other combination of the halves LLVM finds that the zeros are
  // unused and emits one scalar conversion per lane instead.
  const v128_t first = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(low));
  const v128_t second = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(high));
  wasm_v128_store(to, wasm_v128_or(first, wasm_i64x2_shuffle(second, second, 1, 0)));
#else
  using Float2 = float __attribute__((vector_size(8)));
  const Float2 rounded[2] = {__builtin_convertvector(low, Float2), __builtin_convertvector(high, Float2)};
  std::memcpy(to, rounded, sizeof rounded);
#endif
}

/// Returns a vector with `number` in both lanes.
constexpr Double2 broadcast(double number) { return Double2{number, number}; }

/// A constant stored in a table with both lanes, so that a single load suffices.
struct Double2Constant {
  constexpr Double2Constant(double number) : lanes(broadcast(number)) {}
  operator Double2() const { return lanes; }
  Double2 lanes;
};

/// Returns the bits of each lane.
inline Bits2 bits(Double2 lanes) { return reinterpret_cast<Bits2>(lanes); }

/// Returns the lanes with these bits.
inline Double2 from_bits(Bits2 lanes) { return reinterpret_cast<Double2>(lanes); }

/// Returns |lanes|; NaN remains NaN.
inline Double2 magnitude(Double2 lanes) { return from_bits(bits(lanes) & INT64_MAX); }

/// Returns the lanes where mask is all ones, 0 elsewhere.
inline Double2 keep_where(Bits2 mask, Double2 lanes) { return from_bits(bits(lanes) & mask); }

/// Returns a where mask is all ones, b elsewhere.
inline Double2 select(Bits2 mask, Double2 a, Double2 b) { return from_bits((bits(a) & mask) | (bits(b) & ~mask)); }

/// Returns the lane-wise minimum. A lane that is NaN remains NaN; of two zeros the one in `lanes` is returned.
inline Double2 at_most(Double2 lanes, Double2 limit) {
#if defined(__wasm_simd128__)  // a single instruction with these semantics
  return reinterpret_cast<Double2>(wasm_f64x2_pmin(reinterpret_cast<v128_t>(lanes), reinterpret_cast<v128_t>(limit)));
#else
  return select(lanes > limit, limit, lanes);
#endif
}

/// Returns the lane-wise maximum, with the same rules for NaN and zeros as at_most.
inline Double2 at_least(Double2 lanes, Double2 limit) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Double2>(wasm_f64x2_pmax(reinterpret_cast<v128_t>(lanes), reinterpret_cast<v128_t>(limit)));
#else
  return select(lanes < limit, limit, lanes);
#endif
}

/// Returns the pointer unchanged but hides its value from the optimizer, so constants behind it are loaded from memory. Otherwise browsers
/// rematerialize a vector constant with three instructions at each use in a loop.
template <class T>
const T* opaque(const T* pointer) {
  asm("" : "+r"(pointer));
  return pointer;
}

/// Returns a * b + c, lane by lane.
inline Double2 multiply_add(Double2 a, Double2 b, Double2 c) {
#if defined(__wasm_relaxed_simd__)
  return reinterpret_cast<Double2>(
      wasm_f64x2_relaxed_madd(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)));
#else
  return a * b + c;
#endif
}

/// Evaluates coefficients[0] + coefficients[1] x + ... with Horner's rule.
template <std::size_t Count>
Double2 polynomial(const Double2Constant (&coefficients)[Count], Double2 x) {
  Double2 sum = coefficients[Count - 1].lanes;
  for (std::size_t i = Count - 1; i-- > 0;) sum = multiply_add(sum, x, coefficients[i].lanes);
  return sum;
}

}  // namespace ffn
