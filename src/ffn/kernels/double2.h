#pragma once
// Two double lanes, the companion of float4.h for what must be more accurate than float32: the same compiler vector types,
// the same promise. One source gives the same bits natively, with SIMD and without; only in the relaxed build may
// multiply_add round once, which moves a double by its last bit.

#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace ffn {

using Double2 = double __attribute__((vector_size(16)));

/// Two 64-bit integers: the bits of a Double2, or a mask of all ones and all zeros as comparisons give it.
using Bits2 = std::int64_t __attribute__((vector_size(16)));

/// Two floats from an address of any alignment, exactly.
inline Double2 load_doubles(const float* from) {
  using Float2 = float __attribute__((vector_size(8)));
  Float2 lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return __builtin_convertvector(lanes, Double2);
}

/// Both lanes rounded to float32, once, to an address of any alignment.
inline void store_floats(Double2 lanes, float* to) {
#if defined(__wasm_simd128__)  // one instruction, which the compiler does not find by itself
  wasm_v128_store64_lane(to, wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(lanes)), 0);
#else
  using Float2 = float __attribute__((vector_size(8)));
  const Float2 rounded = __builtin_convertvector(lanes, Float2);
  std::memcpy(to, &rounded, sizeof rounded);
#endif
}

/// The same number in both lanes.
inline Double2 broadcast(double number) { return Double2{number, number}; }

inline Bits2 bits(Double2 lanes) { return reinterpret_cast<Bits2>(lanes); }
inline Double2 from_bits(Bits2 lanes) { return reinterpret_cast<Double2>(lanes); }

/// |lanes|; NaN stays NaN.
inline Double2 magnitude(Double2 lanes) { return from_bits(bits(lanes) & INT64_MAX); }

/// The lanes where mask is all ones, 0 elsewhere.
inline Double2 keep_where(Bits2 mask, Double2 lanes) { return from_bits(bits(lanes) & mask); }

/// a where mask is all ones, b elsewhere.
inline Double2 select(Bits2 mask, Double2 a, Double2 b) { return from_bits((bits(a) & mask) | (bits(b) & ~mask)); }

/// a * b + c, lane by lane.
inline Double2 multiply_add(Double2 a, Double2 b, Double2 c) {
#if defined(__wasm_relaxed_simd__)
  return reinterpret_cast<Double2>(
      wasm_f64x2_relaxed_madd(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)));
#else
  return a * b + c;
#endif
}

/// coefficients[0] + coefficients[1] x + ... by Horner's rule.
template <std::size_t Count>
Double2 polynomial(const double (&coefficients)[Count], Double2 x) {
  Double2 sum = broadcast(coefficients[Count - 1]);
  for (std::size_t i = Count - 1; i-- > 0;) sum = multiply_add(sum, x, broadcast(coefficients[i]));
  return sum;
}

}  // namespace ffn
