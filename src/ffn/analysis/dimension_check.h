#pragma once
// The notebook's validate_dimension_preservation: does a network really give back the shape that it was given? Each check
// builds the network, runs a traced pass and reads the shapes off the tensors that the pass left behind.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/shape.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Largest number of elements of one tensor of a check, 2^24 float32 = 64 MiB: GPT-2 XL's layer passes.
inline constexpr std::int64_t kMaxCheckedElements = std::int64_t{1} << 24;

/// One check: a network with random weights, and a random input (batch, seq_len, d_model).
struct DimensionConfiguration {
  FeedForwardOptions network;
  std::int64_t batch = 1;
  std::int64_t seq_len = 1;
  std::uint32_t seed = 0;  ///< of the weights (initialisation kPytorch), then of a standard normal input
};

/// The shapes of the tensors that one pass left behind, and what was found in them.
struct DimensionReport {
  Shape input;             // (batch, seq_len, d_model)
  Shape pre_activation;    // (batch, seq_len, d_ff)
  Shape gate;              // (batch, seq_len, d_ff), or empty in a network without
  Shape hidden;            // (batch, seq_len, d_ff)
  Shape output;            // (batch, seq_len, d_model)
  bool preserved = false;  ///< input and output have one shape, and every element of the output was written
  bool finite = false;     ///< no element of any tensor is NaN or infinite
  std::int64_t parameter_count = 0;
};

/// Throws ArgumentError for sizes below 1 and for tensors beyond kMaxCheckedElements, before anything is allocated.
DimensionReport check_dimensions(const DimensionConfiguration& configuration);

/// The notebook's three: (128, 512, 2 x 10), (256, 1024, 4 x 20), (512, 2048, 8 x 50), exact GELU.
std::array<DimensionConfiguration, 3> notebook_configurations();

/// One report per configuration, in order, with one network at a time in memory.
std::vector<DimensionReport> check_dimensions(std::span<const DimensionConfiguration> configurations);

}  // namespace ffn
