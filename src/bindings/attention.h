#pragma once
// The class Attention of the WebAssembly module (network_handle.h), and what blocks share with it.

#include "ffn/nn/attention.h"
#include "network_handle.h"

namespace ffn::bindings {

struct AttentionEdge {
  using Network = Attention;
  using Trace = AttentionTraceOf<float>;
  using Prepared = Unprepared;
  static Input input(const Attention& network, const Tensor& x) { return sequences_of(x, network.d_model()); }
  static void forward(const Attention& network, const Input& x, MatrixView output, Trace* trace, RandomState* rng);
  static val write_trace(const Attention& network, const Input& x, const Trace& trace, const Matrix& output);
  static val backward(const Attention& network, const Input& x, const Trace& trace, const ConstMatrixView& grad_output);
};

using AttentionHandle = NetworkHandle<AttentionEdge>;

/// PREFIXw_query, PREFIXb_query, ... as the layers of an attention.
AttentionLayersOf<float> read_attention_layers(WeightReader& reader, const std::string& prefix);

/// A number of heads: 1 to 2^24; that it divides d_model is checked where both are known.
Index read_n_heads(const val& options);

}  // namespace ffn::bindings
