#pragma once
// SIMD kernels of the activation functions.
//
// Polynomials on either side of zero, such as ReLU, are computed in float32 and correctly rounded.
// The smooth functions, exact GELU and the family x sigmoid(v(x)), which includes the tanh form of
// GELU, its sigmoid form and SiLU, have the form x P(x) with P(x) + P(-x) = 1, so they equal ReLU
// minus an even function D(|x|) that tends to 0 on both sides:
//
//   f(x) = max(0, x) - D(|x|),   D(t) = t P(-t);     f'(x) = 1 - D'(t) for x >= 0,  D'(t) for x < 0
//
// One evaluation for t = |x| serves both signs, without cancellation: for x < 0 the value is -D, as
// accurate as D. (Near zero, exact GELU is computed as x P(x) with a polynomial for P; there P is
// large enough that double precision absorbs the cancellation.) D is computed in double with a
// relative error below 2^-32, and the result is rounded once to float32: the error of a value is at
// most 0.503 ulp over all 2^32 arguments, including subnormal results, that of a derivative at
// most 6.1e-8 in absolute terms (measured by tests/accuracy): 1 - D' and D' have zeros, where
// digits cancel. No function of the C library is called, so the native and simd builds agree bit
// for bit; the relaxed build differs only for results within 2^-50 of a rounding tie.
//
// NaN gives NaN. The smooth functions of +inf are +inf with derivative 1, those of -inf are -0 with
// derivative 0, and the sign of zero is preserved.

#include <cstddef>
#include <span>

#include "ffn/core/activation_kind.h"

namespace ffn {

/// Computes y[i] = f(x[i]) for i < count; y may be x. Throws ArgumentError for a kind that is none.
void activation_kernel_value(Activation kind, const float* x, float* y, std::size_t count);

/// Computes y[i] = f'(x[i]) for i < count; y may be x. Throws ArgumentError for a kind that is
/// none.
void activation_kernel_derivative(Activation kind, const float* x, float* y, std::size_t count);

using ActivationFunction = void (*)(Activation kind, const float* x, float* y, std::size_t count);

/// activation_kernel_value and activation_kernel_derivative compiled for one width of vectors. The
/// results have the same bits for all widths.
struct ActivationKernelSet {
  ActivationFunction value;
  ActivationFunction derivative;
};

/// Returns one set for each set of tile_sets(), in the same order. The functions above use the last
/// one.
std::span<const ActivationKernelSet* const> activation_kernel_sets();

}  // namespace ffn
