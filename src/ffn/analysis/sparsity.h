#pragma once
// How sparse activations are, by three definitions that must not be confused:
//   zero          a == 0 exactly (either sign): what ReLU makes ("The Lazy Neuron Phenomenon", Li et al. 2022, arXiv 2210.06313)
//   not_positive  a <= 0: what a reader of "the unit does not fire" expects; GELU's small negatives count
//   small         |a| < threshold: what remains of sparsity for GELU, which is almost never exactly 0; depends on the threshold
// NaN is none of the three.

#include <cstdint>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// How many of some elements meet each definition; shares are of `count`, 0 to 1.
struct SparsityCounts {
  std::int64_t count = 0;  ///< all elements, NaN too
  std::int64_t zero = 0;
  std::int64_t not_positive = 0;
  std::int64_t small = 0;

  double zero_share() const { return share_of(zero); }
  double not_positive_share() const { return share_of(not_positive); }
  double small_share() const { return share_of(small); }

 private:
  double share_of(std::int64_t part) const { return static_cast<double>(part) / static_cast<double>(count); }
};

/// The same counts three times: of the whole tensor, of each token, of each neuron.
struct Sparsity {
  SparsityCounts all;
  std::vector<SparsityCounts> per_token;   ///< one per row
  std::vector<SparsityCounts> per_neuron;  ///< one per column
};

/// activations (tokens, neurons). Throws ArgumentError unless there is an element and threshold is finite and 0 or more.
Sparsity sparsity(const ConstMatrixView& activations, double threshold);

}  // namespace ffn
