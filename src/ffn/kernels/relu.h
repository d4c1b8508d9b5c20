#pragma once
// SIMD kernels of ReLU, max(0, x): NaN gives NaN, -0 gives +0. The derivative is 1 for x > 0, 0 for
// x <= 0, and NaN for NaN.

#include <cstddef>

namespace ffn {

/// Computes y[i] = relu(x[i]) for i < count; y may be x.
void relu_value(const float* x, float* y, std::size_t count);

/// Computes y[i] = relu'(x[i]) for i < count; y may be x.
void relu_derivative(const float* x, float* y, std::size_t count);

}  // namespace ffn
