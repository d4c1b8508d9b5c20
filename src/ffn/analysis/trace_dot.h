#pragma once
// The terms and partial sums of one output element of a linear layer, y(t, j) = sum over k of x(t,
// k) w(j, k), plus b(j). The kernel sums in float32, in blocks of k; the trace shows the plain sum
// in order of k, in double, together with the kernel's result.

#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/nn/linear.h"

namespace ffn {

/// All operands and partial sums of y(t, j), and its value in double and in float32.
struct DotTrace {
  std::vector<float> input;   ///< x(t, k), in_features elements
  std::vector<float> weight;  ///< w(j, k), in_features elements
  std::vector<double>
      terms;  ///< x(t, k) w(j, k); a double represents the product of two float32 exactly
  std::vector<double>
      partial_sums;       ///< terms added in order of k, in double; the last is the complete sum
  float bias = 0.0F;      ///< 0 for a layer without a bias
  double sum = 0.0;       ///< partial_sums.back() + bias: the element in double
  float computed = 0.0F;  ///< the element as the network computes it, bit for bit
};

/// Traces output element (token, feature) for input (tokens, in_features). Throws ArgumentError for
/// other shapes and for a token or output feature that does not exist.
DotTrace trace_dot(const Linear& layer, const ConstMatrixView& input, Index token, Index feature);

}  // namespace ffn
