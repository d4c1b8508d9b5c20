#include "ffn/nn/feed_forward.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"
#include "ffn/kernels/backend.h"

namespace ffn {

namespace {

// Number of tokens per slice of a pass without trace and without packed weights. With d_ff = 3072
// its scratch buffer is 768 KiB and fits in the L2 cache.
constexpr Index kSliceTokens = 64;

template <class Scalar>
void check_weight(const char* argument, const LinearOf<Scalar>& layer, Index out, Index in) {
  const Shape shape{layer.out_features(), layer.in_features()};
  check(shape == Shape{out, in}, argument, shape, {"shape ", Shape{out, in}, " to fit w1"});
}

template <class Scalar>
bool match(const LinearOf<Scalar>& layer, Index out, Index in) {
  const bool bias_matches = layer.bias.size() == out || layer.bias.size() == 0;
  return layer.out_features() == out && layer.in_features() == in && bias_matches;
}

template <class Scalar>
bool match(const FeedForwardLayersOf<Scalar>& layers) {
  const auto& [linear1, gate, linear2] = layers;
  const Index out = linear1.out_features();
  const Index in = linear1.in_features();
  const bool gate_matches = gate.weight.size() > 0 ? match(gate, out, in) : gate.bias.size() == 0;
  return out >= 1 && in >= 1 && match(linear1, out, in) && match(linear2, in, out) && gate_matches;
}

template <class Scalar>
void check_layers(const FeedForwardLayersOf<Scalar>& layers) {
  if (match(layers)) return;
  const Shape w1 = shape_of(layers.linear1.weight);
  check(w1[0] >= 1 && w1[1] >= 1, "w1", w1, "dimensions of 1 or more");
  check_weight("w2", layers.linear2, layers.linear1.in_features(), layers.linear1.out_features());
  if (layers.gate.weight.size() > 0)
    check_weight("w_gate", layers.gate, layers.linear1.out_features(),
                 layers.linear1.in_features());
  check_bias("b1", layers.linear1);
  check_bias("b_gate", layers.gate);
  check_bias("b2", layers.linear2);
}

}  // namespace

template <class Scalar>
FeedForwardOf<Scalar>::FeedForwardOf(Layers layers, const FeedForwardOptions& options)
    : layers_(std::move(layers)),
      activation_(options.activation),
      dropout_(options.dropout),
      dropout_placement_(options.dropout_placement) {
  check_layers(layers_);
  check_dropout_probability(dropout_);
}

// Without layers every pass is rejected; with layers that do not match it would access memory out
// of bounds. Allocates nothing if they match.
template <class Scalar>
void FeedForwardOf<Scalar>::recheck_layers(bool reports) {
  if (match(layers_)) return;
  const Layers written = std::exchange(layers_, {});
  if (reports) check_layers(written);
}

template <class Scalar>
std::int64_t FeedForwardOf<Scalar>::parameter_count() const {
  return layers_.linear1.parameter_count() + layers_.gate.parameter_count() +
         layers_.linear2.parameter_count();
}

// Packs no weights itself: where they change between passes, packing all of them in memory would
// take longer than packing parts of them in the cache.
template <class Scalar>
std::shared_ptr<const PackedLayers> FeedForwardOf<Scalar>::packed_if_current() const {
  return backend() == Backend::kTiles ? packed_.if_current() : nullptr;
}

// Uses the packed weight, if there is one, which gives the same bits.
template <class Scalar>
void FeedForwardOf<Scalar>::forward_layer(const LinearOf<Scalar>& layer, const PackedMatrix* packed,
                                          const ConstMatrixViewOf<Scalar>& x,
                                          MatrixViewOf<Scalar> y) const {
  if constexpr (std::is_same_v<Scalar, float>) {
    if (packed != nullptr)
      return affine(x, *packed, layer.bias.size() == 0 ? nullptr : layer.bias.data(), y);
  }
  layer.forward(x, y);
}

template <class Scalar>
void FeedForwardOf<Scalar>::forward_hidden(const ConstMatrixViewOf<Scalar>& x, Trace& trace,
                                           RandomState* rng,
                                           std::span<const Index> silenced) const {
  for (MatrixOf<Scalar>* tensor : {&trace.pre_activation, &trace.hidden})
    resize(*tensor, x.rows(), d_ff());
  const auto packed = packed_if_current();
  forward_layer(layers_.linear1, packed ? &packed->w1() : nullptr, x, view(trace.pre_activation));
  activation_forward<Scalar>(activation_, view(std::as_const(trace.pre_activation)),
                             view(trace.hidden));
  if (gated()) {
    resize(trace.gate, x.rows(), d_ff());
    forward_layer(layers_.gate, packed ? &packed->gate() : nullptr, x, view(trace.gate));
    trace.hidden.array() *= trace.gate.array();
  }
  for (const Index unit : silenced) trace.hidden.col(unit).setZero();
  const bool dropped = rng != nullptr && drops(DropoutPlacement::kHidden);
  const bool drops_output = rng != nullptr && drops(DropoutPlacement::kOutput);
  if (!drops_output) resize(trace.mask, dropped ? x.rows() : 0, dropped ? d_ff() : 0);
  resize(trace.hidden_dropped, dropped ? x.rows() : 0, dropped ? d_ff() : 0);
  if (!dropped) return;
  fill_dropout_mask<Scalar>(*rng, dropout_, view(trace.mask));
  apply_dropout_mask<Scalar>(view(std::as_const(trace.hidden)), view(std::as_const(trace.mask)),
                             view(trace.hidden_dropped));
}

template <class Scalar>
void FeedForwardOf<Scalar>::forward_slice(const ConstMatrixViewOf<Scalar>& x,
                                          MatrixViewOf<Scalar> output, Trace& trace,
                                          RandomState* rng, std::span<const Index> silenced) const {
  forward_hidden(x, trace, rng, silenced);
  const auto packed = packed_if_current();
  forward_layer(layers_.linear2, packed ? &packed->w2() : nullptr, view(trace.linear2_input()),
                output);
  if (rng != nullptr && drops(DropoutPlacement::kOutput)) {
    resize(trace.mask, x.rows(), d_model());
    fill_dropout_mask<Scalar>(*rng, dropout_, view(trace.mask));
    apply_dropout_mask<Scalar>(read_only(output), view(std::as_const(trace.mask)), output);
  }
}

template <class Scalar>
void FeedForwardOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output,
                                    Trace* trace, RandomState* rng,
                                    std::span<const Index> silenced) const {
  check_shape("x", shape_of(x), {x.rows(), d_model()});
  check_shape("output", shape_of(output), shape_of(x));
  for (const Index unit : silenced) check_index("silenced", unit, d_ff());
  if (trace != nullptr) return forward_slice(x, output, *trace, rng, silenced);
  if constexpr (std::is_same_v<Scalar, float>) {
    const bool dropped = rng != nullptr && dropout_ > 0.0;
    if (!dropped && silenced.empty() && backend() == Backend::kTiles)
      return packed()->forward({x, output, activation_, {0, d_ff()}});
  }
  Trace scratch;
  for (Index first = 0; first < x.rows(); first += kSliceTokens) {
    const Index tokens = std::min(kSliceTokens, x.rows() - first);
    forward_slice(row_slice(x, first, tokens), row_slice(output, first, tokens), scratch, rng,
                  silenced);
  }
}

