#pragma once
// What a network costs: parameters and operations, exact. Sizes are counted in 64 bits and refused above 2^53, the largest
// whole number that JavaScript can hold.

#include <cstdint>

#include "ffn/core/matrix.h"

namespace ffn {

struct FeedForwardCost {
  std::int64_t linear1 = 0;     ///< parameters of d_model -> d_ff, the gate's included
  std::int64_t linear2 = 0;     ///< parameters of d_ff -> d_model
  std::int64_t parameters = 0;  ///< all: 2 r d^2 + (r + 1) d for ratio r = d_ff / d_model, with biases and without a gate
  std::int64_t attention = 0;   ///< parameters of an attention of the same width, four (d_model, d_model) layers with biases
  std::int64_t norms = 0;       ///< parameters of the block's two layer norms
  std::int64_t block = 0;       ///< all of a block: attention, norms and network
  double share_of_block = 0.0;  ///< parameters / block, 0 to 1
  std::int64_t operations = 0;  ///< multiplications and additions of the products per token, 2 per weight
};

/// Throws ArgumentError for sizes below 1 or counts above 2^53.
FeedForwardCost feed_forward_cost(std::int64_t d_model, std::int64_t d_ff, bool bias = true, bool gated = false);

}  // namespace ffn
