#pragma once
// The position-wise feed-forward network of a Transformer (Vaswani et al. 2017, arXiv 1706.03762,
// section 3.3):
//
//   pre_activation = x W1^T + b1                        (tokens, d_ff)
//   hidden         = activation(pre_activation)         (tokens, d_ff), times gate when gated
//   hidden_dropped = hidden * mask                      when dropout is on the hidden activations
//   output         = hidden_dropped W2^T + b2           (tokens, d_model), times mask when dropout
//                                                       is on the output
//
// with gate = x Wg^T + bg (Shazeer 2020, arXiv 2002.05202: SwiGLU with silu, GEGLU with gelu).
//
// The network is position-wise: the result of a token has the same bits alone and in a batch, with
// and without a trace. The trace contains all intermediate tensors; the backward pass requires it.
//
// A pass without a trace and without dropout uses packed weights (packed_layers.h), which a float
// network makes at its first such pass and keeps: as many floats as the weights, plus padding. No
// pass uses a stale copy: weights can be written only in change_layers (change_parameters of
// parameters.h calls it) and by assigning another network, and both mark the copy as outdated.
// Copies of a network share the packed weights until one of them changes. Several threads may call
// the const functions of one network at once. FeedForwardOf<double> is the reference: it packs
// nothing, so its layers can be written at any time.

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "ffn/core/matrix.h"
#include "ffn/core/shape.h"
#include "ffn/nn/activation.h"
#include "ffn/nn/dropout.h"
#include "ffn/nn/linear.h"
#include "ffn/nn/packed_layers.h"

namespace ffn {

/// Default expansion ratio d_ff / d_model, as in the paper and in GPT-2.
inline constexpr Index kExpansion = 4;

/// Configuration of a network. A constructor that takes layers uses only the activation and the
/// dropout.
struct FeedForwardOptions {
  Index d_model = 0;
  Index d_ff = 0;
  Activation activation = Activation::kGelu;
  bool bias = true;
  bool gated = false;
  double dropout = 0.0;  ///< probability; acts in training only
  DropoutPlacement dropout_placement = DropoutPlacement::kHidden;
};

/// The layers of a network, or their gradients.
template <class Scalar>
struct FeedForwardLayersOf {
  LinearOf<Scalar> linear1;  // d_model -> d_ff
  LinearOf<Scalar> gate;     // d_model -> d_ff, or empty in a network without a gate
  LinearOf<Scalar> linear2;  // d_ff -> d_model

  /// Visits the weights by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& layers, Visitor&& visitor) {
    visitor.linear("1", layers.linear1);
    visitor.linear("_gate", layers.gate);
    visitor.linear("2", layers.linear2);
  }
};

/// The tensors that a forward pass stores on request.
template <class Scalar>
struct FeedForwardTraceOf {
  MatrixOf<Scalar> pre_activation;  // (tokens, d_ff)
  MatrixOf<Scalar> gate;            // (tokens, d_ff), or empty without a gate
  MatrixOf<Scalar> hidden;          // (tokens, d_ff)
  MatrixOf<Scalar> hidden_dropped;  // (tokens, d_ff), or empty if nothing was dropped from hidden
  MatrixOf<Scalar>
      mask;  // (tokens, d_ff) or (tokens, d_model) by placement, or empty if nothing was dropped

  /// Returns the input of linear2: hidden_dropped, or hidden if nothing was dropped.
  const MatrixOf<Scalar>& linear2_input() const {
    return hidden_dropped.size() > 0 ? hidden_dropped : hidden;
  }
};

/// The gradients of the tensors of a trace, which a backward pass computes on its way and stores on
/// request.
template <class Scalar>
struct FeedForwardTraceGradientsOf {
  MatrixOf<Scalar> linear2_output;  // (tokens, d_model), grad_output times the mask when dropout is
                                    // on the output
  MatrixOf<Scalar> hidden_dropped;  // (tokens, d_ff), or empty if nothing was dropped from hidden
  MatrixOf<Scalar> hidden;          // (tokens, d_ff)
  MatrixOf<Scalar> gate;            // (tokens, d_ff), or empty without a gate
  MatrixOf<Scalar> pre_activation;  // (tokens, d_ff)
  MatrixOf<Scalar> x_by_gate;       // (tokens, d_model), the part of the gradient of x that comes
                                    // through the gate, or empty without a gate

  /// Returns the gradient of linear2's input: of hidden_dropped, or of hidden if nothing was
  /// dropped.
  const MatrixOf<Scalar>& linear2_input() const {
    return hidden_dropped.size() > 0 ? hidden_dropped : hidden;
  }
};

