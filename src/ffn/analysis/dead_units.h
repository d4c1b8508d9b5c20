#pragma once
// Hidden units that a set of tokens cannot train or does not use.
//   dead    activation'(pre_activation) is exactly 0 (in float32) for every token, so that no gradient reaches the unit's key
//           and bias; for ReLU: pre_activation <= 0 throughout. A smooth activation dies only where its derivative underflows
//           or, by chance, in its very minimum.
//   silent  |hidden| < threshold for every token: the unit may learn, but it says nothing.
//   active  for one token: pre_activation > 0.
// All of them are statements about these tokens and no others. NaN is neither dead nor silent nor active.

#include <cstdint>
#include <vector>

#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Which hidden units are dead, which are silent, and how often each is active.
struct DeadUnits {
  std::int64_t tokens = 0;
  std::int64_t units = 0;
  std::vector<std::int64_t> dead;    ///< indices, ascending
  std::vector<std::int64_t> silent;  ///< indices, ascending
  std::vector<double> active_share;  ///< per unit, the share of tokens for which it is active, 0 to 1
};

/// pre_activation and hidden (tokens, d_ff) of one pass with that activation. Throws ArgumentError for different shapes, no
/// token and a threshold that is negative or not finite.
DeadUnits dead_units(Activation activation, const ConstMatrixView& pre_activation, const ConstMatrixView& hidden, double threshold);

}  // namespace ffn
