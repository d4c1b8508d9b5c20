#pragma once
// One softmax row on vector lanes: its exponentials, their division by their sum, and the way back.

#include <cstddef>

namespace ffn {

/// y[i] = e^(x[i] - largest), rounded once to float32, for i < count; returns their sum before rounding. y may be x.
/// For x[i] <= largest; x[i] = -inf gives 0, NaN anywhere gives NaN.
double shifted_exponentials(const float* x, float largest, float* y, std::size_t count);

/// y[i] = y[i] / divisor, in double and rounded once.
void divide(float* y, double divisor, std::size_t count);

/// Back through a softmax row y: grad_x[i] = y[i] (grad_y[i] - sum over j of grad_y[j] y[j]). grad_x may be grad_y.
void softmax_row_backward(const float* y, const float* grad_y, float* grad_x, std::size_t count);

}  // namespace ffn
