// Bindings of the analyses of a network and of the tensors of its passes.

#include <emscripten/bind.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "feed_forward.h"
#include "ffn/ffn.h"
#include "options.h"
#include "result.h"
#include "values.h"

namespace ffn::bindings {

namespace {

DimensionConfiguration read_configuration(const val& options) {
  DimensionConfiguration read;
  read_options(options, read.network);
  read_option(options, "batch", read.batch);
  read_option(options, "seq_len", read.seq_len);
  read_option(options, "seed", read.seed);
  return read;
}

Object write_report(const DimensionReport& report) {
  Object written = Object()
                       .set("input", write_shape(report.input))
                       .set("pre_activation", write_shape(report.pre_activation))
                       .set("hidden", write_shape(report.hidden))
                       .set("output", write_shape(report.output))
                       .set("preserved", report.preserved)
                       .set("finite", report.finite)
                       .set("parameter_count", report.parameter_count);
  if (!report.gate.empty()) written.set("gate", write_shape(report.gate));
  return written;
}

val dimension_check_of(const val& options) {
  return as_result([&] { return write_report(check_dimensions(read_configuration(options))); });
}

// `configurations` is undefined for the default configurations.
val dimension_grid_of(const val& configurations) {
  return as_result([&] {
    if (configurations.isUndefined()) return array_of(check_dimensions(default_configurations()), &write_report);
    std::vector<DimensionConfiguration> grid;
    for (const val& options : emscripten::vecFromJSArray<val>(configurations)) grid.push_back(read_configuration(options));
    return array_of(check_dimensions(grid), &write_report);
  });
}

val independence_of(const FeedForwardHandle& handle, const val& tensor, const val& options) {
  return as_result([&] {
    const Tensor x = read_tensor("x", tensor);
    IndependenceOptions read;
    read_option(options, "changed_token", read.changed_token);
    read_option(options, "change", read.change);
    read_option(options, "seed", read.seed);
    const Independence found = independence(handle.network(), x.rows("x", handle.network().d_model()), read);
    return Object()
        .set("independent", found.independent)
        .set("alone", write_difference(found.alone))
        .set("permutation", write_integers(found.permutation))
        .set("permuted", write_difference(found.permuted))
        .set("others", write_difference(found.others))
        .set("changed", write_difference(found.changed));
  });
}

val dead_units_of(const val& trace, const val& activation, double threshold) {
  return as_result([&] {
    const Activation kind = read_activation(activation);
    const Tensor pre_activation = read_tensor("pre_activation", trace["pre_activation"]);
    const Tensor hidden = read_tensor("hidden", trace["hidden"]);
    const DeadUnits found = dead_units(kind, rows_of("pre_activation", pre_activation), rows_of("hidden", hidden), threshold);
    return Object()
        .set("tokens", found.tokens)
        .set("units", found.units)
        .set("dead", write_integers(found.dead))
        .set("silent", write_integers(found.silent))
        .set("active_share", write_doubles(found.active_share));
  });
}

val rank_neurons_of(const FeedForwardHandle& handle, const val& tensor, const val& token, double top) {
  return as_result([&] {
    const Tensor linear2_input = read_tensor("hidden_dropped", tensor);
    RankingOptions read;
    if (!token.isUndefined()) read.token = checked_index("token", token.as<double>());
    read.top = checked_index("top", top);
    const NeuronRanking found = rank_neurons(handle.network(), rows_of("hidden_dropped", linear2_input), read);
    return Object()
        .set("neuron", write_integers(found.neuron))
        .set("strength", write_doubles(found.strength))
        .set("share", write_doubles(found.share))
        .set("cumulative_share", write_doubles(found.cumulative_share));
  });
}

val neuron_of(const FeedForwardHandle& handle, const val& trace, double token, double neuron) {
  return as_result([&] {
    const Tensor pre_activation = read_tensor("pre_activation", trace["pre_activation"]);
    const Tensor linear2_input = read_tensor("hidden_dropped", trace["hidden_dropped"]);
    const Neuron found = neuron_at(handle.network(), rows_of("pre_activation", pre_activation), rows_of("hidden_dropped", linear2_input),
                                   checked_index("token", token), checked_index("neuron", neuron));
    Object written = Object()
                         .set("key", write_floats(found.key))
                         .set("bias", found.bias)
                         .set("value", write_floats(found.value))
                         .set("value_norm", found.value_norm)
                         .set("score", found.score)
                         .set("coefficient", found.coefficient)
                         .set("strength", found.strength)
                         .set("contribution", write_doubles(found.contribution));
    if (found.gate_key.empty()) return written;
    written.set("gate_key", write_floats(found.gate_key));
    written.set("gate_bias", found.gate_bias);
    return written;
  });
}

val ablate_of(const FeedForwardHandle& handle, const val& tensor, const val& options) {
  return as_result([&] {
    const Tensor x = read_tensor("x", tensor);
    AblationOptions read;
    read_option(options, "factor", read.factor);
    read_named<ablation_site_named>(options, "site", read.site);
    std::vector<double> neurons;
    read_option(options, "neurons", neurons);
    for (const double neuron : neurons) read.neurons.push_back(checked_index("neurons", neuron));
    const Ablation made = ablate(handle.network(), x.rows("x", handle.network().d_model()), read);
    return Object().set("baseline", write_matrix(made.baseline, x.shape)).set("output", write_matrix(made.output, x.shape));
  });
}

const Linear& layer_named(const FeedForward& network, const std::string& name) {
  const FeedForwardLayers& layers = network.layers();
  if (name == "linear1") return layers.linear1;
  if (name == "linear2") return layers.linear2;
  if (name == "gate" && network.gated()) return layers.gate;
  const char* known = network.gated() ? R"("linear1", "gate" or "linear2")" : R"("linear1" or "linear2")";
  throw ArgumentError("layer", std::string("\"").append(name).append("\""), known);
}

val trace_dot_of(const FeedForwardHandle& handle, const val& tensor, const val& options) {
  return as_result([&] {
    const Linear& layer = layer_named(handle.network(), options["layer"].as<std::string>());
    Index token = 0;
    Index feature = 0;
    read_index(options, "token", token);
    read_index(options, "feature", feature);
    const Tensor input = read_tensor("input", tensor);
    const DotTrace cell = trace_dot(layer, input.rows("input", layer.in_features()), token, feature);
    return Object()
        .set("input", write_floats(cell.input))
        .set("weight", write_floats(cell.weight))
        .set("terms", write_doubles(cell.terms))
        .set("partial_sums", write_doubles(cell.partial_sums))
        .set("bias", cell.bias)
        .set("sum", cell.sum)
        .set("computed", cell.computed);
  });
}

Object write_statistics(const ForwardStatistics& statistics) {
  Object written = Object()
                       .set("x", write_summary(statistics.x))
                       .set("pre_activation", write_summary(statistics.pre_activation))
                       .set("hidden", write_summary(statistics.hidden))
                       .set("output", write_summary(statistics.output));
  if (statistics.gate.has_value()) written.set("gate", write_summary(*statistics.gate));
  return written;
}

val forward_statistics_of(const FeedForwardHandle& handle, const val& tensor) {
  return as_result([&] {
    const Tensor x = read_tensor("x", tensor);
    return write_statistics(forward_statistics(handle.network(), x.rows("x", handle.network().d_model())));
  });
}

val compare_forward_of(const FeedForwardHandle& handle, const val& tensor, const val& a, const val& b) {
  return as_result([&] {
    const Tensor x = read_tensor("x", tensor);
    const ConstMatrixView rows = x.rows("x", handle.network().d_model());
    const ForwardComparison found = compare_forward(handle.network(), rows, read_activation(a), read_activation(b));
    return Object()
        .set("a", write_statistics(found.a))
        .set("b", write_statistics(found.b))
        .set("hidden", write_difference(found.hidden))
        .set("output", write_difference(found.output));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_network_analysis) {
  using namespace emscripten;
  function("dimension_check", &dimension_check_of);
  function("dimension_grid", &dimension_grid_of);
  function("independence", &independence_of);
  function("dead_units", &dead_units_of);
  function("rank_neurons", &rank_neurons_of);
  function("neuron", &neuron_of);
  function("ablate", &ablate_of);
  function("trace_dot", &trace_dot_of);
  function("forward_statistics", &forward_statistics_of);
  function("compare_forward", &compare_forward_of);
}

}  // namespace ffn::bindings
