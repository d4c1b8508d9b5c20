#pragma once
// Functions that the bindings of networks share: reading them from weights, writing the tensors of
// their passes, binding their training.

#include <string>

#include "ffn/nn/block_stack.h"
#include "ffn/train/non_finite.h"
#include "network_handle.h"

namespace ffn::bindings {

using FeedForwardHandle = NetworkHandle<FeedForward>;

inline Input input_of(const FeedForward& network, const Tensor& x) {
  return tokens_of(x, network.d_model());
}

inline void run_forward(const FeedForward& network, const Input& x, MatrixView output,
                        FeedForwardTrace* trace, RandomState* rng) {
  network.forward(x.rows, output, trace, rng);
}

/// Reads the layers of a network from the tensors PREFIXw1, PREFIXb1, ...
FeedForwardLayers read_feed_forward_layers(WeightReader& reader, const std::string& prefix);

/// Return all tensors of a pass. The attention or network of a block is left out if the pass left
/// it out.
void write_trace(const LayerNorm& layer, const Input& x, const LayerNormTrace& trace,
                 const Matrix& output, Tensors& to);
void write_trace(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                 const Matrix& output, Tensors& to);
void write_trace(const TransformerBlock& block, const Input& x,
                 const TransformerBlock::Trace& trace, const Matrix& output, Tensors& to);

/// Writes the tensors of the pass of each block as the list "blocks".
void write_blocks(const BlockStack& stack, const BlockStack::Trace& trace, const Shape& shape,
                  Index seq_len, Tensors& to);

/// The gradients of the intermediate tensors and of x, and rows of the gradient of a weight.
template <>
struct BackwardScratch<FeedForward> {
  FeedForwardTraceGradients tensors;
  Matrix grad_x;
  RowVector rows;
};

/// Writes the gradients of the weights, given those of the intermediate tensors in `scratch`: each
/// a part at a time, so that it never exists as a whole in WebAssembly memory.
void write_layer_gradients(const FeedForward& network, const ConstMatrixView& x,
                           const FeedForwardTrace& trace, BackwardScratch<FeedForward>& scratch,
                           Tensors& to);

/// Writes the gradients of all weights and of x, and with `traced` of the intermediate tensors.
void write_gradients(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                     const ConstMatrixView& grad_output, bool traced,
                     BackwardScratch<FeedForward>& scratch, Tensors& to);

FFN_FIELDS(NonFinite, tensor, step, index, value);

/// Binds the members that all training runs have.
template <class Run>
void bind_run(const BoundClass<Run>& bound) {
  FFN_PROPERTIES(bound, object, steps, recorded_steps, lr);
  bound.function("step",
                 [](Run& run, double count) { return run.step(checked_index("count", count)); });
  bound.function("rewind", [](Run& run, double step) { run.rewind(checked_index("step", step)); });
  bound.function("losses", [](const Run& run) { return run.losses(); });
  bound.function("non_finite", [](const Run& run) { return run.non_finite(); });
  bound.function("next_batch", [](const Run& run) { return run.next_batch(); });
}

/// Computes the partial output of hidden units [first, first + count); x and output are addresses
/// of (tokens, d_model). Returns false on any error (evaluation.cpp).
bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first,
                      double count, double output);

}  // namespace ffn::bindings
