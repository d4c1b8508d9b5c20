#pragma once
// The position-wise feed-forward network of a Transformer (Vaswani et al. 2017, arXiv 1706.03762, section 3.3):
//
//   pre_activation = x W1^T + b1                        (tokens, d_ff)
//   hidden         = activation(pre_activation)         (tokens, d_ff), times gate = x Wg^T + bg when gated (Shazeer 2020,
//                                                       arXiv 2002.05202: SwiGLU with silu, GEGLU with gelu)
//   hidden_dropped = hidden * mask                      when dropout is on the hidden activations
//   output         = hidden_dropped W2^T + b2           (tokens, d_model), times mask when dropout is on the output
//
// Each token is transformed alone: its result has the same bits alone, in a batch, with and without a trace.
// forward stands beside backward; what backward consumes is the trace, and the trace is what a reader may look at.

#include <cstdint>

#include "ffn/core/matrix.h"
#include "ffn/nn/activation.h"
#include "ffn/nn/dropout.h"
#include "ffn/nn/linear.h"

namespace ffn {

/// The default width of the hidden layer, d_ff = 4 d_model, as in the paper and in GPT-2.
inline constexpr Index kExpansion = 4;

/// What a network is made of; where its layers are there already, only the activation and the dropout count.
struct FeedForwardOptions {
  Index d_model = 0;
  Index d_ff = 0;
  Activation activation = Activation::kGelu;
  bool bias = true;
  bool gated = false;
  double dropout = 0.0;  ///< probability; acts in training only
  DropoutPlacement dropout_placement = DropoutPlacement::kHidden;
};

/// The layers of a network, and equally their gradients.
template <class Scalar>
struct FeedForwardLayersOf {
  LinearOf<Scalar> linear1;  // d_model -> d_ff
  LinearOf<Scalar> gate;     // d_model -> d_ff, or empty in a network without
  LinearOf<Scalar> linear2;  // d_ff -> d_model
};

/// What a forward pass saves on request.
template <class Scalar>
struct FeedForwardTraceOf {
  MatrixOf<Scalar> pre_activation;  // (tokens, d_ff)
  MatrixOf<Scalar> gate;            // (tokens, d_ff), or empty
  MatrixOf<Scalar> hidden;          // (tokens, d_ff)
  MatrixOf<Scalar> hidden_dropped;  // (tokens, d_ff), or empty when nothing was dropped from hidden
  MatrixOf<Scalar> mask;            // (tokens, d_ff) or (tokens, d_model) by placement, or empty when nothing was dropped

  /// What linear2 received: hidden_dropped, or hidden itself.
  const MatrixOf<Scalar>& linear2_input() const { return hidden_dropped.size() > 0 ? hidden_dropped : hidden; }
};

/// A network ready to run. Passes leave it as it is; what they save is in their trace.
template <class Scalar>
class FeedForwardOf {
 public:
  using Layers = FeedForwardLayersOf<Scalar>;
  using Trace = FeedForwardTraceOf<Scalar>;

  /// Sizes, bias and gating are read off the layers; of `options` the activation and the dropout count. Throws ArgumentError unless
  /// linear2 maps linear1's outputs back to linear1's inputs, a gate has linear1's shape, and every bias fits or is empty.
  FeedForwardOf(Layers layers, const FeedForwardOptions& options);

  Index d_model() const { return layers_.linear1.in_features(); }
  Index d_ff() const { return layers_.linear1.out_features(); }
  bool gated() const { return layers_.gate.weight.size() > 0; }
  Activation activation() const { return activation_; }
  double dropout() const { return dropout_; }
  DropoutPlacement dropout_placement() const { return dropout_placement_; }
  const Layers& layers() const { return layers_; }
  Layers& layers() { return layers_; }

  /// Weights and biases; 2 d_model d_ff + d_ff + d_model with biases and without a gate.
  std::int64_t parameter_count() const;

  /// Same weights, other activation: what a comparison of GELU and ReLU needs.
  void set_activation(Activation activation) { activation_ = activation; }

  /// x and output (tokens, d_model), not overlapping. Without `trace` the hidden tensor exists for a slice of the tokens at a
  /// time; with it every intermediate is kept. With `rng` the pass is a training pass and dropout draws its mask there.
  /// Throws ArgumentError for other shapes.
  void forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output, Trace* trace, RandomState* rng = nullptr) const;

  /// Adds the gradients of all layers to `grads` and writes the input's to grad_x (tokens, d_model), given the x and the trace
  /// of a forward pass and the gradient of its output. Throws ArgumentError for shapes that do not fit.
  void backward(const ConstMatrixViewOf<Scalar>& x, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads,
                MatrixViewOf<Scalar> grad_x) const;

 private:
  void forward_slice(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output, Trace& trace, RandomState* rng) const;
  bool drops(DropoutPlacement placement) const { return dropout_ > 0.0 && dropout_placement_ == placement; }

  Layers layers_;
  Activation activation_;
  double dropout_;
  DropoutPlacement dropout_placement_;
};

using FeedForward = FeedForwardOf<float>;
using FeedForwardLayers = FeedForwardLayersOf<float>;
using FeedForwardTrace = FeedForwardTraceOf<float>;

/// Zeros of the same shapes: what gradients start from.
template <class Scalar>
FeedForwardLayersOf<Scalar> zeros_like(const FeedForwardLayersOf<Scalar>& layers) {
  return {zeros_like(layers.linear1), zeros_like(layers.gate), zeros_like(layers.linear2)};
}

/// Random parameters: linear1 is drawn first, then the gate, then linear2.
FeedForward make_feed_forward(const FeedForwardOptions& options, Initialization init, RandomState& rng);

/// The same from a stream of its own.
FeedForward make_feed_forward(const FeedForwardOptions& options, Initialization init, std::uint32_t seed);

}  // namespace ffn
