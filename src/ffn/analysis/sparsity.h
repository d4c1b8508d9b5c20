#pragma once
// Sparsity of activations, by three definitions that must not be confused:
//   zero          a == 0 exactly (either sign): the sparsity of ReLU ("The Lazy Neuron Phenomenon",
//                 Li et al. 2022, arXiv 2210.06313)
//   not_positive  a <= 0: the unit does not fire; includes GELU's small negative values
//   small         |a| < threshold: also suits GELU, which is almost never exactly 0; depends on the
//                 threshold
// NaN counts as none of the three.

#include <cstdint>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// Number of elements that meet a definition, per token or per neuron, and the share of the token's
/// or neuron's elements, 0 to 1.
struct SparsityColumn {
  std::vector<std::int64_t> counts;
  std::vector<double> shares;
};

/// The counts and shares by each definition.
struct SparsityColumns {
  SparsityColumn zero, not_positive, small;
};

/// Counts and shares of the whole tensor, per token (one per row) and per neuron (one per column).
struct Sparsity {
  std::int64_t count = 0;  ///< all elements, including NaN
  std::int64_t zero = 0;
  std::int64_t not_positive = 0;
  std::int64_t small = 0;
  double zero_share = 0;
  double not_positive_share = 0;
  double small_share = 0;
  SparsityColumns per_token;
  SparsityColumns per_neuron;
};

/// Counts the elements of activations (tokens, neurons). Throws ArgumentError unless there is an
/// element and threshold is finite and 0 or more.
Sparsity sparsity(const ConstMatrixView& activations, double threshold);

}  // namespace ffn
