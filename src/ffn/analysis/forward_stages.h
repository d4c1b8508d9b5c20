#pragma once
// Where the time of a forward pass goes: its stages one by one, for who measures them.
//
// They run on the blocks of which a pass consists (nn/forward_blocks.h), with the weights packed as there. Between the stages of a pass the
// hidden tensor exists for a block at a time and stays in a second-level cache; so it does here. A stage alone takes the time that it takes
// within a pass but for two things: it finds its own weights in a cache into which those of both products may not fit together, and the
// activation leaves what it is given as it was, so that it can run again. The clock is the caller's.

#include <cstdint>
#include <string_view>

#include "ffn/nn/forward_blocks.h"
#include "ffn/nn/packed_feed_forward.h"

namespace ffn {

/// In their order. Of a gated network, kLinear1 has both products of x, and kActivation the multiplication by the gate.
enum class ForwardStage { kLinear1, kActivation, kLinear2 };

/// "linear1", "activation" or "linear2". Throws ArgumentError for any other name.
ForwardStage forward_stage_named(std::string_view name);

inline constexpr std::int64_t kMaxStagePasses = 1'000'000;

/// The stages of one network's passes of one input, of both of which it has copies.
class ForwardStages {
 public:
  /// x (tokens, d_model). Throws ArgumentError for another shape or no token.
  ForwardStages(const FeedForward& network, const ConstMatrixView& x);

  /// Does what that stage does in `passes` passes, for all tokens and all hidden units. Throws ArgumentError unless passes is from 1 to
  /// kMaxStagePasses.
  void run(ForwardStage stage, std::int64_t passes);

  /// (tokens, d_model), of the last kLinear2: for a network and an input of a single block, after each stage in order, bit for bit the
  /// output of a pass. With more blocks kActivation and kLinear2 find in each of them what the last one has left.
  const Matrix& output() const { return output_; }

 private:
  void run_block(ForwardStage stage, const ForwardBlock& at);

  PackedFeedForward network_;
  Matrix x_;                  // (tokens, d_model)
  Matrix output_;             // (tokens, d_model)
  RowVector pre_activation_;  // a block of each
  RowVector gate_;
  RowVector hidden_;
};

}  // namespace ffn
