// The class FeedForward of the WebAssembly module, and the gradient check.

#include "networks.h"

#include <memory>
#include <string>
#include <utility>

#include "ffn/nn/sequential.h"
#include "ffn/train/feed_forward_gradients.h"

namespace ffn::bindings {

namespace {

// Returns a layer of the Sequential form: its kind, its sizes and the names of its weights.
val write_sequential(const FeedForward& network, const SequentialLayer<float>& layer) {
  val item = val::object().set("kind", layer.kind);
  if (layer.kind == LayerKind::kActivation) item.set("activation", layer.activation);
  if (layer.kind == LayerKind::kDropout) item.set("dropout", layer.dropout);
  if (layer.kind == LayerKind::kLinear) {
    const std::string number = layer.linear == &network.layers().linear1 ? "1" : "2";
    item.set("in_features", layer.linear->in_features())
        .set("out_features", layer.linear->out_features())
        .set("weight", "w" + number);
    if (layer.linear->bias.size() > 0) item.set("bias", "b" + number);
  }
  return item;
}

// Sets the hidden tensors of a trace, or their gradients, which have the same names.
template <class Hidden>
void set_hidden(val& tensors, const FeedForward& network, const Input& x, const Hidden& hidden) {
  tensors.set("pre_activation", write_rows(hidden.pre_activation, x.shape));
  if (network.gated()) tensors.set("gate", write_rows(hidden.gate, x.shape));
  tensors.set("hidden", write_rows(hidden.hidden, x.shape))
      .set("hidden_dropped", write_rows(hidden.linear2_input(), x.shape));
}

// Returns the gradients of the intermediate tensors, too, under the names of the trace.
val traced_gradients_of(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                        const ConstMatrixView& grad_output) {
  FeedForwardTraceGradients trace_grads;
  val gradients = gradients_of(network, x, trace, grad_output, &trace_grads);
  set_hidden(gradients, network, x, trace_grads);
  return gradients.set("linear2_output", write_matrix(trace_grads.linear2_output, x.shape));
}

}  // namespace

FeedForwardLayers read_feed_forward_layers(WeightReader& reader, const std::string& prefix) {
  FeedForwardLayers layers;
  layers.linear1 = reader.linear(prefix, "1");
  if (reader.has(prefix + "w_gate")) layers.gate = reader.linear(prefix, "_gate");
  layers.linear2 = reader.linear(prefix, "2");
  return layers;
}

static FeedForward read_network(WeightReader& reader, const FeedForwardOptions& options) {
  return {read_feed_forward_layers(reader, ""), options};
}

val write_trace(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                const Matrix& output) {
  val tensors = val::object();
  set_hidden(tensors, network, x, trace);
  set_unless_empty(tensors, "mask", trace.mask, with_last(x.shape, trace.mask.cols()));
  return tensors.set("output", write_matrix(output, x.shape));
}

struct GradientCheckOptions {
  double step = kGradientCheckStep;
  std::uint32_t seed = 0;  // of the weighting of the outputs
};

static void read_options(const val& options, GradientCheckOptions& read) {
  FFN_READ(options, read, step, seed);
}

FFN_FIELDS(GradientCheck, name, largest_error, at, claimed, central_difference);

EMSCRIPTEN_BINDINGS(ffn_lab_feed_forward) {
  using Handle = FeedForwardHandle;
  const NetworkClass<FeedForward, FeedForwardOptions> bound(
      "FeedForward", "make_feed_forward",
      [](auto&&... options) { return make_feed_forward(options...); });
  FFN_PROPERTIES(bound, object.network(), activation, d_model, d_ff, gated);
  bound.function("traced_backward", [](const Handle& handle, Arg<"grad_output"> grad_output) {
    return handle.backward_by(&traced_gradients_of, grad_output);
  });
  bound.function("set_activation", [](Handle& handle, Activation kind) {
    handle.changed_network().set_activation(kind);
  });
  // Returns the four layers of the Sequential form.
  bound.function("layers", [](const Handle& handle) {
    return array_of(layers_of(handle.network()),
                    [&](const auto& layer) { return write_sequential(handle.network(), layer); });
  });
  bound.direct("forward_units_at", &forward_units_at);
  bound.function("to_string", [](const Handle& handle) { return to_string(handle.network()); });
  bind("gradient_check", [](const Handle& handle, Arg<"x"> x, GradientCheckOptions options) {
    const ConstMatrixView rows = x.rows(handle.network().d_model());
    RandomState rng(options.seed);
    Matrix weighting(rows.rows(), rows.cols());
    fill_randn(rng, 1.0, view(weighting));
    return check_feed_forward_gradients(handle.network(), rows, view(std::as_const(weighting)),
                                        options.step);
  });
}

}  // namespace ffn::bindings
