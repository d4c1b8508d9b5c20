#pragma once
// Runs the stages of a forward pass separately, so that a caller can measure the time of each.
//
// Stages run on the same blocks as a forward pass (nn/forward_blocks.h) and with the same packed weights. As in a pass, the hidden tensor
// exists for one block at a time and fits in the L2 cache. The time of a separate stage differs from its time within a pass in two ways:
// its own weights may stay in a cache that is too small for the weights of both products, and the activation writes to a second buffer
// instead of in place, so that it can run again on the same input.

#include <cstdint>
#include <string_view>

#include "ffn/nn/forward_blocks.h"
#include "ffn/nn/packed_feed_forward.h"

namespace ffn {

/// The stages in order. In a gated network kLinear1 includes both products of x, and kActivation the multiplication by the gate.
enum class ForwardStage { kLinear1, kActivation, kLinear2 };

/// Returns the stage named "linear1", "activation" or "linear2". Throws ArgumentError for any other name.
ForwardStage forward_stage_named(std::string_view name);

inline constexpr std::int64_t kMaxStagePasses = 1'000'000;

/// The stages of a network's forward pass of one input. Copies the network and the input.
class ForwardStages {
 public:
  /// x (tokens, d_model). Throws ArgumentError for another shape or no token.
  ForwardStages(const FeedForward& network, const ConstMatrixView& x);

  /// Runs the stage `passes` times for all tokens and all hidden units. Throws ArgumentError unless passes is from 1 to kMaxStagePasses.
  void run(ForwardStage stage, std::int64_t passes);

  /// Returns the output (tokens, d_model) of the last kLinear2. If network and input fit in a single block and the stages have run in
  /// order, it is bit for bit the output of a forward pass. With more blocks all blocks share one buffer, so kActivation and kLinear2
  /// compute on the values of the last block.
  const Matrix& output() const { return output_; }

 private:
  void run_block(ForwardStage stage, const ForwardBlock& at);

  PackedFeedForward network_;
  Matrix x_;                  // (tokens, d_model)
  Matrix output_;             // (tokens, d_model)
  RowVector pre_activation_;  // buffers of one block each
  RowVector gate_;
  RowVector hidden_;
};

}  // namespace ffn
