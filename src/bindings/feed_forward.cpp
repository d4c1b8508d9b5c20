// The class FeedForward of the WebAssembly module. Bytes in, work, one copy out.

#include "feed_forward.h"

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <utility>

#include "numbers.h"
#include "result.h"

namespace ffn::bindings {

namespace {

// A weight of either layout as (out_features, in_features). Throws ArgumentError unless it has two dimensions.
Matrix read_weight(const char* argument, const val& value, bool in_out) {
  const Tensor weight = read_tensor(argument, value);
  check(weight.shape.size() == 2, argument, "a tensor of shape " + to_string(weight.shape), "two dimensions");
  const ConstMatrixView stored = weight.rows(argument, weight.shape[1]);
  if (in_out) return stored.transpose();
  return stored;
}

// A layer from its weight and its bias; without a bias the layer has none.
Linear read_linear(const char* weight_name, const char* bias_name, const val& weights, bool in_out) {
  Linear layer{read_weight(weight_name, weights[weight_name], in_out), RowVector{}};
  const val bias = weights[bias_name];
  if (bias.isUndefined()) return layer;
  const Tensor numbers = read_tensor(bias_name, bias);
  check(numbers.shape.size() == 1, bias_name, "a tensor of shape " + to_string(numbers.shape), "one dimension");
  check(!numbers.data.empty(), bias_name, "empty", "shape " + to_string(Shape{layer.out_features()}));
  layer.bias = Eigen::Map<const RowVector>(numbers.data.data(), static_cast<Index>(numbers.data.size()));
  return layer;
}

// What networks with random and with given weights have in common.
FeedForwardOptions read_behaviour(const val& options) {
  FeedForwardOptions read;
  read.activation = activation_named(options["activation"].as<std::string>());
  read.dropout = options["dropout"].as<double>();
  read.dropout_placement = placement_named(options["dropout_placement"].as<std::string>());
  return read;
}

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
    const bool in_out = layout == "in_out";
    const val weights = options["weights"];
    FeedForwardLayers layers;
    layers.linear1 = read_linear("w1", "b1", weights, in_out);
    if (!weights["w_gate"].isUndefined()) layers.gate = read_linear("w_gate", "b_gate", weights, in_out);
    layers.linear2 = read_linear("w2", "b2", weights, in_out);
    return val(std::make_shared<FeedForwardHandle>(FeedForward(std::move(layers), read_behaviour(options))));
  });
}

val write_vector(const RowVector& vector) {
  return write_tensor({vector.data(), static_cast<std::size_t>(vector.size())}, {vector.size()});
}

// A layer's tensors under their names; what a layer does not have is left out.
void set_linear(val& object, const char* weight_name, const char* bias_name, const Linear& layer) {
  if (layer.weight.size() > 0) object.set(weight_name, write_matrix(layer.weight, {layer.out_features(), layer.in_features()}));
  if (layer.bias.size() > 0) object.set(bias_name, write_vector(layer.bias));
}

val write_layers(const FeedForwardLayers& layers) {
  val object = val::object();
  set_linear(object, "w1", "b1", layers.linear1);
  set_linear(object, "w_gate", "b_gate", layers.gate);
  set_linear(object, "w2", "b2", layers.linear2);
  return object;
}

Shape with_last(Shape shape, Index last) {
  shape.back() = last;
  return shape;
}

}  // namespace

DropoutPlacement placement_named(const std::string& name) {
  check(name == "hidden" || name == "output", "dropout_placement", "\"" + name + "\"", "\"hidden\" or \"output\"");
  return name == "hidden" ? DropoutPlacement::kHidden : DropoutPlacement::kOutput;
}

void FeedForwardHandle::set_activation(Activation kind) {
  network_.set_activation(kind);
  last_.reset();  // its tensors are another activation's
}

val FeedForwardHandle::forward(const Tensor& x, RandomState* rng) const {
  const ConstMatrixView rows = x.rows("x", network_.d_model());
  Matrix output(rows.rows(), network_.d_model());
  network_.forward(rows, view(output), nullptr, rng);
  return write_matrix(output, x.shape);
}

