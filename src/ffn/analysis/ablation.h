#pragma once
// What becomes of the output when chosen neurons are silenced (factor 0), turned round (-1) or made louder, computed by the
// network's own layers: everything that is not chosen keeps its bits.

#include <string_view>
#include <vector>

#include "ffn/nn/feed_forward.h"

namespace ffn {

enum class AblationSite {
  kBeforeActivation,  ///< scales pre_activation
  kAfterActivation,   ///< scales hidden
};

/// "before_activation" or "after_activation". Throws ArgumentError for any other name.
AblationSite ablation_site_named(std::string_view name);

/// The neurons that are scaled, by what factor, and on which side of the activation.
struct AblationOptions {
  std::vector<Index> neurons;
  double factor = 0.0;  ///< 0 gives exactly 0, of NaN and infinity too
  AblationSite site = AblationSite::kAfterActivation;
};

/// The output of one input without and with the change.
struct Ablation {
  Matrix baseline;  // (tokens, d_model): the untouched network's output
  Matrix output;    // (tokens, d_model)
};

/// x (tokens, d_model), in evaluation mode. Throws ArgumentError for other shapes, no neuron, one that does not exist or stands
/// there twice, and a factor that is not finite.
Ablation ablate(const FeedForward& network, const ConstMatrixView& x, const AblationOptions& options);

}  // namespace ffn
