#pragma once
// The class TransformerBlock of the WebAssembly module (network_handle.h), and functions shared with the bindings of stacks.

#include "ffn/nn/transformer_block.h"
#include "network_handle.h"

namespace ffn::bindings {

struct TransformerBlockTraits {
  using Network = TransformerBlock;
  using Trace = TransformerBlockTraceOf<float>;
  static Input input(const TransformerBlock& network, const Tensor& x) { return sequences_of(x, network.d_model()); }
  static void forward(const TransformerBlock& network, const Input& x, MatrixView output, Trace* trace, RandomState* rng);
  static val write_trace(const TransformerBlock& network, const Input& x, const Trace& trace, const Matrix& output);
  static val backward(const TransformerBlock& network, const Input& x, const Trace& trace, const ConstMatrixView& grad_output);
};

using TransformerBlockHandle = NetworkHandle<TransformerBlockTraits>;

/// Reads a block from the tensors PREFIXnorm1.scale, PREFIXattention.w_query, ...
TransformerBlock read_block(WeightReader& reader, const std::string& prefix, const TransformerBlockOptions& options);

}  // namespace ffn::bindings