val FeedForwardHandle::trace(Tensor x, RandomState* rng) {
  last_.reset();
  Pass pass{std::move(x), {}};
  const ConstMatrixView rows = pass.x.rows("x", network_.d_model());
  Matrix output(rows.rows(), network_.d_model());
  network_.forward(rows, view(output), &pass.saved, rng);
  const Shape hidden_shape = with_last(pass.x.shape, network_.d_ff());
  val tensors = val::object();
  tensors.set("pre_activation", write_matrix(pass.saved.pre_activation, hidden_shape));
  if (network_.gated()) tensors.set("gate", write_matrix(pass.saved.gate, hidden_shape));
  tensors.set("hidden", write_matrix(pass.saved.hidden, hidden_shape));
  tensors.set("hidden_dropped", write_matrix(pass.saved.passed_on(), hidden_shape));
  if (pass.saved.mask.size() > 0) tensors.set("mask", write_matrix(pass.saved.mask, with_last(pass.x.shape, pass.saved.mask.cols())));
  tensors.set("output", write_matrix(output, pass.x.shape));
  last_ = std::move(pass);
  return tensors;
}

val FeedForwardHandle::backward(const Tensor& grad_output) const {
  check(last_.has_value(), "trace", "missing", "a call of trace(x) before backward, with the same activation");
  check(grad_output.shape == last_->x.shape, "grad_output", "a tensor of shape " + to_string(grad_output.shape),
        "shape " + to_string(last_->x.shape) + ", as the output");
  const ConstMatrixView x = last_->x.rows("x", network_.d_model());
  FeedForwardLayers grads = zeros_like(network_.layers());
  Matrix grad_x(x.rows(), x.cols());
  network_.backward(x, last_->saved, grad_output.rows("grad_output", network_.d_model()), grads, view(grad_x));
  val gradients = write_layers(grads);
  gradients.set("x", write_matrix(grad_x, last_->x.shape));
  return gradients;
}

val FeedForwardHandle::weights() const { return write_layers(network_.layers()); }

namespace {

double d_model_of(const FeedForwardHandle& handle) { return static_cast<double>(handle.network().d_model()); }
double d_ff_of(const FeedForwardHandle& handle) { return static_cast<double>(handle.network().d_ff()); }
double parameter_count_of(const FeedForwardHandle& handle) { return static_cast<double>(handle.network().parameter_count()); }

val set_activation(FeedForwardHandle& handle, const std::string& name) {
  return as_result([&] {
    handle.set_activation(activation_named(name));
    return val::undefined();
  });
}

// `rng` is null in JavaScript for a pass without dropout.
val forward(const FeedForwardHandle& handle, const val& x, RandomState* rng) {
  return as_result([&] { return handle.forward(read_tensor("x", x), rng); });
}
val trace(FeedForwardHandle& handle, const val& x, RandomState* rng) {
  return as_result([&] { return handle.trace(read_tensor("x", x), rng); });
}
val backward(const FeedForwardHandle& handle, const val& grad_output) {
  return as_result([&] { return handle.backward(read_tensor("grad_output", grad_output)); });
}
val weights_of(const FeedForwardHandle& handle) {
  return as_result([&] { return handle.weights(); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_feed_forward) {
  using namespace emscripten;
  class_<FeedForwardHandle>("FeedForward")
      .smart_ptr<std::shared_ptr<FeedForwardHandle>>("FeedForward")
      .property("d_model", &d_model_of)
      .property("d_ff", &d_ff_of)
      .property("parameter_count", &parameter_count_of)
      .function("set_activation", &set_activation)
      .function("forward", &forward, allow_raw_pointers())
      .function("trace", &trace, allow_raw_pointers())
      .function("backward", &backward)
      .function("weights", &weights_of);
  function("make_random_feed_forward", &make_random_feed_forward);
  function("make_feed_forward_from", &make_feed_forward_from);
}

}  // namespace ffn::bindings
