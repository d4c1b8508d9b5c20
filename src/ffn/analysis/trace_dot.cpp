#include "ffn/analysis/trace_dot.h"

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"

namespace ffn {

DotTrace trace_dot(const Linear& layer, const ConstMatrixView& input, Index token, Index feature) {
  check_shape("input", shape_of(input), {input.rows(), layer.in_features()});
  check(input.rows() >= 1, "input", shape_of(input), "one token or more");
  check_index("token", token, input.rows());
  check_index("feature", feature, layer.out_features());
  const ConstMatrixView x = row_slice(input, token, 1);
  const ConstMatrixView weight = row_slice(view(layer.weight), feature, 1);
  const float* bias = layer.bias.size() == 0 ? nullptr : layer.bias.data() + feature;
  DotTrace trace;
  trace.input.assign(x.data(), x.data() + x.size());
  trace.weight.assign(weight.data(), weight.data() + weight.size());
  double sum = 0.0;
  for (std::size_t k = 0; k < trace.input.size(); ++k) {
    trace.terms.push_back(static_cast<double>(trace.input[k]) * trace.weight[k]);
    sum += trace.terms.back();
    trace.partial_sums.push_back(sum);
  }
  trace.bias = bias == nullptr ? 0.0F : *bias;
  trace.sum = sum + trace.bias;
  affine(x, weight, bias, MatrixView(&trace.computed, 1, 1));
  return trace;
}

}  // namespace ffn
