#pragma once
// Statistics of every tensor of a forward pass, and a comparison of two passes with the same input
// and weights but different activations.

#include <optional>

#include "ffn/analysis/difference.h"
#include "ffn/analysis/summary.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// A summary of each tensor of a forward pass.
struct ForwardStatistics {
  Summary x;
  Summary pre_activation;
  std::optional<Summary> gate;  ///< only in gated networks
  Summary hidden;
  Summary output;
};

/// Runs one pass of x (tokens, d_model) in evaluation mode. Throws ArgumentError for other shapes
/// and for no token.
ForwardStatistics forward_statistics(const FeedForward& network, const ConstMatrixView& x);

/// Two passes that differ only in the activation; x, pre_activation and gate are equal in both.
struct ForwardComparison {
  ForwardStatistics a;
  ForwardStatistics b;
  Difference hidden;  ///< between a's tensor and b's, like output
  Difference output;
};

/// Compares passes of the network with its activation replaced by a and by b. Throws as
/// forward_statistics does.
ForwardComparison compare_forward(const FeedForward& network, const ConstMatrixView& x,
                                  Activation a, Activation b);

}  // namespace ffn
