#pragma once
// Two double lanes: the counterpart of float4.h for computations that need more precision than
// float32. The native and simd builds give the same bits; only in the relaxed build may
// multiply_add round once instead of twice, which may change the last bit of a double.
//
// The functions are templates, so that files compiled for wider vectors (activation_kernel_wide.h)
// can use them for Double4 or Double8.

#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ffn {

using Double2 = double __attribute__((vector_size(16)));

/// Four and eight double lanes.
using Double4 = double __attribute__((vector_size(32)));
using Double8 = double __attribute__((vector_size(64)));

/// Vectors of floats: `Floats` have as many lanes as Doubles, `Pair` has twice as many. GCC ignores
/// a vector size that depends on a template parameter.
template <class Doubles>
struct FloatsFor;
/// Vectors of floats for two doubles.
template <>
struct FloatsFor<Double2> {
  using Floats = float __attribute__((vector_size(8)));
  using Pair = float __attribute__((vector_size(16)));
};
/// Vectors of floats for four doubles.
template <>
struct FloatsFor<Double4> {
  using Floats = float __attribute__((vector_size(16)));
  using Pair = float __attribute__((vector_size(32)));
};
/// Vectors of floats for eight doubles.
template <>
struct FloatsFor<Double8> {
  using Floats = float __attribute__((vector_size(32)));
  using Pair = float __attribute__((vector_size(64)));
};

template <class Doubles>
using FloatsOf = typename FloatsFor<Doubles>::Floats;

/// 64-bit integers: the bits of the lanes, or a comparison mask whose lanes are all ones or all
/// zeros.
template <class Doubles>
using BitsOf = decltype(Doubles{} < Doubles{});

template <class Doubles>
inline constexpr int kDoubleLanes = sizeof(Doubles) / sizeof(double);

/// Returns the lanes as doubles.
inline Double2 to_doubles(FloatsOf<Double2> lanes) {
  return __builtin_convertvector(lanes, Double2);
}
#if defined(__AVX2__)  // with __builtin_convertvector GCC 12 converts each half by itself
inline Double4 to_doubles(FloatsOf<Double4> lanes) { return _mm256_cvtps_pd(lanes); }
#endif
#if defined(__AVX512F__)  // GCC 12 warns about the intrinsic without a mask
inline Double8 to_doubles(FloatsOf<Double8> lanes) { return _mm512_maskz_cvtps_pd(0xFF, lanes); }
#endif

/// Loads as many floats from an unaligned address and converts them to double.
template <class Doubles = Double2>
inline Doubles load_doubles(const float* from) {
  FloatsOf<Doubles> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return to_doubles(lanes);
}

/// Rounds the lanes of both vectors to float32 and stores them to an unaligned address.
template <class Doubles>
inline void store_floats(Doubles low, Doubles high, float* to) {
#if defined(__wasm_simd128__)
  // One instruction rounds two lanes and sets the other two to zero. With any other combination of
  // the halves LLVM finds that the zeros are unused and emits one scalar conversion per lane
  // instead.
  const v128_t first = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(low));
  const v128_t second = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(high));
  wasm_v128_store(to, wasm_v128_or(first, wasm_i64x2_shuffle(second, second, 1, 0)));
#else
  const auto first = __builtin_convertvector(low, FloatsOf<Doubles>);
  const auto second = __builtin_convertvector(high, FloatsOf<Doubles>);
  std::memcpy(to, &first, sizeof first);
  std::memcpy(to + kDoubleLanes<Doubles>, &second, sizeof second);
#endif
}

/// Returns a vector with `number` in both lanes.
constexpr Double2 broadcast(double number) { return Double2{number, number}; }

/// A constant stored in a table with all lanes, so that a single load suffices.
template <class Doubles>
struct DoubleConstant {
  constexpr DoubleConstant(double number) : lanes(Doubles{} + number) {}
  operator Doubles() const { return lanes; }
  Doubles lanes;
};
using Double2Constant = DoubleConstant<Double2>;

/// Returns the bits of each lane.
template <class Doubles>
inline BitsOf<Doubles> bits(Doubles lanes) {
  return reinterpret_cast<BitsOf<Doubles>>(lanes);
}

/// Returns the lanes with these bits.
template <class Doubles>
inline Doubles from_bits(BitsOf<Doubles> lanes) {
  return reinterpret_cast<Doubles>(lanes);
}

/// Returns |lanes|; NaN remains NaN.
template <class Doubles>
inline Doubles magnitude(Doubles lanes) {
  return from_bits<Doubles>(bits(lanes) & INT64_MAX);
}

/// Returns the lanes where mask is all ones, 0 elsewhere.
template <class Doubles>
inline Doubles keep_where(BitsOf<Doubles> mask, Doubles lanes) {
  return from_bits<Doubles>(bits(lanes) & mask);
}

/// Returns a where mask is all ones, b elsewhere.
template <class Doubles>
inline Doubles select(BitsOf<Doubles> mask, Doubles a, Doubles b) {
  return from_bits<Doubles>((bits(a) & mask) | (bits(b) & ~mask));
}

/// Returns the lane-wise minimum. A lane that is NaN remains NaN; of two zeros the one in `lanes`
/// is returned.
template <class Doubles>
inline Doubles at_most(Doubles lanes, std::type_identity_t<Doubles> limit) {
#if defined(__wasm_simd128__)  // a single instruction with these semantics
  return reinterpret_cast<Double2>(
      wasm_f64x2_pmin(reinterpret_cast<v128_t>(lanes), reinterpret_cast<v128_t>(limit)));
#else
  return select(lanes > limit, limit, lanes);
#endif
}

/// Returns the lane-wise maximum, with the same rules for NaN and zeros as at_most.
template <class Doubles>
inline Doubles at_least(Doubles lanes, std::type_identity_t<Doubles> limit) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Double2>(
      wasm_f64x2_pmax(reinterpret_cast<v128_t>(lanes), reinterpret_cast<v128_t>(limit)));
#else
  return select(lanes < limit, limit, lanes);
#endif
}

/// Returns the pointer unchanged but hides its value from the optimizer, so constants behind it are
/// loaded from memory. Otherwise browsers rematerialize a vector constant with three instructions
/// at each use in a loop.
template <class T>
const T* opaque(const T* pointer) {
  asm("" : "+r"(pointer));
  return pointer;
}

/// Returns a * b + c, lane by lane.
template <class Doubles>
inline Doubles multiply_add(Doubles a, std::type_identity_t<Doubles> b,
                            std::type_identity_t<Doubles> c) {
#if defined(__wasm_relaxed_simd__)
  return reinterpret_cast<Double2>(wasm_f64x2_relaxed_madd(
      reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)));
#else
  return a * b + c;
#endif
}

/// Evaluates coefficients[0] + coefficients[1] x + ... with Horner's rule.
template <class Doubles, std::size_t Count>
Doubles polynomial(const DoubleConstant<Doubles> (&coefficients)[Count], Doubles x) {
  Doubles sum = coefficients[Count - 1].lanes;
  for (std::size_t i = Count - 1; i-- > 0;) sum = multiply_add(sum, x, coefficients[i].lanes);
  return sum;
}

}  // namespace ffn
