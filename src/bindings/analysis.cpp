// Bindings of the analyses that need no network: activation curves, costs, statistics of tensors.

#include <emscripten/bind.h>

#include <optional>
#include <string>
#include <vector>

#include "ffn/ffn.h"
#include "options.h"
#include "result.h"
#include "values.h"

namespace ffn::bindings {

namespace {

Object write_extremum(const Extremum& extremum) { return Object().set("x", extremum.x).set("y", extremum.y); }

val landmarks_of(const val& kind) {
  return as_result([&] {
    const ActivationLandmarks landmarks = activation_landmarks(read_activation(kind));
    return Object()
        .set("minimum", write_extremum(landmarks.minimum))
        .set("derivative_minimum", write_extremum(landmarks.derivative_minimum))
        .set("derivative_maximum", write_extremum(landmarks.derivative_maximum));
  });
}

val largest_difference_of(const val& a, const val& b) {
  return as_result([&] {
    const LargestDifference difference = largest_difference(read_activation(a), read_activation(b));
    return Object().set("value", write_extremum(difference.value)).set("derivative", write_extremum(difference.derivative));
  });
}

CurvePoints read_points(const val& options) {
  CurvePoints read;
  read_option(options, "low", read.low);
  read_option(options, "high", read.high);
  read_option(options, "points", read.points);
  return read;
}

Object write_curve(const ActivationCurve& curve) {
  return Object().set("value", write_doubles(curve.value)).set("derivative", write_doubles(curve.derivative));
}

val compare_activations_of(const val& names, const val& points) {
  return as_result([&] {
    std::vector<Activation> kinds;
    for (const std::string& name : read_texts(names)) kinds.push_back(activation_named(name));
    const ActivationCurves made = compare_activations(kinds, read_points(points));
    Object curves;
    for (std::size_t i = 0; i < kinds.size(); ++i) curves.set(std::string(name_of(kinds[i])).c_str(), write_curve(made.curves[i]));
    return Object().set("x", write_doubles(made.x)).set("curves", curves);
  });
}

val activation_difference_of(const val& a, const val& b, const val& points) {
  return as_result([&] {
    const CurveDifference made = activation_difference(read_activation(a), read_activation(b), read_points(points));
    return write_curve(made.difference).set("x", write_doubles(made.x));
  });
}

Object write_cost(const FeedForwardCost& cost) {
  return Object()
      .set("linear1", cost.linear1)
      .set("linear2", cost.linear2)
      .set("parameters", cost.parameters)
      .set("attention", cost.attention)
      .set("norms", cost.norms)
      .set("block", cost.block)
      .set("share_of_block", cost.share_of_block)
      .set("per_attention", cost.per_attention)
      .set("bytes", cost.bytes)
      .set("activations", cost.activations)
      .set("operations", cost.operations);
}

val feed_forward_cost_of(const val& options) {
  return as_result([&] {
    FeedForwardOptions read;
    read_options(options, read);
    return write_cost(feed_forward_cost(read.d_model, read.d_ff, read.bias, read.gated));
  });
}

val ratio_costs_of(const val& options) {
  return as_result([&] {
    FeedForwardOptions read;
    read_options(options, read);
    std::vector<double> numbers;
    read_option(options, "ratios", numbers);
    std::vector<std::int64_t> ratios;
    for (const double ratio : numbers) ratios.push_back(checked_size("ratio", ratio));
    return array_of(ratio_costs(read.d_model, ratios, read.bias), [](const RatioCost& row) {
      return write_cost(row.cost).set("ratio", row.ratio).set("d_ff", row.d_ff).set("growth", row.growth);
    });
  });
}

val attention_cost_of(const val& options) {
  return as_result([&] {
    AttentionOptions read;
    std::int64_t seq_len = 0;
    read_options(options, read);
    read_option(options, "seq_len", seq_len);
    const AttentionCost cost = attention_cost(read.d_model, seq_len, read.causal, read.qkv_bias);
    return Object()
        .set("parameters", cost.parameters)
        .set("bytes", cost.bytes)
        .set("projections", cost.projections)
        .set("scores", cost.scores)
        .set("mixture", cost.mixture)
        .set("operations", cost.operations);
  });
}

val model_cost_of(const val& options) {
  return as_result([&] {
    ModelOptions read;
    read_size(options, "d_model", read.d_model);
    read.d_ff = kExpansion * read.d_model;
    read_size(options, "d_ff", read.d_ff);
    read_option(options, "n_layers", read.n_layers);
    read_option(options, "n_vocab", read.n_vocab);
    read_option(options, "n_context", read.n_context);
    read_option(options, "qkv_bias", read.qkv_bias);
    read_option(options, "tied_embedding", read.tied_embedding);
    const ModelCost cost = model_cost(read);
    return Object()
        .set("token_embedding", cost.token_embedding)
        .set("position_embedding", cost.position_embedding)
        .set("attention", cost.attention)
        .set("feed_forward", cost.feed_forward)
        .set("norms", cost.norms)
        .set("output_layer", cost.output_layer)
        .set("block", cost.block)
        .set("parameters", cost.parameters)
        .set("bytes", cost.bytes)
        .set("feed_forward_share", cost.feed_forward_share);
  });
}

val summarize_tensor(const val& tensor) {
  return as_result([&] { return write_summary(summarize(read_tensor("tensor", tensor).data)); });
}

val mean_absolute_difference_of(const val& a, const val& b) {
  return as_result([&] { return val(mean_absolute_difference(read_tensor("a", a).data, read_tensor("b", b).data)); });
}

// `percents` is undefined in JavaScript if no percentiles are requested.
val difference_of(const val& value_a, const val& value_b, const val& percents) {
  return as_result([&] {
    const Tensor a = read_tensor("a", value_a);
    const Tensor b = read_tensor("b", value_b);
    check_shape("b", b.shape, a.shape);
    Object written = write_difference(difference(a.data, b.data));
    if (percents.isUndefined()) return written;
    const std::vector<double> wanted = read_doubles(percents);
    written.set("percentiles", write_doubles(percentiles(absolute_difference(a.data, b.data), wanted)));
    return written;
  });
}

val difference_by_token_of(const val& value_a, const val& value_b) {
  return as_result([&] {
    const Tensor a = read_tensor("a", value_a);
    const Tensor b = read_tensor("b", value_b);
    check_shape("b", b.shape, a.shape);
    return array_of(difference_by_token(rows_of("a", a), rows_of("b", b)), &write_difference);
  });
}

val percentiles_of(const val& tensor, const val& percents) {
  return as_result([&] { return write_doubles(percentiles(read_tensor("tensor", tensor).data, read_doubles(percents))); });
}

// `range` is [low, high], or undefined for the automatic range.
val histogram_of(const val& tensor, double bins, const val& range) {
  return as_result([&] {
    std::optional<Range> within;
    if (!range.isUndefined()) within = Range{range[0].as<double>(), range[1].as<double>()};
    const Histogram made = histogram(read_tensor("tensor", tensor).data, checked_integer("bins", bins, 1, kMaxBins), within);
    return Object()
        .set("edges", write_doubles(made.edges))
        .set("counts", write_integers(made.counts))
        .set("below", made.below)
        .set("above", made.above)
        .set("nan", made.nan);
  });
}

// Writes counts and shares of one definition of sparsity, per row or column.
template <class Count, class Share>
val write_definition(const std::vector<SparsityCounts>& items, Count count, Share share) {
  std::vector<std::int64_t> counts;
  std::vector<double> shares;
  for (const SparsityCounts& item : items) {
    counts.push_back(item.*count);
    shares.push_back((item.*share)());
  }
  return Object().set("counts", write_integers(counts)).set("shares", write_doubles(shares));
}

val write_sparsity_of(const std::vector<SparsityCounts>& items) {
  using S = SparsityCounts;
  return Object()
      .set("zero", write_definition(items, &S::zero, &S::zero_share))
      .set("not_positive", write_definition(items, &S::not_positive, &S::not_positive_share))
      .set("small", write_definition(items, &S::small, &S::small_share));
}

val sparsity_of(const val& tensor, double threshold) {
  return as_result([&] {
    const Tensor activations = read_tensor("tensor", tensor);
    const Sparsity found = sparsity(rows_of("tensor", activations), threshold);
    const SparsityCounts& all = found.all;
    return Object()
        .set("count", all.count)
        .set("zero", all.zero)
        .set("zero_share", all.zero_share())
        .set("not_positive", all.not_positive)
        .set("not_positive_share", all.not_positive_share())
        .set("small", all.small)
        .set("small_share", all.small_share())
        .set("per_token", write_sparsity_of(found.per_token))
        .set("per_neuron", write_sparsity_of(found.per_neuron));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_analysis) {
  using namespace emscripten;
  function("activation_landmarks", &landmarks_of);
  function("largest_difference", &largest_difference_of);
  function("compare_activations", &compare_activations_of);
  function("activation_difference", &activation_difference_of);
  function("feed_forward_cost", &feed_forward_cost_of);
  function("ratio_costs", &ratio_costs_of);
  function("attention_cost", &attention_cost_of);
  function("model_cost", &model_cost_of);
  function("summarize", &summarize_tensor);
  function("mean_absolute_difference", &mean_absolute_difference_of);
  function("difference", &difference_of);
  function("difference_by_token", &difference_by_token_of);
  function("percentiles", &percentiles_of);
  function("histogram", &histogram_of);
  function("sparsity", &sparsity_of);
}

}  // namespace ffn::bindings
