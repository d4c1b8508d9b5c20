#pragma once
// The class Attention of the WebAssembly module (network_handle.h), and functions shared with the bindings of blocks.

#include "ffn/nn/attention.h"
#include "network_handle.h"

namespace ffn::bindings {

struct AttentionTraits {
  using Network = Attention;
  using Trace = AttentionTraceOf<float>;
  static Input input(const Attention& network, const Tensor& x) { return sequences_of(x, network.d_model()); }
  static void forward(const Attention& network, const Input& x, MatrixView output, Trace* trace, RandomState* rng);
  static val write_trace(const Attention& network, const Input& x, const Trace& trace, const Matrix& output);
  static val backward(const Attention& network, const Input& x, const Trace& trace, const ConstMatrixView& grad_output);
};

using AttentionHandle = NetworkHandle<AttentionTraits>;

/// Reads the layers of an attention from the tensors PREFIXw_query, PREFIXb_query, ...
AttentionLayersOf<float> read_attention_layers(WeightReader& reader, const std::string& prefix);

}  // namespace ffn::bindings
