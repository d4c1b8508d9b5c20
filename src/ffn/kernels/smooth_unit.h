#pragma once
// The smooth activation functions on vector lanes: exact GELU, and the family x sigmoid(v(x)) that holds the tanh form of
// GELU, its sigmoid form and SiLU.
//
// All of them are x P(x) with P(x) + P(-x) = 1, hence ReLU minus an even bump that falls off to both sides:
//
//   f(x) = max(0, x) - D(|x|),   D(t) = t P(-t);     f'(x) = 1 - D'(t) for x >= 0,  D'(t) for x < 0
//
// so one evaluation for t = |x| serves both signs and nothing cancels: the left tail is -D itself, as accurate as D. (Exact GELU near
// zero is x P(x) with a polynomial for P: there P is large enough that double's digits outlast the cancellation.)
// All is computed in double to a relative error below 2^-32 and the result is rounded once to float32: at most 0.503 units in the
// last place over all 2^32 arguments, subnormal results included (tests/accuracy measures it). No function of the machine's mathematical
// library takes part, so the native, simd and scalar builds agree bit for bit; the relaxed build agrees but for results
// that lie within 2^-50 of a tie.
//
// NaN gives NaN; +inf gives +inf, derivative 1; -inf gives -0, derivative 0; the sign of a zero is kept.

#include <cstddef>

namespace ffn {

enum class SmoothUnit {
  kGelu,         ///< P the normal distribution function
  kGeluTanh,     ///< P = sigmoid(2 sqrt(2/pi) (x + 0.044715 x^3))
  kGeluSigmoid,  ///< P = sigmoid(1.702 x)
  kSilu,         ///< P = sigmoid(x)
};

/// y[i] = f(x[i]) for i < count; y may be x.
void smooth_unit_value(SmoothUnit unit, const float* x, float* y, std::size_t count);

/// y[i] = f'(x[i]) for i < count; y may be x.
void smooth_unit_derivative(SmoothUnit unit, const float* x, float* y, std::size_t count);

}  // namespace ffn
