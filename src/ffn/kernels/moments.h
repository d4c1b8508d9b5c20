#pragma once
// Mean and variance of a row of float32 and its normalisation, in double on vector lanes: what LayerNorm is made of.
// Two passes, so that the variance of numbers far from zero keeps its digits.

#include <cstddef>

namespace ffn {

struct Moments {
  double mean;
  double variance;  ///< biased: the mean of the squared deviations
};

/// Of x[0] to x[count - 1]; count is 1 or more.
Moments moments(const float* x, std::size_t count);

/// y[i] = (x[i] - mean) * factor * scale[i] + shift[i], computed in double and rounded once; y may be x.
void normalize(const float* x, std::size_t count, double mean, double factor, const float* scale, const float* shift, float* y);

}  // namespace ffn
