#pragma once
// Exact cost of layers: parameters, bytes and operations. Counts are 64-bit integers; sizes whose
// counts could exceed 2^53, the largest integer that JavaScript represents exactly, are rejected.
// An operation is one multiplication or one addition of a matrix product, so a weight costs 2
// operations per token; biases, activations and the softmax are not counted.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// The cost of a feed-forward network, compared with an attention layer of the same width and with
/// the block that contains both.
struct FeedForwardCost {
  std::int64_t linear1 = 0;      ///< parameters of d_model -> d_ff, the gate's included
  std::int64_t linear2 = 0;      ///< parameters of d_ff -> d_model
  std::int64_t parameters = 0;   ///< total: 2 r d^2 + (r + 1) d for ratio r = d_ff / d_model, with
                                 ///< biases and without a gate
  std::int64_t attention = 0;    ///< parameters of an attention layer of the same width: four
                                 ///< (d_model, d_model) layers with biases
  std::int64_t norms = 0;        ///< parameters of the block's two layer norms
  std::int64_t block = 0;        ///< parameters of the block: attention, norms and network
  double share_of_block = 0.0;   ///< parameters / block, 0 to 1
  double per_attention = 0.0;    ///< parameters / attention; close to 2 for d_ff = 4 d_model
  std::int64_t bytes = 0;        ///< size of the parameters in float32
  std::int64_t activations = 0;  ///< numbers that a traced pass stores per token: pre_activation,
                                 ///< hidden, the gate and the output
  std::int64_t operations = 0;   ///< of the matrix products per token, 2 per weight
};

/// Computes the cost of a network. Throws ArgumentError for sizes below 1 or above 2^28, and for
/// products of two sizes above 2^47, whose counts could exceed 2^53.
FeedForwardCost feed_forward_cost(std::int64_t d_model, std::int64_t d_ff, bool bias = true,
                                  bool gated = false);

/// The cost of a network without a gate whose hidden layer has d_ff = ratio * d_model units.
struct RatioCost {
  std::int64_t ratio = 0;
  std::int64_t d_ff = 0;  ///< ratio * d_model
  FeedForwardCost cost;
  double growth = 0.0;  ///< parameters / parameters of the first ratio; the parameter count grows
                        ///< about linearly with the ratio
};

/// Computes the cost for each expansion ratio, such as 1, 2, 4, 8. Throws ArgumentError for ratios
/// below 1 and as feed_forward_cost does.
std::vector<RatioCost> ratio_costs(std::int64_t d_model, std::span<const std::int64_t> ratios,
                                   bool bias = true);

/// Parameters of an attention layer, and its operations per token. The projections cost the same
/// for every token; the cost of scores and mixture grows with the number of visible positions and
/// is averaged over the sequence.
struct AttentionCost {
  std::int64_t parameters = 0;   ///< four (d_model, d_model) layers and their biases
  std::int64_t bytes = 0;        ///< size of the parameters in float32
  std::int64_t projections = 0;  ///< operations of query, key, value and output: 8 d_model^2
  std::int64_t scores = 0;       ///< query times keys, all heads: 2 d_model per visible token, so
                                 ///< (seq_len + 1) d_model when causal
  std::int64_t mixture = 0;      ///< weights times values; equal to scores
  std::int64_t operations = 0;   ///< projections + scores + mixture
};

/// Computes the cost of an attention layer. Throws ArgumentError for the same sizes as
/// feed_forward_cost.
AttentionCost attention_cost(std::int64_t d_model, std::int64_t seq_len, bool causal = true,
                             bool qkv_bias = true);

}  // namespace ffn
