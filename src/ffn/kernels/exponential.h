#pragma once
// The exponentials of one softmax row on vector lanes.

#include <cstddef>

namespace ffn {

/// y[i] = e^(x[i] - largest), rounded once to float32, for i < count; returns their sum before rounding. y may be x.
/// For x[i] <= largest; x[i] = -inf gives 0, NaN anywhere gives NaN.
double shifted_exponentials(const float* x, float largest, float* y, std::size_t count);

}  // namespace ffn
