#include "ffn/analysis/sparsity.h"

#include <cmath>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void add(SparsityCounts& to, const SparsityCounts& other) {
  to.count += other.count;
  to.zero += other.zero;
  to.not_positive += other.not_positive;
  to.small += other.small;
}

SparsityCounts counts_of(float activation, double threshold) {
  SparsityCounts one{1, 0, 0, 0};
  if (activation == 0.0F) one.zero = 1;
  if (activation <= 0.0F) one.not_positive = 1;
  if (std::abs(static_cast<double>(activation)) < threshold) one.small = 1;
  return one;
}

}  // namespace

Sparsity sparsity(const ConstMatrixView& activations, double threshold) {
  check(activations.size() > 0, "tensor", shape_of(activations), "one element or more");
  check(std::isfinite(threshold) && threshold >= 0.0, "threshold", threshold, "a finite number of 0 or more");
  Sparsity found;
  found.per_token.resize(static_cast<std::size_t>(activations.rows()));
  found.per_neuron.resize(static_cast<std::size_t>(activations.cols()));
  for (Index token = 0; token < activations.rows(); ++token) {
    SparsityCounts& row = found.per_token[static_cast<std::size_t>(token)];
    for (Index neuron = 0; neuron < activations.cols(); ++neuron) {
      const SparsityCounts one = counts_of(activations(token, neuron), threshold);
      add(row, one);
      add(found.per_neuron[static_cast<std::size_t>(neuron)], one);
    }
    add(found.all, row);
  }
  return found;
}

}  // namespace ffn
