// Bindings of the analyses that need no network: activation curves, costs, statistics of tensors.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bind.h"
#include "ffn/ffn.h"
#include "options.h"
#include "statistics.h"

namespace ffn::bindings {

FFN_FIELDS(RankTest, u, p_value);
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

struct AttentionCostOptions : AttentionOptions {
  std::int64_t seq_len = 0;
};

static void read_options(const val& options, AttentionCostOptions& layer) {
  FFN_READ(options, layer, d_model, seq_len, causal, qkv_bias);
}

static void read_options(const val& options, ModelOptions& model) {
  FeedForwardOptions network{.d_model = static_cast<Index>(model.d_model)};
  read_options(options, network);
  model.d_model = network.d_model;
  model.d_ff = network.d_ff;
  FFN_READ(options, model, n_layers, n_vocab, n_context, qkv_bias, tied_embedding);
}

struct RatioCostOptions {
  Index d_model = 0;
  std::vector<Index> ratios = {1, 2, 4, 8};
  bool bias = true;
};

static void read_options(const val& options, RatioCostOptions& networks) {
  FFN_READ(options, networks, d_model, bias);
  read_option_by(options, "ratios", networks.ratios, [](const char* /*name*/, const val& given) {
    std::vector<Index> ratios;
    for (const double ratio : read_numbers<double>(given))
      ratios.push_back(checked_size("ratio", ratio));
    return ratios;
  });
}

struct DifferenceOptions {
  std::optional<std::vector<double>> percentiles;
};

static void read_options(const val& options, DifferenceOptions& read) {
  FFN_READ(options, read, percentiles);
}

struct SparsityOptions {
  double threshold = 0.001;
};

static void read_options(const val& options, SparsityOptions& read) {
  FFN_READ(options, read, threshold);
}

struct HistogramOptions {
  std::int64_t bins = 10;
  std::optional<Range> range;
};

// The range is [low, high], the string "edge_at_zero", or undefined for the automatic range.
static HistogramOptions read_histogram(const val& options, std::span<const float> values) {
  HistogramOptions read;
  read_option_by(options, "bins", read.bins, [](const char* name, const val& given) {
    return checked_integer(name, given.number(), 1, kMaxBins);
  });
  if (const val range = options["range"]; range.isString()) {
    read.range = range_with_edge_at_zero(values, read.bins);
  } else if (!range.isUndefined()) {
    read.range = Range{range[0].number(), range[1].number()};
  }
  return read;
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
  bind("ratio_costs", [](RatioCostOptions options) {
    const std::vector<std::int64_t> ratios(options.ratios.begin(), options.ratios.end());
    return array_of(ratio_costs(options.d_model, ratios, options.bias), [](const RatioCost& row) {
      val written = to_value(row.cost);
      FFN_SET(written, row, ratio, d_ff, growth);
      return written;
    });
  });
  bind("attention_cost", [](AttentionCostOptions layer) {
    return attention_cost(layer.d_model, layer.seq_len, layer.causal, layer.qkv_bias);
  });
  bind("model_cost", [](ModelOptions options) { return model_cost(options); });
}

EMSCRIPTEN_BINDINGS(ffn_lab_tensor_statistics) {
  bind("summarize", [](Arg<"tensor"> tensor) { return summarize(tensor.data); });
  bind("mean_absolute_difference",
       [](Arg<"a"> a, Arg<"b"> b) { return mean_absolute_difference(a.data, b.data); });
  bind("difference", [](Arg<"a"> a, Arg<"b"> b, DifferenceOptions options) {
    b.check_shape(a.shape);
    val written = to_value(difference(a.data, b.data));
    if (const auto& percents = options.percentiles)
      written.set("percentiles", percentiles(absolute_difference(a.data, b.data), *percents));
    return written;
  });
  bind("sparsity", [](Arg<"tensor"> tensor, SparsityOptions options) {
    return sparsity(tensor.rows(), options.threshold);
  });
  bind("difference_by_token", [](Arg<"a"> a, Arg<"b"> b) {
    b.check_shape(a.shape);
    return difference_by_token(a.rows(), b.rows());
  });
  bind("percentiles", [](Arg<"tensor"> tensor, std::vector<double> percents) {
    return percentiles(tensor.data, percents);
  });
  bind("rank_test", [](Arg<"a"> a, Arg<"b"> b) { return rank_test(a.data, b.data); });
  bind("histogram", [](Arg<"tensor"> tensor, const val& options) {
    const HistogramOptions read = read_histogram(options, tensor.data);
    return histogram(tensor.data, read.bins, read.range);
  });
}

}  // namespace ffn::bindings
