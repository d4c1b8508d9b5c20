// The edge to JavaScript: bytes in, work, one copy out, and nothing else; the other files here bind a concept each.
// Every function returns { value } or { error } (result.h); the package ffn-lab owns the objects, checks types and throws
// typed errors. No formula belongs here.

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <vector>

#include "ffn/ffn.h"
#include "numbers.h"
#include "result.h"
#include "tensor.h"

namespace ffn::bindings {

namespace {

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

val write_extremum(const Extremum& extremum) {
  val out = val::object();
  out.set("x", extremum.x);
  out.set("y", extremum.y);
  return out;
}

val landmarks_of(const std::string& kind_name) {
  return as_result([&] {
    const ActivationLandmarks landmarks = activation_landmarks(activation_named(kind_name));
    val out = val::object();
    out.set("minimum", write_extremum(landmarks.minimum));
    out.set("derivative_minimum", write_extremum(landmarks.derivative_minimum));
    out.set("derivative_maximum", write_extremum(landmarks.derivative_maximum));
    return out;
  });
}

val largest_difference_of(const std::string& a, const std::string& b) {
  return as_result([&] {
    const LargestDifference difference = largest_difference(activation_named(a), activation_named(b));
    val out = val::object();
    out.set("value", write_extremum(difference.value));
    out.set("derivative", write_extremum(difference.derivative));
    return out;
  });
}

val cost_of(double d_model, const val& d_ff, bool bias, bool gated) {
  return as_result([&] {
    const Index model = checked_size("d_model", d_model);
    const FeedForwardCost cost = feed_forward_cost(model, checked_d_ff(d_ff, model), bias, gated);
    val out = val::object();
    const auto set = [&](const char* name, std::int64_t count) { out.set(name, static_cast<double>(count)); };
    set("linear1", cost.linear1);
    set("linear2", cost.linear2);
    set("parameters", cost.parameters);
    set("attention", cost.attention);
    set("norms", cost.norms);
    set("block", cost.block);
    set("operations", cost.operations);
    out.set("share_of_block", cost.share_of_block);
    return out;
  });
}

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
    out.set("non_finite_count", static_cast<double>(summary.non_finite_count));
    out.set("largest_finite_magnitude", summary.largest_finite_magnitude);
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
  function("version", &version);
  function("make_random_state", &make_random_state);
  function("activation", &evaluate_activation);
  function("activation_landmarks", &landmarks_of);
  function("largest_difference", &largest_difference_of);
  function("feed_forward_cost", &cost_of);
  function("summarize", &summarize_tensor);
  function("mean_absolute_difference", &difference_of_tensors);
}

}  // namespace ffn::bindings
