#pragma once
// The network of a training run. An FFN maps d_model to d_model, but data sets have d_in inputs and
// d_out targets. As in a Transformer, the FFN is therefore placed between an embedding layer and an
// output layer, with a residual connection (shortcut):
//
//   embedded = x Win^T + b_in                        (tokens, d_model)
//   residual = embedded + FFN(embedded)              (tokens, d_model), or FFN(embedded) alone
//                                                    without the shortcut
//   output   = residual Wout^T + b_out               (tokens, d_out)
//
// The two outer layers are linear, so the FFN is the only non-linearity. Dropout applies only to
// the FFN.

#include <cstdint>
#include <functional>

#include "ffn/nn/feed_forward.h"
#include "ffn/nn/parameters.h"

namespace ffn {

/// The widths of the data, the options of the FFN, and whether there is a shortcut.
struct TrainableNetworkOptions {
  Index d_in = 0;
  Index d_out = 0;
  FeedForwardOptions ffn = {.d_model = 8, .d_ff = 32};  ///< `bias` also applies to the outer layers
  bool shortcut = true;
};

/// The layers of a network, or their gradients.
template <class Scalar>
struct TrainableLayersOf {
  LinearOf<Scalar> input;           // d_in -> d_model: w_in, b_in
  FeedForwardLayersOf<Scalar> ffn;  // w1, b1, w_gate, b_gate, w2, b2
  LinearOf<Scalar> output;          // d_model -> d_out: w_out, b_out
};

/// Returns all non-empty tensors in the order of the forward pass: w_in, b_in, w1, b1, w_gate,
/// b_gate, w2, b2, w_out, b_out. They are views into `layers`, valid until it is assigned or
/// destroyed.
template <class Scalar>
ParametersOf<Scalar> named_tensors(TrainableLayersOf<Scalar>& layers);

/// The tensors that a forward pass computes, in order; those of the FFN are in its trace.
template <class Scalar>
struct TrainableTraceOf {
  MatrixOf<Scalar> embedded;       // (tokens, d_model)
  FeedForwardTraceOf<Scalar> ffn;  // pre_activation, hidden, ...: (tokens, d_ff)
  MatrixOf<Scalar> ffn_output;     // (tokens, d_model)
  MatrixOf<Scalar> residual;       // (tokens, d_model)
  MatrixOf<Scalar> output;         // (tokens, d_out)
};

/// A trainable network from d_in inputs to d_out outputs.
template <class Scalar>
class TrainableNetworkOf {
 public:
  using Layers = TrainableLayersOf<Scalar>;
  using Trace = TrainableTraceOf<Scalar>;

  /// Takes sizes from the layers, activation, dropout and shortcut from `options`. Throws
  /// ArgumentError unless the shapes of the layers match.
  TrainableNetworkOf(Layers layers, const TrainableNetworkOptions& options);

  Index d_in() const { return input_.in_features(); }
  Index d_out() const { return output_.out_features(); }
  const FeedForwardOf<Scalar>& ffn() const { return ffn_; }
  std::int64_t parameter_count() const {
    return input_.parameter_count() + ffn_.parameter_count() + output_.parameter_count();
  }

  /// Returns a copy of all layers.
  Layers layers() const { return {input_, ffn_.layers(), output_}; }

  /// Calls work(parameters) to write the parameters, in the order of named_tensors, for an
  /// optimizer. The views are valid during the call only.
  void change_parameters(const std::function<void(const ParametersOf<Scalar>&)>& work);

  /// Runs a forward pass of x (tokens, d_in); with `rng` it is a training pass, as in
  /// FeedForwardOf. Throws ArgumentError for another shape.
  void forward(const ConstMatrixViewOf<Scalar>& x, Trace& trace, RandomState* rng = nullptr) const;

  /// Computes the same output (tokens, d_out), bit for bit, without dropout and without a trace.
  void predict(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output) const;

  /// Adds the gradients of all layers to `grads`, given x and trace of a forward pass and the
  /// gradient of its output.
  void backward(const ConstMatrixViewOf<Scalar>& x, const Trace& trace,
                const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads) const;

 private:
  LinearOf<Scalar> input_;
  FeedForwardOf<Scalar> ffn_;
  LinearOf<Scalar> output_;
  bool shortcut_;
};

using TrainableNetwork = TrainableNetworkOf<float>;
using TrainableLayers = TrainableLayersOf<float>;
using TrainableTrace = TrainableTraceOf<float>;

/// Returns zeros of the same shapes, the initial value of accumulated gradients.
template <class Scalar>
TrainableLayersOf<Scalar> zeros_like(const TrainableLayersOf<Scalar>& layers) {
  return {zeros_like(layers.input), zeros_like(layers.ffn), zeros_like(layers.output)};
}

/// Returns a network with random parameters, drawn in the order of the forward pass. Throws
/// ArgumentError for a size below 1.
TrainableNetwork make_trainable_network(const TrainableNetworkOptions& options, Initialization init,
                                        RandomState& rng);

}  // namespace ffn
