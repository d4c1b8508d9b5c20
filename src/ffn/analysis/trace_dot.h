#pragma once
// One output cell of a linear layer taken apart: y(t, j) = sum over k of x(t, k) w(j, k), plus b(j).
// The kernel adds in float32, four partial sums side by side; what is shown here is the plain sum, in order of k and in double,
// beside the kernel's own result.

#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/nn/linear.h"

namespace ffn {

/// Everything that y(t, j) is made of, and the number itself in double and in float32.
struct DotTrace {
  std::vector<float> input;          ///< x(t, k), in_features of them
  std::vector<float> weight;         ///< w(j, k)
  std::vector<double> terms;         ///< x(t, k) w(j, k): the product of two float32 fits a double exactly
  std::vector<double> partial_sums;  ///< terms added in order of k, in double; the last is the whole sum
  float bias = 0.0F;                 ///< 0 for a layer without
  double sum = 0.0;                  ///< partial_sums.back() + bias: the cell in double
  float computed = 0.0F;             ///< the cell as the network computes it, bit for bit
};

/// input (tokens, in_features). Throws ArgumentError for other shapes and for a token or output feature that does not exist.
DotTrace trace_dot(const Linear& layer, const ConstMatrixView& input, Index token, Index feature);

}  // namespace ffn
