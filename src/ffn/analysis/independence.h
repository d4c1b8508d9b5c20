#pragma once
// Tests whether a network is position-wise. Three experiments in evaluation mode are compared bit
// by bit with one pass over the batch: each token processed alone, the tokens permuted, and the
// batch with one token changed.

#include <cstdint>
#include <vector>

#include "ffn/analysis/difference.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// The token that the third experiment changes, and the seed of the permutation.
struct IndependenceOptions {
  std::int64_t changed_token = 0;
  double change = 1.0;     ///< added to every feature of that token
  std::uint32_t seed = 0;  ///< of the permutation
};

/// Differences between each experiment's output and the output of the pass over the batch.
struct Independence {
  bool independent = false;  ///< no bit differs in alone, permuted and others
  Difference alone;          ///< each token processed alone, compared with the batch
  std::vector<std::int64_t>
      permutation;  ///< row i is token permutation[i]; with two or more tokens every token moves
  Difference
      permuted;  ///< outputs of the permuted tokens in the original order, compared with the batch
  Difference others;   ///< all tokens but the changed one; count 0 if there is no other
  Difference changed;  ///< the changed token: confirms that the change affected its output
};

/// Runs the three experiments on x (tokens, d_model). Throws ArgumentError for other shapes, no
/// token, a changed_token that does not exist, and a change that is not finite.
Independence independence(const FeedForward& network, const ConstMatrixView& x,
                          const IndependenceOptions& options = {});

}  // namespace ffn
