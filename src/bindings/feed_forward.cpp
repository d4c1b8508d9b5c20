// The class FeedForward of the WebAssembly module.

#include "feed_forward.h"

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <utility>

#include "evaluation.h"
#include "ffn/nn/sequential.h"
#include "make_network.h"
#include "numbers.h"

namespace ffn::bindings {

namespace {

val make_feed_forward_handle(const val& options) {
  return as_result([&] {
    FeedForwardOptions read;
    read_options(options, read);
    return make_network<FeedForwardTraits>(
        options, [&](WeightReader& reader) { return FeedForward(read_feed_forward_layers(reader, ""), read); },
        [&](Initialization init, RandomState& rng) { return make_feed_forward(read, init, rng); });
  });
}

val set_activation(FeedForwardHandle& handle, const val& name) {
  return as_result([&] {
    const Activation kind = read_activation(name);  // first, so that an invalid name changes nothing
    handle.changed_network().set_activation(kind);
    return val::undefined();
  });
}

// Returns the four layers of the Sequential form: their kinds, sizes and the names of their weights.
val layers_of_handle(const FeedForwardHandle& handle) {
  return as_result([&] {
    const FeedForward& network = handle.network();
    val list = val::array();
    for (const auto& layer : layers_of(network)) {
      val item = val::object();
      item.set("kind", std::string(name_of(layer.kind)));
      if (layer.kind == LayerKind::kActivation) item.set("activation", std::string(name_of(layer.activation)));
      if (layer.kind == LayerKind::kDropout) item.set("dropout", layer.dropout);
      if (layer.kind == LayerKind::kLinear) {
        const std::string number = layer.linear == &network.layers().linear1 ? "1" : "2";
        item.set("in_features", static_cast<double>(layer.linear->in_features()));
        item.set("out_features", static_cast<double>(layer.linear->out_features()));
        item.set("weight", "w" + number);
        if (layer.linear->bias.size() > 0) item.set("bias", "b" + number);
      }
      list.push(item);
    }
    return list;
  });
}

val gradients_of(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const ConstMatrixView& grad_output,
                 FeedForwardTraceGradients* trace_grads) {
  FeedForwardLayers grads = zeros_like(network.layers());
  Matrix grad_x(x.rows.rows(), x.rows.cols());
  network.backward(x.rows, trace, grad_output, grads, view(grad_x), trace_grads);
  return write_gradients(grads, grad_x, x);
}

// Returns the gradients of the intermediate tensors, too, under the names of the trace.
val traced_gradients_of(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const ConstMatrixView& grad_output) {
  FeedForwardTraceGradients trace_grads;
  val gradients = gradients_of(network, x, trace, grad_output, &trace_grads);
  const Shape hidden_shape = with_last(x.shape, network.d_ff());
  gradients.set("pre_activation", write_matrix(trace_grads.pre_activation, hidden_shape));
  if (network.gated()) gradients.set("gate", write_matrix(trace_grads.gate, hidden_shape));
  gradients.set("hidden", write_matrix(trace_grads.hidden, hidden_shape));
  gradients.set("hidden_dropped", write_matrix(trace_grads.linear2_input(), hidden_shape));
  gradients.set("linear2_output", write_matrix(trace_grads.linear2_output, x.shape));
  return gradients;
}

val traced_backward(const FeedForwardHandle& handle, const val& grad_output) {
  return as_result([&] { return handle.backward_by(&traced_gradients_of, read_tensor("grad_output", grad_output)); });
}

using ForwardUnitsAt = bool(const FeedForwardHandle&, double, double, double, double, double);

val text_of(const FeedForwardHandle& handle) {
  return as_result([&] { return val::text(to_string(handle.network())); });
}
val activation_of(const FeedForwardHandle& handle) { return val::u8string(name_of(handle.network().activation()).data()); }
double d_model_of(const FeedForwardHandle& handle) { return static_cast<double>(handle.network().d_model()); }
bool gated_of(const FeedForwardHandle& handle) { return handle.network().gated(); }
double d_ff_of(const FeedForwardHandle& handle) { return static_cast<double>(handle.network().d_ff()); }

}  // namespace

FeedForwardLayers read_feed_forward_layers(WeightReader& reader, const std::string& prefix) {
  FeedForwardLayers layers;
  layers.linear1 = reader.linear(prefix, "1");
  if (reader.has(prefix + "w_gate")) layers.gate = reader.linear(prefix, "_gate");
  layers.linear2 = reader.linear(prefix, "2");
  return layers;
}

void FeedForwardTraits::forward(const FeedForward& network, const Input& x, MatrixView output, FeedForwardTrace* trace, RandomState* rng) {
  network.forward(x.rows, output, trace, rng);
}

val FeedForwardTraits::write_trace(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const Matrix& output) {
  const Shape hidden_shape = with_last(x.shape, network.d_ff());
  val tensors = val::object();
  tensors.set("pre_activation", write_matrix(trace.pre_activation, hidden_shape));
  if (network.gated()) tensors.set("gate", write_matrix(trace.gate, hidden_shape));
  tensors.set("hidden", write_matrix(trace.hidden, hidden_shape));
  tensors.set("hidden_dropped", write_matrix(trace.linear2_input(), hidden_shape));
  set_unless_empty(tensors, "mask", trace.mask, with_last(x.shape, trace.mask.cols()));
  tensors.set("output", write_matrix(output, x.shape));
  return tensors;
}

val FeedForwardTraits::backward(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                                const ConstMatrixView& grad_output) {
  return gradients_of(network, x, trace, grad_output, nullptr);
}

EMSCRIPTEN_BINDINGS(ffn_lab_feed_forward) {
  using namespace emscripten;
  bind_network<FeedForwardTraits>("FeedForward")
      .property("activation", &activation_of)
      .property("d_model", &d_model_of)
      .property("d_ff", &d_ff_of)
      .property("gated", &gated_of)
      .function("traced_backward", &traced_backward)
      .function("set_activation", &set_activation)
      .function("layers", &layers_of_handle)
      .function("forward_units_at", select_overload<ForwardUnitsAt>(&forward_units_at))
      .function("to_string", &text_of);
  function("make_feed_forward", &make_feed_forward_handle);
}

}  // namespace ffn::bindings