/// A feed-forward network. Passes do not modify it; they store intermediate tensors in the trace.
template <class Scalar>
class FeedForwardOf {
 public:
  using Layers = FeedForwardLayersOf<Scalar>;
  using Trace = FeedForwardTraceOf<Scalar>;
  using TraceGradients = FeedForwardTraceGradientsOf<Scalar>;

  /// Takes sizes, biases and gating from the layers, activation and dropout from `options`. Throws
  /// ArgumentError unless linear1 is d_model -> d_ff, linear2 is d_ff -> d_model, the gate has
  /// linear1's shape or is empty, and every bias fits its layer or is empty.
  FeedForwardOf(Layers layers, const FeedForwardOptions& options);

  FeedForwardOf(const FeedForwardOf&) = default;
  FeedForwardOf(FeedForwardOf&&) noexcept = default;
  FeedForwardOf& operator=(const FeedForwardOf& other) {  // all or, on std::bad_alloc, nothing
    *this = FeedForwardOf(other);
    return *this;
  }
  FeedForwardOf& operator=(FeedForwardOf&&) noexcept = default;
  ~FeedForwardOf() = default;

  Index d_model() const { return layers_.linear1.in_features(); }
  Index d_ff() const { return layers_.linear1.out_features(); }
  bool gated() const { return layers_.gate.weight.size() > 0; }
  Activation activation() const { return activation_; }
  double dropout() const { return dropout_; }
  DropoutPlacement dropout_placement() const { return dropout_placement_; }
  const Layers& layers() const { return layers_; }
  Layers& layers() requires std::is_same_v<Scalar, double> { return layers_; }

  /// Visits the weights by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& network, Visitor&& visitor) {
    Layers::visit_parameters(network.layers(), visitor);
  }

  /// Calls work(layers) to write the layers; the reference is valid during the call only. Passes
  /// during and after it use the new values. Throws what `work` throws, and ArgumentError as the
  /// constructor if the layers do not match afterwards; the network is then empty. Throws
  /// std::bad_alloc before calling `work` if a copy of the network shares its packed weights.
  template <class Work>
  void change_layers(Work&& work) {
    const PackedCache::Change change = outdate_packed();
    LayersGuard guard(this);
    std::forward<Work>(work)(layers_);
    guard.dismiss();
    recheck_layers(true);
  }

  /// Makes every pass pack the layers again while the returned object exists, and the next one
  /// after that. For code that writes through other views.
  PackedCache::Change outdate_packed() { return PackedCache::Change(packed_); }

  /// Returns the packed layers; packs them if necessary, so that the first pass need not. They
  /// remain valid and unchanged when the network changes or is destroyed. Throws std::bad_alloc. A
  /// template, because Clang 14 instantiates constrained members of explicitly instantiated
  /// classes.
  template <class Self = Scalar, class = std::enable_if_t<std::is_same_v<Self, float>>>
  std::shared_ptr<const PackedLayers> packed() const {
    return packed_.of(layers_);
  }

  /// Returns the number of weights and biases: 2 d_model d_ff + d_ff + d_model with biases and
  /// without a gate.
  std::int64_t parameter_count() const;

  /// Replaces the activation but not the weights, for example to compare GELU with ReLU. Packed
  /// weights remain in use.
  void set_activation(Activation activation) { activation_ = activation; }

  /// Computes output from x, both (tokens, d_model) and not overlapping. With `trace` all
  /// intermediate tensors are stored; without it the hidden tensor exists only for a part of the
  /// tokens at a time. With `rng` it is a training pass, which draws dropout masks from `rng`. The
  /// `hidden` activations of silenced units are 0, even where they would be NaN; backward requires
  /// a pass without them. Throws ArgumentError for other shapes and for a unit that does not exist,
  /// and std::bad_alloc.
  void forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output,
               Trace* trace = nullptr, RandomState* rng = nullptr,
               std::span<const Index> silenced = {}) const;

  /// Adds the gradients of all layers to `grads`, or replaces them, and writes the gradient of x to
  /// grad_x (tokens, d_model), given x and trace of a forward pass and the gradient of its output.
  /// With `trace_grads` the gradients of the intermediate tensors are stored. A second pass of the
  /// same shapes with the same `trace_grads` allocates nothing. Throws ArgumentError for shapes
  /// that do not match.
  void backward(const ConstMatrixViewOf<Scalar>& x, const Trace& trace,
                const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads,
                MatrixViewOf<Scalar> grad_x, TraceGradients* trace_grads = nullptr,
                Write write = Write::kAdd) const;

  /// Computes the first half of backward: the gradients of the intermediate tensors and of x, from
  /// which those of a layer follow (for_each_layer_gradient). Throws as backward does.
  void backward_tensors(const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output,
                        TraceGradients& trace_grads, MatrixViewOf<Scalar> grad_x) const;

  /// Computes the trace of a pass without dropout, but no output. Throws as forward does.
  void forward_hidden(const ConstMatrixViewOf<Scalar>& x, Trace& trace) const {
    check_shape("x", shape_of(x), {x.rows(), d_model()});
    forward_hidden(x, trace, nullptr, {});
  }

  /// Computes the gradients of the intermediate tensors, but not of x. Throws as backward does.
  void backward_hidden(const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output,
                       TraceGradients& trace_grads) const;

 private:
  void recheck_layers(bool reports);

  // Calls recheck_layers(false) at the end of its scope unless it is dismissed: for an exception,
  // but without `try`, so that users may compile with -fno-exceptions.
  struct LayersGuard {
    explicit LayersGuard(FeedForwardOf* written) : network(written) {}
    LayersGuard(const LayersGuard&) = delete;
    LayersGuard& operator=(const LayersGuard&) = delete;
    ~LayersGuard() {
      if (network != nullptr) network->recheck_layers(false);
    }
    void dismiss() { network = nullptr; }
    FeedForwardOf* network;
  };
  std::shared_ptr<const PackedLayers> packed_if_current() const;
  void forward_layer(const LinearOf<Scalar>& layer, const PackedMatrix* packed,
                     const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y) const;
  void forward_slice(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output, Trace& trace,
                     RandomState* rng, std::span<const Index> silenced) const;
  void forward_hidden(const ConstMatrixViewOf<Scalar>& x, Trace& trace, RandomState* rng,
                      std::span<const Index> silenced) const;
  void backward_activation(const Trace& trace, TraceGradients& trace_grads) const;
  bool drops(DropoutPlacement placement) const {
    return dropout_ > 0.0 && dropout_placement_ == placement;
  }

  Layers layers_;
  PackedCache packed_;  // of layers_; stays empty for double
  Activation activation_;
  double dropout_;
  DropoutPlacement dropout_placement_;
};

