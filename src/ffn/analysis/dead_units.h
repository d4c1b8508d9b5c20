#pragma once
// Dead, silent and active hidden units for a given set of tokens.
//   dead    activation'(pre_activation) is exactly 0 (in float32) for every token, so no gradient
//           reaches the unit's key and bias. For ReLU: pre_activation <= 0 for every token. A unit
//           with a smooth activation is dead only if the derivative underflows, or if every
//           pre_activation is exactly at the activation's minimum.
//   silent  |hidden| < threshold for every token: the unit contributes almost nothing, but may
//           still receive gradients.
//   active  for one token: pre_activation > 0.
// The result holds for these tokens only. NaN counts as neither dead nor silent nor active.

#include <cstdint>
#include <vector>

#include "ffn/nn/feed_forward.h"

namespace ffn {

/// The dead units, the silent units, and how often each unit is active.
struct DeadUnits {
  std::int64_t tokens = 0;
  std::int64_t units = 0;
  std::vector<std::int64_t> dead;    ///< indices, ascending
  std::vector<std::int64_t> silent;  ///< indices, ascending
  std::vector<double>
      active_share;  ///< per unit: fraction of tokens for which it is active, 0 to 1
};

/// Classifies the units from pre_activation and hidden (tokens, d_ff) of one forward pass with that
/// activation. Throws ArgumentError if the shapes differ, if there is no token, and for a threshold
/// that is negative or not finite.
DeadUnits dead_units(Activation activation, const ConstMatrixView& pre_activation,
                     const ConstMatrixView& hidden, double threshold);

}  // namespace ffn