// Computes the gradients of hidden, gate and pre_activation from the gradient of linear2's input,
// which is in trace_grads.hidden.
template <class Scalar>
void FeedForwardOf<Scalar>::backward_activation(const Trace& trace,
                                                TraceGradients& trace_grads) const {
  MatrixOf<Scalar>& grad_hidden = trace_grads.hidden;
  MatrixOf<Scalar>& grad_pre_activation = trace_grads.pre_activation;
  const bool dropped = trace.mask.size() > 0 && drops(DropoutPlacement::kHidden);
  resize(trace_grads.hidden_dropped, dropped ? grad_hidden.rows() : 0, dropped ? d_ff() : 0);
  resize(trace_grads.gate, gated() ? grad_hidden.rows() : 0, gated() ? d_ff() : 0);
  resize(grad_pre_activation, grad_hidden.rows(), d_ff());
  if (dropped) {
    trace_grads.hidden_dropped.swap(grad_hidden);
    resize(grad_hidden, trace_grads.hidden_dropped.rows(), d_ff());
    apply_dropout_mask<Scalar>(view(std::as_const(trace_grads.hidden_dropped)), view(trace.mask),
                               view(grad_hidden));
  }
  if (gated()) {
    activation_forward<Scalar>(activation_, view(trace.pre_activation), view(trace_grads.gate));
    trace_grads.gate.array() *= grad_hidden.array();
    grad_pre_activation.array() =
        grad_hidden.array() * trace.gate.array();  // the gradient of activation(pre_activation)
  }
  const MatrixOf<Scalar>& grad_activated = gated() ? grad_pre_activation : grad_hidden;
  activation_backward<Scalar>(activation_, view(trace.pre_activation), view(grad_activated),
                              view(grad_pre_activation));
}

