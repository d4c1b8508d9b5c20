#pragma once
// ReLU on vector lanes: max(0, x), with NaN kept and every zero positive. Its derivative is 1 above 0, 0 elsewhere, NaN for NaN.

#include <cstddef>

namespace ffn {

/// y[i] = relu(x[i]) for i < count; y may be x.
void relu_value(const float* x, float* y, std::size_t count);

/// y[i] = relu'(x[i]) for i < count; y may be x.
void relu_derivative(const float* x, float* y, std::size_t count);

}  // namespace ffn
