#pragma once
// The notebook's section 4.3: one input, the same weights, two activations - statistics of every tensor of both passes, and
// how far they end up apart.

#include <optional>

#include "ffn/analysis/difference.h"
#include "ffn/analysis/summary.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// One summary for each tensor of a pass.
struct ForwardStatistics {
  Summary x;
  Summary pre_activation;
  std::optional<Summary> gate;  ///< of gated networks
  Summary hidden;
  Summary output;
};

/// Of one pass in evaluation mode, x (tokens, d_model). Throws ArgumentError for other shapes and for no token.
ForwardStatistics forward_statistics(const FeedForward& network, const ConstMatrixView& x);

/// Two passes that differ in the activation alone: x, pre_activation and gate are the same in both.
struct ForwardComparison {
  ForwardStatistics a;
  ForwardStatistics b;
  Difference hidden;  ///< a's against b's
  Difference output;
};

/// The same network with activation a and with activation b, whatever its own. Throws as forward_statistics.
ForwardComparison compare_forward(const FeedForward& network, const ConstMatrixView& x, Activation a, Activation b);

}  // namespace ffn
