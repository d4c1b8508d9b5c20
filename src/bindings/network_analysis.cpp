// Bindings of the analyses of a network and of the tensors of its passes, and the classes
// DropoutRun and ForwardStages.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ffn/ffn.h"
#include "networks.h"
#include "statistics.h"

namespace ffn::bindings {

FFN_FIELDS(Independence, independent, alone, permutation, permuted, others, changed);
FFN_FIELDS(DeadUnits, tokens, units, dead, silent, active_share);
FFN_FIELDS(NeuronRanking, neuron, strength, share, cumulative_share);
FFN_FIELDS(DotTrace, input, weight, terms, partial_sums, bias, sum, computed);
FFN_FIELDS(ForwardStatistics, x, pre_activation, gate, hidden, output);
FFN_FIELDS(ForwardComparison, a, b, hidden, output);

static void read_options(const val& options, IndependenceOptions& read) {
  FFN_READ(options, read, changed_token, change, seed);
}

static void read_options(const val& options, DimensionConfiguration& read) {
  read_options(options, read.network);
  FFN_READ(options, read, batch, seq_len, seed);
}

static void read_options(const val& options, RankingOptions& read) {
  read_index(options, "token", read.token);
  read_index(options, "top", read.top);
}

static void read_options(const val& options, AblationOptions& read) {
  FFN_READ(options, read, factor, site, neurons);
}

struct DeadUnitOptions {
  Activation activation = Activation::kGelu;
  double threshold = 0.001;
};

static void read_options(const val& options, DeadUnitOptions& read) {
  FFN_READ(options, read, activation, threshold);
}

// An output cell of a layer.
struct CellOptions {
  std::string layer;
  Index token = 0;
  Index feature = 0;
};

static void read_options(const val& options, CellOptions& cell) {
  FFN_READ(options, cell, layer);
  read_index(options, "token", cell.token);
  read_index(options, "feature", cell.feature);
}

// A hidden unit and a token.
struct NeuronOptions {
  Index token = 0;
  Index neuron = 0;
};

static void read_options(const val& options, NeuronOptions& read) {
  read_index(options, "token", read.token);
  read_index(options, "neuron", read.neuron);
}

static void write_fields(val& object, const DimensionReport& report) {
  const auto set = [&](const char* name, const Shape& shape) {
    object.set(name, write_shape(shape));
  };
  set("input", report.input);
  set("pre_activation", report.pre_activation);
  if (!report.gate.empty()) set("gate", report.gate);
  set("hidden", report.hidden);
  set("output", report.output);
  FFN_SET(object, report, preserved, finite, parameter_count);
}

static void write_fields(val& object, const Neuron& neuron) {
  FFN_SET(object, neuron, key, bias, value, value_norm, score, coefficient, strength, contribution);
  if (!neuron.gate_key.empty()) FFN_SET(object, neuron, gate_key, gate_bias);
}

// Returns the layer with that name. Throws ArgumentError for any other name.
static const Linear& layer_named(const FeedForward& network, const std::string& name) {
  const FeedForwardLayers& layers = network.layers();
  if (name == "linear1") return layers.linear1;
  if (name == "linear2") return layers.linear2;
  if (name == "gate" && network.gated()) return layers.gate;
  const char* known =
      network.gated() ? R"("linear1", "gate" or "linear2")" : R"("linear1" or "linear2")";
  reject("layer", {"\"", name, "\""}, known);
}

// Returns x as the input of a network.
static ConstMatrixView input_of(const FeedForwardHandle& handle, const Arg<"x">& x) {
  return x.rows(handle.network().d_model());
}

EMSCRIPTEN_BINDINGS(ffn_lab_dimensions) {
  bind("dimension_check",
       [](DimensionConfiguration configuration) { return check_dimensions(configuration); });
  // `configurations` is undefined for the default configurations.
  bind("dimension_grid", [](std::optional<std::vector<DimensionConfiguration>> configurations) {
    return configurations ? check_dimensions(*configurations)
                          : check_dimensions(default_configurations());
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_network_analysis) {
  using Handle = FeedForwardHandle;
  bind("independence", [](const Handle& handle, Arg<"x"> x, IndependenceOptions options) {
    return independence(handle.network(), input_of(handle, x), options);
  });
  bind("forward_statistics", [](const Handle& handle, Arg<"x"> x) {
    return forward_statistics(handle.network(), input_of(handle, x));
  });
  bind("compare_forward", [](const Handle& handle, Arg<"x"> x, Activation a, Activation b) {
    return compare_forward(handle.network(), input_of(handle, x), a, b);
  });
  bind("trace_dot", [](const Handle& handle, Arg<"input"> input, CellOptions cell) {
    const Linear& layer = layer_named(handle.network(), cell.layer);
    return trace_dot(layer, input.rows(layer.in_features()), cell.token, cell.feature);
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_neurons) {
  using Handle = FeedForwardHandle;
  bind("dead_units", [](Arg<"pre_activation"> pre_activation, Arg<"hidden"> hidden,
                        DeadUnitOptions options) {
    return dead_units(options.activation, pre_activation.rows(), hidden.rows(), options.threshold);
  });
  bind("rank_neurons",
       [](const Handle& handle, Arg<"hidden_dropped"> hidden_dropped, RankingOptions options) {
         return rank_neurons(handle.network(), hidden_dropped.rows(), options);
       });
  bind("neuron", [](const Handle& handle, Arg<"pre_activation"> z, Arg<"hidden_dropped"> a,
                    NeuronOptions options) {
    return neuron_at(handle.network(), z.rows(), a.rows(), options.token, options.neuron);
  });
  bind("ablate", [](const Handle& handle, Arg<"x"> x, AblationOptions options) {
    const Ablation made = ablate(handle.network(), input_of(handle, x), options);
    return val::object()
        .set("baseline", write_matrix(made.baseline, x.shape))
        .set("output", write_matrix(made.output, x.shape));
  });
}

// Reads the options of an experiment. Omitted options of the dropout default to the network's.
static DropoutExperiment read_experiment(const FeedForward& network, const val& options) {
  DropoutExperiment read;
  read.dropout = network.dropout();
  read.dropout_placement = network.dropout_placement();
  FFN_READ(options, read, dropout, dropout_placement, passes, seed);
  read_index(options, "token", read.token);
  read_index(options, "feature", read.feature);
  return read;
}

static val write_statistics(const DropoutStatistics& found, const Shape& shape) {
  val written = val::object();
  const auto set = [&](const char* name, const auto& values) {
    written.set(name, write_matrix(values, shape));
  };
  set("evaluation", found.evaluation);
  set("mean", found.mean);
  set("variance", found.variance);
  set("theory_variance", found.theory_variance);
  set("mean_error", found.mean_error);
  set("variance_error", found.variance_error);
  FFN_SET(written, found, average_variance, average_theory, average_error, largest_mean_gap,
          samples);
  return written;
}

// A run, and the shape of its tensors in JavaScript.
struct DropoutRunHandle {
  DropoutRun run;
  Shape shape;
};

// The dropout experiment in increments of some passes.
EMSCRIPTEN_BINDINGS(ffn_lab_dropout_statistics) {
  using Handle = DropoutRunHandle;
  bind("make_dropout_run", [](const FeedForwardHandle& handle, Arg<"x"> x, const val& options) {
    DropoutRun run(handle.network(), input_of(handle, x),
                   read_experiment(handle.network(), options));
    return std::make_shared<Handle>(Handle{std::move(run), std::move(x.shape)});
  });
  const BoundClass<Handle> bound("DropoutRun");
  FFN_PROPERTIES(bound, object.run, passes);
  bound.function("advance", [](Handle& handle, double count) {
    return handle.run.advance(checked_integer("count", count, 0, kMaxPasses));
  });
  bound.function("statistics", [](const Handle& handle) {
    return write_statistics(handle.run.statistics(), handle.shape);
  });
}

// Single stages of a forward pass, which JavaScript times. make_forward_stages copies the input, so
// that a timed call converts no tensors.
EMSCRIPTEN_BINDINGS(ffn_lab_forward_stages) {
  bind("make_forward_stages", [](const FeedForwardHandle& handle, Arg<"x"> x) {
    return std::make_shared<ForwardStages>(handle.network(), input_of(handle, x));
  });
  BoundClass<ForwardStages>("ForwardStages")
      .function("run", [](ForwardStages& stages, ForwardStage stage, double passes) {
        stages.run(stage, checked_integer("passes", passes, 1, kMaxStagePasses));
      });
}

}  // namespace ffn::bindings
