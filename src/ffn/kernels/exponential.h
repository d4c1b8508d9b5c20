#pragma once
// SIMD kernels of one softmax row: exponentials, division by their sum, and the backward pass.

#include <cstddef>

namespace ffn {

/// Computes y[i] = e^(x[i] - largest), rounded once to float32, for i < count, and returns the sum
/// of the unrounded values. y may be x. Requires x[i] <= largest; -inf gives 0, NaN gives NaN.
double shifted_exponentials(const float* x, float largest, float* y, std::size_t count);

/// Computes y[i] = y[i] / divisor in double, rounded once to float32.
void divide(float* y, double divisor, std::size_t count);

/// Computes the gradient of a softmax row y: grad_x[i] = y[i] (grad_y[i] - sum over j of grad_y[j]
/// y[j]). grad_x may be grad_y.
void softmax_row_backward(const float* y, const float* grad_y, float* grad_x, std::size_t count);

}  // namespace ffn
