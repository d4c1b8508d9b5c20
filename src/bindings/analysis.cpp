// Bindings of the analyses that need no network: activation curves, costs, statistics of tensors.

#include <optional>
#include <string>
#include <vector>

#include "bind.h"
#include "ffn/ffn.h"
#include "options.h"

namespace ffn::bindings {

FFN_FIELDS(Extremum, x, y);
FFN_FIELDS(ActivationLandmarks, minimum, derivative_minimum, derivative_maximum);
FFN_FIELDS(LargestDifference, value, derivative);
FFN_FIELDS(ActivationCurve, value, derivative);
FFN_FIELDS(FeedForwardCost, linear1, linear2, parameters, attention, norms, block, share_of_block,
           per_attention, bytes, activations, operations);
FFN_FIELDS(AttentionCost, parameters, bytes, projections, scores, mixture, operations);
FFN_FIELDS(ModelCost, token_embedding, position_embedding, attention, feed_forward, norms,
           output_layer, block, parameters, bytes, feed_forward_share);
FFN_FIELDS(Histogram, edges, counts, below, above, nan);
FFN_FIELDS(SparsityColumn, counts, shares);
FFN_FIELDS(SparsityColumns, zero, not_positive, small);
FFN_FIELDS(Sparsity, count, zero, not_positive, small, zero_share, not_positive_share, small_share,
           per_token, per_neuron);

static void read_options(const val& options, CurvePoints& points) {
  FFN_READ(options, points, low, high, points);
}

EMSCRIPTEN_BINDINGS(ffn_lab_activations) {
  bind("activation_landmarks", [](Activation kind) { return activation_landmarks(kind); });
  bind("largest_difference", [](Activation a, Activation b) { return largest_difference(a, b); });
  bind("compare_activations", [](std::vector<Activation> kinds, CurvePoints points) {
    const ActivationCurves made = compare_activations(kinds, points);
    val curves = val::object();
    for (std::size_t i = 0; i < kinds.size(); ++i)
      curves.set(std::string(name_of(kinds[i])), to_value(made.curves[i]));
    return val::object().set("x", made.x).set("curves", curves);
  });
  bind("activation_difference", [](Activation a, Activation b, CurvePoints points) {
    const CurveDifference made = activation_difference(a, b, points);
    return to_value(made.difference).set("x", made.x);
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_costs) {
  bind("feed_forward_cost", [](FeedForwardOptions options) {
    return feed_forward_cost(options.d_model, options.d_ff, options.bias, options.gated);
  });
  bind("ratio_costs", [](const val& options) {
    const auto network = from_value<FeedForwardOptions>(options);
    std::vector<std::int64_t> ratios;
    for (const double ratio : read_numbers<double>(options["ratios"]))
      ratios.push_back(checked_size("ratio", ratio));
    return array_of(ratio_costs(network.d_model, ratios, network.bias), [](const RatioCost& row) {
      val written = to_value(row.cost);
      FFN_SET(written, row, ratio, d_ff, growth);
      return written;
    });
  });
  bind("attention_cost", [](const val& options) {
    const auto layer = from_value<AttentionOptions>(options);
    std::int64_t seq_len = 0;
    read_option(options, "seq_len", seq_len);
    return attention_cost(layer.d_model, seq_len, layer.causal, layer.qkv_bias);
  });
  bind("model_cost", [](const val& options) {
    ModelOptions read;
    const auto network = from_value<FeedForwardOptions>(options);
    read.d_model = network.d_model;
    read.d_ff = network.d_ff;
    FFN_READ(options, read, n_layers, n_vocab, n_context, qkv_bias, tied_embedding);
    return model_cost(read);
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_tensor_statistics) {
  bind("summarize", [](Arg<"tensor"> tensor) { return summarize(tensor.data); });
  bind("mean_absolute_difference",
       [](Arg<"a"> a, Arg<"b"> b) { return mean_absolute_difference(a.data, b.data); });
  // `percents` is undefined in JavaScript if no percentiles are requested.
  bind("difference", [](Arg<"a"> a, Arg<"b"> b, std::optional<std::vector<double>> percents) {
    b.check_shape(a.shape);
    val written = to_value(difference(a.data, b.data));
    if (percents)
      written.set("percentiles", percentiles(absolute_difference(a.data, b.data), *percents));
    return written;
  });
  bind("sparsity",
       [](Arg<"tensor"> tensor, double threshold) { return sparsity(tensor.rows(), threshold); });
  bind("difference_by_token", [](Arg<"a"> a, Arg<"b"> b) {
    b.check_shape(a.shape);
    return difference_by_token(a.rows(), b.rows());
  });
  bind("percentiles", [](Arg<"tensor"> tensor, std::vector<double> percents) {
    return percentiles(tensor.data, percents);
  });
  // `range` is [low, high], the string "edge_at_zero", or undefined for the automatic range.
  bind("histogram", [](Arg<"tensor"> tensor, double bins, const val& range) {
    std::optional<Range> within;
    const std::int64_t count = checked_integer("bins", bins, 1, kMaxBins);
    if (range.isString()) {
      within = range_with_edge_at_zero(tensor.data, count);
    } else if (!range.isUndefined()) {
      within = Range{range[0].number(), range[1].number()};
    }
    return histogram(tensor.data, count, within);
  });
}

}  // namespace ffn::bindings
