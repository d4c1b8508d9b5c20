#pragma once
// The one vocabulary for machine-specific code: four float32 lanes, written with the compiler's vector types. The same
// source becomes SSE or NEON natively, simd128 in WebAssembly, and plain scalar code in the scalar build, with the same
// operations in the same order, hence the same bits. Only the relaxed build differs: there multiply_add may round once.

#include <cstring>

#if defined(__wasm_relaxed_simd__)
#include <wasm_simd128.h>
#endif

namespace ffn {

using Float4 = float __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

/// Four floats from an address of any alignment.
inline Float4 load(const float* from) {
  Float4 lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

/// The four lanes to an address of any alignment.
inline void store(Float4 lanes, float* to) { std::memcpy(to, &lanes, sizeof lanes); }

/// The same number in all lanes.
inline Float4 broadcast(float number) { return Float4{number, number, number, number}; }

/// a * b + c, lane by lane. Rounds twice; the relaxed build lets the machine fuse it.
inline Float4 multiply_add(Float4 a, Float4 b, Float4 c) {
#if defined(__wasm_relaxed_simd__)
  return reinterpret_cast<Float4>(
      wasm_f32x4_relaxed_madd(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)));
#else
  return a * b + c;
#endif
}

/// (lane 0 + lane 1) + (lane 2 + lane 3): this order, in every build.
inline float horizontal_sum(Float4 lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

}  // namespace ffn
