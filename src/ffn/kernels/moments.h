#pragma once
// Mean and variance of a row of float32 and its normalisation, in double on vector lanes: what LayerNorm is made of.
// Two passes, so that the variance of numbers far from zero keeps its digits.

#include <cstddef>

namespace ffn {

/// Mean and variance of one row, in double.
struct Moments {
  double mean;
  double variance;  ///< biased: the mean of the squared deviations
};

/// Of x[0] to x[count - 1]; count is 1 or more.
Moments moments(const float* x, std::size_t count);

/// y[i] = (x[i] - mean) * factor * scale[i] + shift[i], computed in double and rounded once; y may be x.
void normalize(const float* x, std::size_t count, double mean, double factor, const float* scale, const float* shift, float* y);

/// A row as normalize had it.
struct NormalizedRow {
  const float* x;
  std::size_t count;
  double mean;
  double factor;
};

/// Where gradients of `count` elements go: that of x is written, those of scale and shift grow. None may overlap another row.
struct NormalizedGradients {
  float* scale;
  float* shift;
  float* x;
};

/// Back through normalize. With n = (x - mean) factor and g = grad_y scale, and the mean and the deviation depending on x as LayerNorm's
/// do: grad_x = factor (g - mean(g) - n mean(g n)) (Ba, Kiros, Hinton 2016, arXiv 1607.06450).
void normalize_backward(const NormalizedRow& row, const float* scale, const float* grad_y, const NormalizedGradients& grads);

}  // namespace ffn