/// Calls work(name, layer, x, grad_y) for linear1, the gate if there is one, and linear2: the name
/// in parameters.h, a pointer to the member of FeedForwardLayersOf, the input of that layer and the
/// gradient of its output, as LinearOf::backward_parameters takes them.
template <class Scalar, class Work>
void for_each_layer_gradient(const FeedForwardOf<Scalar>& network,
                             const ConstMatrixViewOf<Scalar>& x,
                             const FeedForwardTraceOf<Scalar>& trace,
                             const FeedForwardTraceGradientsOf<Scalar>& trace_grads, Work&& work) {
  using Layers = FeedForwardLayersOf<Scalar>;
  work("1", &Layers::linear1, x, view(trace_grads.pre_activation));
  if (network.gated()) work("_gate", &Layers::gate, x, view(trace_grads.gate));
  work("2", &Layers::linear2, view(trace.linear2_input()), view(trace_grads.linear2_output));
}

using FeedForward = FeedForwardOf<float>;
using FeedForwardLayers = FeedForwardLayersOf<float>;
using FeedForwardTrace = FeedForwardTraceOf<float>;
using FeedForwardTraceGradients = FeedForwardTraceGradientsOf<float>;

/// Returns zeros of the same shapes, the initial value of accumulated gradients.
template <class Scalar>
FeedForwardLayersOf<Scalar> zeros_like(const FeedForwardLayersOf<Scalar>& layers) {
  return {zeros_like(layers.linear1), zeros_like(layers.gate), zeros_like(layers.linear2)};
}

/// Returns zeros of the shapes of its layers.
template <class Scalar>
FeedForwardLayersOf<Scalar> zeros_like(const FeedForwardOf<Scalar>& network) {
  return zeros_like(network.layers());
}

/// Returns a network with random parameters, drawn in the order linear1, gate, linear2.
FeedForward make_feed_forward(const FeedForwardOptions& options, Initialization init,
                              RandomState& rng);

/// Returns a network with random parameters, drawn from a new generator with that seed.
FeedForward make_feed_forward(const FeedForwardOptions& options, Initialization init,
                              std::uint32_t seed);

}  // namespace ffn
