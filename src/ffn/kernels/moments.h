#pragma once
// SIMD kernels of LayerNorm: mean, variance and normalization of a row of float32, computed in
// double. The variance is computed in a second pass, which avoids cancellation for numbers far from
// zero.

#include <cstddef>

namespace ffn {

/// Mean and variance of one row.
struct Moments {
  double mean;
  double variance;  ///< biased: the mean of the squared deviations
};

/// Computes mean and variance of x[0] to x[count - 1]; count is 1 or more.
Moments moments(const float* x, std::size_t count);

/// Computes y[i] = (x[i] - mean) * factor * scale[i] + shift[i] in double, rounded once to float32;
/// y may be x.
void normalize(const float* x, std::size_t count, double mean, double factor, const float* scale,
               const float* shift, float* y);

/// The arguments of normalize for one row.
struct NormalizedRow {
  const float* x;
  std::size_t count;
  double mean;
  double factor;
};

/// Output rows of normalize_backward, `count` elements each: the gradient of x is written, those of
/// scale and shift are accumulated. They must not overlap other rows.
struct NormalizedGradients {
  float* scale;
  float* shift;
  float* x;
};

/// Backward pass of LayerNorm. With n = (x - mean) factor and g = grad_y scale, where mean and
/// deviation depend on x: grad_x = factor (g - mean(g) - n mean(g n)) (Ba, Kiros, Hinton 2016,
/// arXiv 1607.06450).
void normalize_backward(const NormalizedRow& row, const float* scale, const float* grad_y,
                        const NormalizedGradients& grads);

}  // namespace ffn
