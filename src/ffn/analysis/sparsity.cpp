#include "ffn/analysis/sparsity.h"

#include <cmath>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

double share_of(std::int64_t part, std::int64_t count) {
  return static_cast<double>(part) / static_cast<double>(count);
}

/// Counts the elements that meet a definition, per row and per column, and returns their number.
template <class Definition>
std::int64_t count_where(const ConstMatrixView& activations, SparsityColumn& per_token,
                         SparsityColumn& per_neuron, Definition meets) {
  const auto met =
      activations.unaryExpr([&](float a) { return static_cast<std::int64_t>(meets(a)); });
  const auto write = [](SparsityColumn& to, const auto& counts, Index of) {
    to.counts.assign(counts.begin(), counts.end());
    for (const std::int64_t count : to.counts) to.shares.push_back(share_of(count, of));
  };
  write(per_token, MatrixOf<std::int64_t>(met.rowwise().sum()).reshaped(), activations.cols());
  write(per_neuron, MatrixOf<std::int64_t>(met.colwise().sum()).reshaped(), activations.rows());
  return met.sum();
}

}  // namespace

Sparsity sparsity(const ConstMatrixView& activations, double threshold) {
  check(activations.size() > 0, "tensor", shape_of(activations), "one element or more");
  check(std::isfinite(threshold) && threshold >= 0.0, "threshold", threshold,
        "a finite number of 0 or more");
  Sparsity found;
  auto& [count, zero, not_positive, small, zero_share, not_positive_share, small_share, tokens,
         neurons] = found;
  count = activations.size();
  zero = count_where(activations, tokens.zero, neurons.zero, [](float a) { return a == 0.0F; });
  not_positive = count_where(activations, tokens.not_positive, neurons.not_positive,
                             [](float a) { return a <= 0.0F; });
  small = count_where(activations, tokens.small, neurons.small,
                      [&](float a) { return std::abs(static_cast<double>(a)) < threshold; });
  zero_share = share_of(zero, count);
  not_positive_share = share_of(not_positive, count);
  small_share = share_of(small, count);
  return found;
}

}  // namespace ffn
