#pragma once
// Runs the stages of a forward pass separately, so that a caller can measure the time of each.
//
// A stage runs as in a pass without a trace (nn/packed_layers.h): on the same blocks and with the
// same packed weights, and the hidden tensor exists for one block at a time. Its time differs from
// its time within a pass for two reasons: its own weights may stay in a cache that is too small for
// the weights of both products, and the activation writes to a second buffer instead of in place,
// so that it can run again on the same input.

#include <cstdint>
#include <memory>

#include "ffn/nn/feed_forward.h"

namespace ffn {

inline constexpr std::int64_t kMaxStagePasses = 1'000'000;

/// The stages of a network's forward pass of one input. Later changes of the network and of x have
/// no effect.
class ForwardStages {
 public:
  /// x (tokens, d_model). Throws ArgumentError for another shape or no token, and std::bad_alloc.
  ForwardStages(const FeedForward& network, const ConstMatrixView& x);

  /// Runs the stage `passes` times for all tokens and all hidden units. Throws ArgumentError unless
  /// passes is from 1 to kMaxStagePasses.
  void run(ForwardStage stage, std::int64_t passes);

  /// Returns the output (tokens, d_model) of the last kLinear2. If network and input fit in a
  /// single block and the stages have run in order, it is bit for bit the output of a forward pass.
  /// With more blocks all blocks share one buffer, so kActivation and kLinear2 compute on the
  /// values of the last block.
  const Matrix& output() const { return output_; }

 private:
  PackedPass pass();

  std::shared_ptr<const PackedLayers> layers_;
  Activation activation_;
  Matrix x_;       // (tokens, d_model)
  Matrix output_;  // (tokens, d_model)
  ForwardBuffers buffers_;
};

}  // namespace ffn
