#pragma once
// Ablation of hidden units: the output of a network when selected neurons are multiplied by a
// factor: 0 removes them, -1 negates them. The network's own layers compute the output, so all
// other hidden units keep exactly the same bits.

#include <vector>

#include "ffn/core/names.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

enum class AblationSite {
  kBeforeActivation,  ///< scales pre_activation
  kAfterActivation,   ///< scales hidden
};
FFN_NAMES(AblationSite, "site", "before_activation", "after_activation");

/// The neurons to scale, the factor, and whether to scale before or after the activation.
struct AblationOptions {
  std::vector<Index> neurons;
  double factor = 0.0;  ///< factor 0 gives exactly 0, even for NaN and infinity
  AblationSite site = AblationSite::kAfterActivation;
};

/// The network's output for one input, without and with the ablation.
struct Ablation {
  Matrix baseline;  // (tokens, d_model): output of the unchanged network
  Matrix output;    // (tokens, d_model): output with the neurons scaled
};

/// Computes both outputs for x (tokens, d_model) in evaluation mode. Throws ArgumentError for other
/// shapes, for an empty list of neurons, a neuron that does not exist or occurs twice, and a factor
/// that is not finite.
Ablation ablate(const FeedForward& network, const ConstMatrixView& x,
                const AblationOptions& options);

}  // namespace ffn