template <class Scalar>
void FeedForwardOf<Scalar>::backward_hidden(const Trace& trace,
                                            const ConstMatrixViewOf<Scalar>& grad_output,
                                            TraceGradients& trace_grads) const {
  const Index tokens = trace.pre_activation.rows();
  check_shape("grad_output", shape_of(grad_output), {tokens, d_model()});
  resize(trace_grads.linear2_output, tokens, d_model());
  resize(trace_grads.hidden, tokens, d_ff());
  trace_grads.linear2_output = grad_output;
  if (trace.mask.size() > 0 && drops(DropoutPlacement::kOutput)) {
    apply_dropout_mask<Scalar>(grad_output, view(trace.mask), view(trace_grads.linear2_output));
  }
  layers_.linear2.backward_input(view(std::as_const(trace_grads.linear2_output)),
                                 view(trace_grads.hidden));
  backward_activation(trace, trace_grads);
}

template <class Scalar>
void FeedForwardOf<Scalar>::backward_tensors(const Trace& trace,
                                             const ConstMatrixViewOf<Scalar>& grad_output,
                                             TraceGradients& trace_grads,
                                             MatrixViewOf<Scalar> grad_x) const {
  backward_hidden(trace, grad_output, trace_grads);
  layers_.linear1.backward_input(view(std::as_const(trace_grads.pre_activation)), grad_x);
  resize(trace_grads.x_by_gate, gated() ? grad_x.rows() : 0, gated() ? d_model() : 0);
  if (gated()) {
    layers_.gate.backward_input(view(std::as_const(trace_grads.gate)), view(trace_grads.x_by_gate));
    grad_x += trace_grads.x_by_gate;
  }
}

template <class Scalar>
void FeedForwardOf<Scalar>::backward(const ConstMatrixViewOf<Scalar>& x, const Trace& trace,
                                     const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads,
                                     MatrixViewOf<Scalar> grad_x, TraceGradients* trace_grads,
                                     Write write) const {
  check_shape("x", shape_of(x), {trace.pre_activation.rows(), d_model()});
  TraceGradients unrequested;
  TraceGradients& of_trace = trace_grads != nullptr ? *trace_grads : unrequested;
  backward_tensors(trace, grad_output, of_trace, grad_x);
  for_each_layer_gradient(
      *this, x, trace, of_trace,
      [&](const char*, auto layer, const auto& input, const auto& grad_y) {
        (layers_.*layer).backward_parameters(input, grad_y, grads.*layer, write);
      });
}

template class FeedForwardOf<float>;
template class FeedForwardOf<double>;

FeedForward make_feed_forward(const FeedForwardOptions& options, Initialization init,
                              RandomState& rng) {
  FeedForwardLayers layers;
  layers.linear1 = make_linear(options.d_model, options.d_ff, init, rng, options.bias);
  if (options.gated)
    layers.gate = make_linear(options.d_model, options.d_ff, init, rng, options.bias);
  layers.linear2 = make_linear(options.d_ff, options.d_model, init, rng, options.bias);
  return {std::move(layers), options};
}

FeedForward make_feed_forward(const FeedForwardOptions& options, Initialization init,
                              std::uint32_t seed) {
  RandomState rng(seed);
  return make_feed_forward(options, init, rng);
}

}  // namespace ffn
