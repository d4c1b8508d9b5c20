#pragma once
// The class FeedForward of the WebAssembly module (network_handle.h), and functions shared with the bindings of blocks.

#include <string>

#include "ffn/nn/feed_forward.h"
#include "network_handle.h"

namespace ffn::bindings {

struct FeedForwardTraits {
  using Options = FeedForwardOptions;
  using Network = FeedForward;
  using Trace = FeedForwardTrace;
  static FeedForward read(WeightReader& reader, const FeedForwardOptions& options);
  static FeedForward random(const FeedForwardOptions& options, Initialization init, RandomState& rng) {
    return make_feed_forward(options, init, rng);
  }
  static Input input(const FeedForward& network, const Tensor& x) { return tokens_of(x, network.d_model()); }
  static void forward(const FeedForward& network, const Input& x, MatrixView output, FeedForwardTrace* trace, RandomState* rng) {
    network.forward(x.rows, output, trace, rng);
  }
  static val write_trace(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const Matrix& output);
  static val backward(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const ConstMatrixView& grad_output);
};

using FeedForwardHandle = NetworkHandle<FeedForwardTraits>;

/// Reads the layers of a network from the tensors PREFIXw1, PREFIXb1, ...
FeedForwardLayers read_feed_forward_layers(WeightReader& reader, const std::string& prefix);

/// Computes the partial output of hidden units [first, first + count); x and output are addresses of (tokens, d_model). Returns false on
/// any error (evaluation.cpp).
bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first, double count, double output);

}  // namespace ffn::bindings
