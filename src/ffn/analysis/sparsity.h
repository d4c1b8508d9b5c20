#pragma once
// Sparsity of activations, by three definitions that must not be confused:
//   zero          a == 0 exactly (either sign): the sparsity of ReLU ("The Lazy Neuron Phenomenon", Li et al. 2022, arXiv 2210.06313)
//   not_positive  a <= 0: the unit does not fire; includes GELU's small negative values
//   small         |a| < threshold: a definition that also suits GELU, which is almost never exactly 0; depends on the threshold
// NaN counts as none of the three.

#include <cstdint>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// Number of elements that meet each definition; shares are fractions of `count`, 0 to 1.
struct SparsityCounts {
  std::int64_t count = 0;  ///< all elements, including NaN
  std::int64_t zero = 0;
  std::int64_t not_positive = 0;
  std::int64_t small = 0;

  double zero_share() const { return share_of(zero); }
  double not_positive_share() const { return share_of(not_positive); }
  double small_share() const { return share_of(small); }

 private:
  double share_of(std::int64_t part) const { return static_cast<double>(part) / static_cast<double>(count); }
};

/// Counts of the whole tensor, per token and per neuron.
struct Sparsity {
  SparsityCounts all;
  std::vector<SparsityCounts> per_token;   ///< one per row
  std::vector<SparsityCounts> per_neuron;  ///< one per column
};

/// Counts the elements of activations (tokens, neurons). Throws ArgumentError unless there is an element and threshold is finite and 0 or
/// more.
Sparsity sparsity(const ConstMatrixView& activations, double threshold);

}  // namespace ffn
