#pragma once
// Is the network position-wise? Three experiments in evaluation mode, each compared bit by bit with one pass over the batch:
// every token alone, the tokens in another order, and the batch with one token changed.

#include <cstdint>
#include <vector>

#include "ffn/analysis/difference.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Which token the third experiment changes, and the seed of the order in the second.
struct IndependenceOptions {
  std::int64_t changed_token = 0;
  double change = 1.0;     ///< added to every feature of that token
  std::uint32_t seed = 0;  ///< of the permutation
};

/// How far the output of each experiment is from that of the one pass over the batch.
struct Independence {
  bool independent = false;               ///< no bit differs in alone, permuted and others
  Difference alone;                       ///< each token run alone against the batch
  std::vector<std::int64_t> permutation;  ///< where row i of the second order came from; no token stays, but for a single one
  Difference permuted;                    ///< outputs put back in order against the batch
  Difference others;                      ///< all tokens but the changed one; count 0 when there is no other
  Difference changed;                     ///< the changed token itself: shows that the change was seen
};

/// x (tokens, d_model). Throws ArgumentError for other shapes, no token, a changed_token outside them or a change that is not finite.
Independence independence(const FeedForward& network, const ConstMatrixView& x, const IndependenceOptions& options = {});

}  // namespace ffn
