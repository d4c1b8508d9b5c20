#include "ffn/analysis/gradient_by_depth.h"

#include <cmath>
#include <span>

#include "ffn/nn/parameters.h"

namespace ffn {

namespace {

// Accumulates in double, where squares of float32 neither overflow nor underflow.
class NormSum {
 public:
  void add(std::span<const float> values) {
    for (const float value : values)
      squares_ += static_cast<double>(value) * static_cast<double>(value);
    count_ += static_cast<double>(values.size());
  }
  Norm norm() const {
    return {std::sqrt(squares_), count_ > 0.0 ? std::sqrt(squares_ / count_) : 0.0};
  }

 private:
  double squares_ = 0.0;
  double count_ = 0.0;
};

std::vector<Norm> norms_of(const std::vector<Matrix>& tensors) {
  std::vector<Norm> norms;
  for (const Matrix& tensor : tensors) {
    NormSum sum;
    sum.add({tensor.data(), static_cast<std::size_t>(tensor.size())});
    norms.push_back(sum.norm());
  }
  return norms;
}

}  // namespace

GradientByDepth gradient_by_depth(const BlockStack& stack, const ConstMatrixView& x, Index seq_len,
                                  const ConstMatrixView& grad_output, RandomState* rng) {
  BlockStack::Trace trace;
  Matrix output(x.rows(), stack.d_model());
  stack.forward(x, seq_len, view(output), &trace, rng);
  BlockStack::Gradients grads = zeros_like(stack);
  stack.backward(seq_len, trace, grad_output, grads);

  GradientByDepth result{norms_of(trace.inputs), norms_of(grads.inputs), {}};
  for (const auto& block : grads.blocks) {
    NormSum sum;
    for (const auto& parameter : parameters_of<const float>(block)) sum.add(parameter.values);
    result.parameter_gradients.push_back(sum.norm());
  }
  return result;
}

}  // namespace ffn
