#pragma once
// The class FeedForward of the WebAssembly module (network_handle.h), and what blocks share with it.

#include <string>

#include "ffn/nn/feed_forward.h"
#include "ffn/nn/packed_feed_forward.h"
#include "network_handle.h"

namespace ffn::bindings {

struct FeedForwardEdge {
  using Network = FeedForward;
  using Trace = FeedForwardTrace;
  using Prepared = PackedFeedForward;
  static Input input(const FeedForward& network, const Tensor& x) { return tokens_of(x, network.d_model()); }
  static void forward(const FeedForward& network, const Input& x, MatrixView output, FeedForwardTrace* trace, RandomState* rng);
  static val write_trace(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const Matrix& output);
  static val backward(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const ConstMatrixView& grad_output);
};

using FeedForwardHandle = NetworkHandle<FeedForwardEdge>;

/// "hidden" or "output". Throws ArgumentError for any other name.
DropoutPlacement placement_named(const std::string& name);

/// activation, dropout and dropout_placement: what networks of every origin have in common.
FeedForwardOptions read_behaviour(const val& options);

/// PREFIXw1, PREFIXb1, ... as the layers of a network.
FeedForwardLayers read_feed_forward_layers(WeightReader& reader, const std::string& prefix);

}  // namespace ffn::bindings
