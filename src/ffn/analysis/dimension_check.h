#pragma once
// Checks by experiment that a feed-forward network preserves the shape of its input: builds a
// network with random weights, runs a traced forward pass and reports the shapes of the tensors
// that the pass computed.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/shape.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Largest number of elements of one tensor of a check, 2^24 float32 = 64 MiB; enough for a layer
/// of GPT-2 XL.
inline constexpr std::int64_t kMaxCheckedElements = std::int64_t{1} << 24;

/// The configuration of one check: a network with random weights and a random input (batch,
/// seq_len, d_model).
struct DimensionConfiguration {
  FeedForwardOptions network;
  std::int64_t batch = 1;
  std::int64_t seq_len = 1;
  std::uint32_t seed = 0;  ///< one generator draws the weights (initialization kPytorch), then a
                           ///< standard normal input
};

/// The shapes of the tensors of one forward pass, and the results of the check.
struct DimensionReport {
  Shape input;           // (batch, seq_len, d_model)
  Shape pre_activation;  // (batch, seq_len, d_ff)
  Shape gate;            // (batch, seq_len, d_ff), or empty in a network without a gate
  Shape hidden;          // (batch, seq_len, d_ff)
  Shape output;          // (batch, seq_len, d_model)
  bool preserved =
      false;  ///< input and output have the same shape, and every element of the output was written
  bool finite = false;  ///< no element of any tensor is NaN or infinite
  std::int64_t parameter_count = 0;
};

/// Runs one check. Throws ArgumentError for sizes below 1 and for tensors larger than
/// kMaxCheckedElements, before allocating anything.
DimensionReport check_dimensions(const DimensionConfiguration& configuration);

/// Returns three configurations (d_model, d_ff, batch x seq_len): (128, 512, 2 x 10), (256, 1024, 4
/// x 20), (512, 2048, 8 x 50), exact GELU.
std::array<DimensionConfiguration, 3> default_configurations();

/// Runs all checks and returns one report per configuration, in order; only one network is in
/// memory at a time.
std::vector<DimensionReport> check_dimensions(
    std::span<const DimensionConfiguration> configurations);

}  // namespace ffn
