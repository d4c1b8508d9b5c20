#pragma once
// Activation functions that are polynomials on either side of zero, computed in float32: every
// result is correctly rounded. Included by activation_kernel_body.h, and like it with internal
// linkage.

#include <cstring>

#include "ffn/kernels/activation_kernel_of.h"
#include "ffn/kernels/double2.h"
#include "ffn/kernels/float4.h"

namespace ffn {

namespace {

// Applies Function to vectors of floats; to the elements after the last whole vector in a padded
// copy. The loop is bounded by memory: unrolled it would be longer and no faster.
template <class Floats, Floats (*Function)(Floats)>
void for_each_vector(const float* x, float* y, std::size_t count) {
  constexpr std::size_t kStep = sizeof(Floats) / sizeof(float);
  const auto step = [](const float* from, float* to) {
    Floats lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    lanes = Function(lanes);
    std::memcpy(to, &lanes, sizeof lanes);
  };
  const std::size_t whole = count / kStep * kStep;
#if defined(__clang__)
#pragma clang loop unroll(disable)
#endif
  for (std::size_t i = 0; i < whole; i += kStep) step(x + i, y + i);
  if (whole == count) return;
  float rest[kStep] = {};
  std::memcpy(rest, x + whole, (count - whole) * sizeof(float));
  step(rest, rest);
  std::memcpy(y + whole, rest, (count - whole) * sizeof(float));
}

// The functions of an activation whose `value_of` and `derivative_of` take a vector of floats.
template <class Unit>
struct PiecewiseKernel {
  using Floats = typename Unit::Floats;
  static void value(const float* x, float* y, std::size_t count) {
    for_each_vector<Floats, &Unit::value_of>(x, y, count);
  }
  static void derivative(const float* x, float* y, std::size_t count) {
    for_each_vector<Floats, &Unit::derivative_of>(x, y, count);
  }
};

// Operates on the bits: the max instructions of several machines turn NaN into 0, and a comparison
// that the compiler replaces by such an instruction may return -0.
template <class Vector>
struct Relu {
  using Floats = Vector;
  static Floats value_of(Floats x) {
    constexpr std::int32_t kInfinity = 0x7F800000;
    const auto lanes = bits(x);
    const auto not_negative = ~(lanes >> 31);
    const auto nan = (lanes & INT32_MAX) > kInfinity;
    return from_bits<Floats>(lanes & (not_negative | nan));
  }
  static Floats derivative_of(Floats x) {
    const auto above = x > 0.0F;
    return select(above | (x <= 0.0F), keep_where(above, Floats{} + 1.0F), x);
  }
};

template <class Vector>
struct ReluSquared {
  using Floats = Vector;
  static Floats value_of(Floats x) {
    const Floats positive = Relu<Floats>::value_of(x);
    return positive * positive;
  }
  static Floats derivative_of(Floats x) { return 2.0F * Relu<Floats>::value_of(x); }
};

template <class Vector>
struct Identity {
  using Floats = Vector;
  static Floats value_of(Floats x) { return x; }
  static Floats derivative_of(Floats x) {
    return select((x > 0.0F) | (x <= 0.0F), Floats{} + 1.0F, x);
  }
};

template <class Doubles>
struct Kernel<Activation::kRelu, Doubles> : PiecewiseKernel<Relu<PairOf<Doubles>>> {};

template <class Doubles>
struct Kernel<Activation::kReluSquared, Doubles> : PiecewiseKernel<ReluSquared<PairOf<Doubles>>> {};

template <class Doubles>
struct Kernel<Activation::kIdentity, Doubles> : PiecewiseKernel<Identity<PairOf<Doubles>>> {};

}  // namespace

}  // namespace ffn
