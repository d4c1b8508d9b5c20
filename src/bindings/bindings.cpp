// The edge to JavaScript: bytes in, work, one copy out, and nothing else. Every function returns { value } or { error }
// (result.h); the package ffn-lab owns the objects, checks types and throws typed errors. No formula belongs here.

#include <emscripten/bind.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "ffn/ffn.h"
#include "result.h"
#include "tensor.h"

namespace ffn::bindings {

namespace {

std::uint32_t checked_seed(double seed) {
  return static_cast<std::uint32_t>(checked_integer("seed", seed, 0, std::numeric_limits<std::uint32_t>::max()));
}

Index checked_size(const char* argument, double size) { return static_cast<Index>(checked_integer(argument, size, 1, 1 << 24)); }

std::string version() { return FFN_VERSION; }

val make_random_state(double seed) {
  return as_result([&] { return val(std::make_shared<RandomState>(checked_seed(seed))); });
}

val randn(RandomState& rng, const val& dimensions, double scale) {
  return as_result([&] {
    const Shape shape = read_shape("shape", dimensions);
    std::vector<float> numbers(static_cast<std::size_t>(element_count("shape", shape)));
    fill_randn(rng, scale, MatrixView(numbers.data(), 1, static_cast<Index>(numbers.size())));
    return write_tensor(numbers, shape);
  });
}

val evaluate_activation(const std::string& kind_name, const val& x) {
  return as_result([&] {
    const Activation kind = activation_named(kind_name);
    const std::vector<float> at = read_floats(x);
    std::vector<float> value(at.size());
    std::vector<float> derivative(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      value[i] = activation_value(kind, at[i]);
      derivative[i] = activation_derivative(kind, at[i]);
    }
    val curve = val::object();
    curve.set("value", write_floats(value));
    curve.set("derivative", write_floats(derivative));
    return curve;
  });
}

val make_random_feed_forward(double d_model, double d_ff, const std::string& activation, const std::string& init, double seed) {
  return as_result([&] {
    return val(
        std::make_shared<FeedForward>(make_feed_forward(checked_size("d_model", d_model), checked_size("d_ff", d_ff),
                                                        activation_named(activation), initialization_named(init), checked_seed(seed))));
  });
}

// A weight of either layout as (out_features, in_features). Throws ArgumentError unless it has two dimensions.
Matrix read_weight(const char* argument, const val& value, bool in_out) {
  const Tensor weight = read_tensor(argument, value);
  check(weight.shape.size() == 2, argument, "a tensor of shape " + to_string(weight.shape), "two dimensions");
  const ConstMatrixView stored = weight.rows(argument, weight.shape[1]);
  if (in_out) return stored.transpose();
  return stored;
}

// A bias, or zeros of the wanted length where there is none.
RowVector read_bias(const char* argument, const val& value, Index length) {
  if (value.isUndefined()) return RowVector::Zero(length);
  const Tensor bias = read_tensor(argument, value);
  check(bias.shape.size() == 1, argument, "a tensor of shape " + to_string(bias.shape), "one dimension");
  return Eigen::Map<const RowVector>(bias.data.data(), static_cast<Index>(bias.data.size()));
}

val make_feed_forward_from(const val& weights, const std::string& layout, const std::string& activation) {
  return as_result([&] {
    check(layout == "out_in" || layout == "in_out", "layout", "\"" + layout + "\"", "\"out_in\" or \"in_out\"");
    const bool in_out = layout == "in_out";
    Linear linear1{read_weight("w1", weights["w1"], in_out), {}};
    Linear linear2{read_weight("w2", weights["w2"], in_out), {}};
    linear1.bias = read_bias("b1", weights["b1"], linear1.out_features());
    linear2.bias = read_bias("b2", weights["b2"], linear2.out_features());
    return val(std::make_shared<FeedForward>(std::move(linear1), std::move(linear2), activation_named(activation)));
  });
}

val set_activation(FeedForward& network, const std::string& activation) {
  return as_result([&] {
    network.set_activation(activation_named(activation));
    return val::undefined();
  });
}

val forward(const FeedForward& network, const val& input) {
  return as_result([&] {
    const Tensor x = read_tensor("x", input);
    const ConstMatrixView rows = x.rows("x", network.d_model());
    Matrix output(rows.rows(), network.d_model());
    network.forward(rows, view(output), nullptr);
    return write_matrix(output, x.shape);
  });
}

val trace(const FeedForward& network, const val& input) {
  return as_result([&] {
    const Tensor x = read_tensor("x", input);
    const ConstMatrixView rows = x.rows("x", network.d_model());
    Matrix output(rows.rows(), network.d_model());
    FeedForwardTrace saved;
    network.forward(rows, view(output), &saved);
    Shape hidden_shape = x.shape;
    hidden_shape.back() = network.d_ff();
    val tensors = val::object();
    tensors.set("pre_activation", write_matrix(saved.pre_activation, hidden_shape));
    tensors.set("hidden", write_matrix(saved.hidden, hidden_shape));
    tensors.set("output", write_matrix(output, x.shape));
    return tensors;
  });
}

val weights_of(const FeedForward& network) {
  return as_result([&] {
    const auto weight = [](const Linear& layer) { return write_matrix(layer.weight, {layer.out_features(), layer.in_features()}); };
    const auto bias = [](const Linear& layer) {
      return write_tensor({layer.bias.data(), static_cast<std::size_t>(layer.bias.size())}, {layer.out_features()});
    };
    val weights = val::object();
    weights.set("w1", weight(network.linear1()));
    weights.set("b1", bias(network.linear1()));
    weights.set("w2", weight(network.linear2()));
    weights.set("b2", bias(network.linear2()));
    return weights;
  });
}

double d_model_of(const FeedForward& network) { return static_cast<double>(network.d_model()); }
double d_ff_of(const FeedForward& network) { return static_cast<double>(network.d_ff()); }
double parameter_count_of(const FeedForward& network) { return static_cast<double>(network.parameter_count()); }

val summarize_tensor(const val& value) {
  return as_result([&] {
    const Summary summary = summarize(read_tensor("tensor", value).data);
    val out = val::object();
    out.set("count", static_cast<double>(summary.count));
    out.set("mean", summary.mean);
    out.set("standard_deviation", summary.standard_deviation);
    out.set("minimum", summary.minimum);
    out.set("maximum", summary.maximum);
    out.set("negative_share", summary.negative_share);
    return out;
  });
}

val difference_of_tensors(const val& a, const val& b) {
  return as_result([&] { return val(mean_absolute_difference(read_tensor("a", a).data, read_tensor("b", b).data)); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab) {
  using namespace emscripten;
  class_<RandomState>("RandomState").smart_ptr<std::shared_ptr<RandomState>>("RandomState").function("randn", &randn);
  class_<FeedForward>("FeedForward")
      .smart_ptr<std::shared_ptr<FeedForward>>("FeedForward")
      .property("d_model", &d_model_of)
      .property("d_ff", &d_ff_of)
      .property("parameter_count", &parameter_count_of)
      .function("set_activation", &set_activation)
      .function("forward", &forward)
      .function("trace", &trace)
      .function("weights", &weights_of);
  function("version", &version);
  function("make_random_state", &make_random_state);
  function("make_random_feed_forward", &make_random_feed_forward);
  function("make_feed_forward_from", &make_feed_forward_from);
  function("activation", &evaluate_activation);
  function("summarize", &summarize_tensor);
  function("mean_absolute_difference", &difference_of_tensors);
}

}  // namespace ffn::bindings
