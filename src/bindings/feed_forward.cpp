// The class FeedForward of the WebAssembly module. Bytes in, work, one copy out.

#include "feed_forward.h"

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <utility>

#include "ffn/nn/sequential.h"
#include "ffn/train/feed_forward_gradients.h"
#include "numbers.h"

namespace ffn::bindings {

namespace {

val make_random_feed_forward(const val& options) {
  return as_result([&] {
    FeedForwardOptions read = read_behaviour(options);
    read.d_model = checked_size("d_model", options["d_model"].as<double>());
    read.d_ff = checked_d_ff(options["d_ff"], read.d_model);
    read.bias = options["bias"].as<bool>();
    read.gated = options["gated"].as<bool>();
    const Initialization init = initialization_named(options["init"].as<std::string>());
    return val(std::make_shared<FeedForwardHandle>(make_feed_forward(read, init, checked_seed(options["seed"].as<double>()))));
  });
}

val make_feed_forward_from(const val& options) {
  return as_result([&] {
    const auto layout = options["layout"].as<std::string>();
    check(layout == "out_in" || layout == "in_out", "layout", "\"" + layout + "\"", "\"out_in\" or \"in_out\"");
    WeightReader reader(options["weights"], layout == "in_out");
    FeedForwardLayers layers = read_feed_forward_layers(reader, "");
    reader.finish();
    return val(std::make_shared<FeedForwardHandle>(FeedForward(std::move(layers), read_behaviour(options))));
  });
}

val set_activation(FeedForwardHandle& handle, const std::string& name) {
  return as_result([&] {
    handle.changed_network().set_activation(activation_named(name));
    return val::undefined();
  });
}

// The four layers of the Sequential form: what each is, and the names of its weights.
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
      list.call<void>("push", item);
    }
    return list;
  });
}

// The weighting of the outputs is drawn from `seed`.
val gradient_check(const FeedForwardHandle& handle, const val& x, double step, double seed) {
  return as_result([&] {
    const Tensor input = read_tensor("x", x);
    const ConstMatrixView rows = input.rows("x", handle.network().d_model());
    RandomState rng(checked_seed(seed));
    Matrix weighting(rows.rows(), rows.cols());
    fill_randn(rng, 1.0, view(weighting));
    val results = val::array();
    for (const GradientCheck& tensor : check_feed_forward_gradients(handle.network(), rows, view(std::as_const(weighting)), step)) {
      val result = val::object();
      result.set("name", tensor.name);
      result.set("largest_error", tensor.largest_error);
      result.set("at", static_cast<double>(tensor.at));
      result.set("claimed", tensor.claimed);
      result.set("central_difference", tensor.central_difference);
      results.call<void>("push", result);
    }
    return results;
  });
}

std::string text_of(const FeedForwardHandle& handle) { return to_string(handle.network()); }
double d_model_of(const FeedForwardHandle& handle) { return static_cast<double>(handle.network().d_model()); }
bool gated_of(const FeedForwardHandle& handle) { return handle.network().gated(); }
double d_ff_of(const FeedForwardHandle& handle) { return static_cast<double>(handle.network().d_ff()); }

}  // namespace

DropoutPlacement placement_named(const std::string& name) {
  check(name == "hidden" || name == "output", "dropout_placement", "\"" + name + "\"", "\"hidden\" or \"output\"");
  return name == "hidden" ? DropoutPlacement::kHidden : DropoutPlacement::kOutput;
}

FeedForwardOptions read_behaviour(const val& options) {
  FeedForwardOptions read;
  read.activation = activation_named(options["activation"].as<std::string>());
  read.dropout = options["dropout"].as<double>();
  read.dropout_placement = placement_named(options["dropout_placement"].as<std::string>());
  return read;
}

FeedForwardLayers read_feed_forward_layers(WeightReader& reader, const std::string& prefix) {
  FeedForwardLayers layers;
  layers.linear1 = reader.linear(prefix, "1");
  if (reader.has(prefix + "w_gate")) layers.gate = reader.linear(prefix, "_gate");
  layers.linear2 = reader.linear(prefix, "2");
  return layers;
}

void FeedForwardEdge::forward(const FeedForward& network, const Input& x, MatrixView output, FeedForwardTrace* trace, RandomState* rng) {
  network.forward(x.rows, output, trace, rng);
}

val FeedForwardEdge::write_trace(const FeedForward& network, const Input& x, const FeedForwardTrace& trace, const Matrix& output) {
  const Shape hidden_shape = with_last(x.shape, network.d_ff());
  val tensors = val::object();
  tensors.set("pre_activation", write_matrix(trace.pre_activation, hidden_shape));
  if (network.gated()) tensors.set("gate", write_matrix(trace.gate, hidden_shape));
  tensors.set("hidden", write_matrix(trace.hidden, hidden_shape));
  tensors.set("hidden_dropped", write_matrix(trace.passed_on(), hidden_shape));
  set_unless_empty(tensors, "mask", trace.mask, with_last(x.shape, trace.mask.cols()));
  tensors.set("output", write_matrix(output, x.shape));
  return tensors;
}

val FeedForwardEdge::backward(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                              const ConstMatrixView& grad_output) {
  FeedForwardLayers grads = zeros_like(network.layers());
  Matrix grad_x(x.rows.rows(), x.rows.cols());
  network.backward(x.rows, trace, grad_output, grads, view(grad_x));
  return write_gradients(grads, grad_x, x);
}

EMSCRIPTEN_BINDINGS(ffn_lab_feed_forward) {
  using namespace emscripten;
  bind_network<FeedForwardEdge>("FeedForward")
      .property("d_model", &d_model_of)
      .property("d_ff", &d_ff_of)
      .property("gated", &gated_of)
      .function("set_activation", &set_activation)
      .function("layers", &layers_of_handle)
      .function("gradient_check", &gradient_check)
      .function("to_string", &text_of);
  function("make_random_feed_forward", &make_random_feed_forward);
  function("make_feed_forward_from", &make_feed_forward_from);
}

}  // namespace ffn::bindings
