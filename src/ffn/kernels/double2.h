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

/// Four lanes rounded to float32, once, to an address of any alignment.
inline void store_floats(Double2 low, Double2 high, float* to) {
#if defined(__wasm_simd128__)
  // One instruction rounds two lanes and gives zeros beside them. Any other way of joining the halves shows the compiler that the
  // zeros are not needed, and it rounds lane by lane.
  const v128_t first = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(low));
  const v128_t second = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(high));
  wasm_v128_store(to, wasm_v128_or(first, wasm_i64x2_shuffle(second, second, 1, 0)));
#else
  using Float2 = float __attribute__((vector_size(8)));
  const Float2 rounded[2] = {__builtin_convertvector(low, Float2), __builtin_convertvector(high, Float2)};
  std::memcpy(to, rounded, sizeof rounded);
#endif
}

/// The same number in both lanes.
constexpr Double2 broadcast(double number) { return Double2{number, number}; }

/// A constant as it lies in a table: one load brings both lanes.
struct Double2Constant {
  constexpr Double2Constant(double number) : lanes(broadcast(number)) {}
  operator Double2() const { return lanes; }
  Double2 lanes;
};

/// The bits of each lane.
inline Bits2 bits(Double2 lanes) { return reinterpret_cast<Bits2>(lanes); }

/// The lanes that have these bits.
inline Double2 from_bits(Bits2 lanes) { return reinterpret_cast<Double2>(lanes); }

/// |lanes|; NaN stays NaN.
inline Double2 magnitude(Double2 lanes) { return from_bits(bits(lanes) & INT64_MAX); }

/// The lanes where mask is all ones, 0 elsewhere.
inline Double2 keep_where(Bits2 mask, Double2 lanes) { return from_bits(bits(lanes) & mask); }

/// a where mask is all ones, b elsewhere.
inline Double2 select(Bits2 mask, Double2 a, Double2 b) { return from_bits((bits(a) & mask) | (bits(b) & ~mask)); }

/// The smaller of two, lane by lane; lanes that are NaN stay NaN, and of two zeros the first is taken.
inline Double2 at_most(Double2 lanes, Double2 limit) {
#if defined(__wasm_simd128__)  // one instruction, which does just that
  return reinterpret_cast<Double2>(wasm_f64x2_pmin(reinterpret_cast<v128_t>(lanes), reinterpret_cast<v128_t>(limit)));
#else
  return select(lanes > limit, limit, lanes);
#endif
}

/// The larger of two, lane by lane, with the same NaN and zeros.
inline Double2 at_least(Double2 lanes, Double2 limit) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Double2>(wasm_f64x2_pmax(reinterpret_cast<v128_t>(lanes), reinterpret_cast<v128_t>(limit)));
#else
  return select(lanes < limit, limit, lanes);
#endif
}

/// A pointer of which the compiler does not know where it points: what it points at stays in memory. For constants of a loop, which
/// browsers otherwise put together anew, in three instructions, each time they are used.
template <class T>
const T* opaque(const T* pointer) {
  asm("" : "+r"(pointer));
  return pointer;
}

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
Double2 polynomial(const Double2Constant (&coefficients)[Count], Double2 x) {
  Double2 sum = coefficients[Count - 1].lanes;
  for (std::size_t i = Count - 1; i-- > 0;) sum = multiply_add(sum, x, coefficients[i].lanes);
  return sum;
}

}  // namespace ffn
