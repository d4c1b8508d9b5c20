#pragma once
// The network that is trained. An FFN maps d_model to d_model; data have d_in inputs and d_out targets, so the FFN stands
// where a Transformer has it, between an embedding and an output layer, with its shortcut around it:
//
//   embedded = x Win^T + b_in                        (tokens, d_model)
//   residual = embedded + FFN(embedded)              (tokens, d_model), or FFN(embedded) alone without the shortcut
//   output   = residual Wout^T + b_out               (tokens, d_out)
//
// The two outer layers are linear: every bend in what is learned is the FFN's own. Dropout is the FFN's.

#include <cstdint>

#include "ffn/nn/feed_forward.h"
#include "ffn/nn/parameters.h"

namespace ffn {

/// The widths of the data, the FFN between them, and whether the shortcut around it is there.
struct TrainableNetworkOptions {
  Index d_in = 0;
  Index d_out = 0;
  FeedForwardOptions ffn;  ///< its bias goes for the outer layers too
  bool shortcut = true;
};

/// The layers, and equally their gradients.
template <class Scalar>
struct TrainableLayersOf {
  LinearOf<Scalar> input;           // d_in -> d_model: w_in, b_in
  FeedForwardLayersOf<Scalar> ffn;  // w1, b1, w_gate, b_gate, w2, b2
  LinearOf<Scalar> output;          // d_model -> d_out: w_out, b_out
};

/// Every tensor that is there, in the order of the forward pass: w_in, b_in, w1, b1, w_gate, b_gate, w2, b2, w_out, b_out. Views into
/// `layers`, valid as long as it is neither assigned nor destroyed.
template <class Scalar>
ParametersOf<Scalar> named_tensors(TrainableLayersOf<Scalar>& layers);

/// What a forward pass computes, in order; the FFN's own tensors are in its trace.
template <class Scalar>
struct TrainableTraceOf {
  MatrixOf<Scalar> embedded;       // (tokens, d_model)
  FeedForwardTraceOf<Scalar> ffn;  // pre_activation, hidden, ...: (tokens, d_ff)
  MatrixOf<Scalar> ffn_output;     // (tokens, d_model)
  MatrixOf<Scalar> residual;       // (tokens, d_model)
  MatrixOf<Scalar> output;         // (tokens, d_out)
};

/// A network ready to be trained, from d_in inputs to d_out outputs.
template <class Scalar>
class TrainableNetworkOf {
 public:
  using Layers = TrainableLayersOf<Scalar>;
  using Trace = TrainableTraceOf<Scalar>;

  /// Sizes are read off the layers; of `options` the activation, the dropout and the shortcut count. Throws ArgumentError
  /// unless the layers fit one another.
  TrainableNetworkOf(Layers layers, const TrainableNetworkOptions& options);

  Index d_in() const { return input_.in_features(); }
  Index d_out() const { return output_.out_features(); }
  const FeedForwardOf<Scalar>& ffn() const { return ffn_; }
  std::int64_t parameter_count() const { return input_.parameter_count() + ffn_.parameter_count() + output_.parameter_count(); }

  /// A copy of all layers.
  Layers layers() const { return {input_, ffn_.layers(), output_}; }

  /// The tensors in place, as named_tensors gives them: what an optimiser writes to.
  ParametersOf<Scalar> parameters();

  /// x (tokens, d_in). With `rng` a training pass, as in FeedForwardOf. Throws ArgumentError for another shape.
  void forward(const ConstMatrixViewOf<Scalar>& x, Trace& trace, RandomState* rng = nullptr) const;

  /// The same output (tokens, d_out), to the bit, without dropout and without keeping anything.
  void predict(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output) const;

  /// Adds the gradients of all layers to `grads`, given a forward pass's x and trace and the gradient of its output.
  void backward(const ConstMatrixViewOf<Scalar>& x, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads) const;

 private:
  LinearOf<Scalar> input_;
  FeedForwardOf<Scalar> ffn_;
  LinearOf<Scalar> output_;
  bool shortcut_;
};

using TrainableNetwork = TrainableNetworkOf<float>;
using TrainableLayers = TrainableLayersOf<float>;
using TrainableTrace = TrainableTraceOf<float>;

/// Zeros of the same shapes: what gradients start from.
template <class Scalar>
TrainableLayersOf<Scalar> zeros_like(const TrainableLayersOf<Scalar>& layers) {
  return {zeros_like(layers.input), zeros_like(layers.ffn), zeros_like(layers.output)};
}

/// Random parameters, drawn in the order of the forward pass. Throws ArgumentError for a size below 1.
TrainableNetwork make_trainable_network(const TrainableNetworkOptions& options, Initialization init, RandomState& rng);

}  // namespace ffn
