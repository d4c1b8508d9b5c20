// The class TrainingRun of the WebAssembly module.

#include "ffn/train/training_run.h"

#include <emscripten/bind.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "feed_forward.h"
#include "numbers.h"
#include "result.h"
#include "training_data.h"

namespace ffn::bindings {

namespace {

TrainableLayers read_trainable_layers(const val& weights) {
  WeightReader reader(weights);
  TrainableLayers layers{reader.linear("", "_in"), read_feed_forward_layers(reader, ""), reader.linear("", "_out")};
  reader.finish();
  return layers;
}

OptimizerOptions read_optimizer(const val& options) {
  const auto number = [&](const char* name) { return options[name].as<double>(); };
  OptimizerOptions read;
  read.kind = optimizer_named(read_text(options, "optimizer"));
  read.lr = number("lr");
  read.weight_decay = number("weight_decay");
  read.momentum = number("momentum");
  read.nesterov = read_flag(options, "nesterov");
  read.beta1 = number("beta1");
  read.beta2 = number("beta2");
  read.eps = number("eps");
  return read;
}

// Reads sizes, biases and gating only without weights; otherwise the weights determine them.
TrainingOptions read_options(const val& options, Index examples) {
  TrainingOptions read;
  read.network.ffn = read_behaviour(options);
  read.network.shortcut = read_flag(options, "shortcut");
  read.optimizer = read_optimizer(options);
  read.batch_size = std::min(read.batch_size, examples);
  if (!options["batch_size"].isUndefined()) {
    read.batch_size = static_cast<Index>(checked_integer("batch_size", read_number(options, "batch_size"), 1, examples));
  }
  read.seed = checked_seed(read_number(options, "seed"));
  read.snapshot_every = checked_size("snapshot_every", read_number(options, "snapshot_every"));
  if (!options["weights"].isUndefined()) return read;
  read.network.ffn.d_model = checked_size("d_model", read_number(options, "d_model"));
  read.network.ffn.d_ff = checked_d_ff(options["d_ff"], read.network.ffn.d_model);
  read.network.ffn.bias = read_flag(options, "bias");
  read.network.ffn.gated = read_flag(options, "gated");
  read.init = initialization_named(read_text(options, "init"));
  return read;
}

val make_training_run(const val& options) {
  return as_result([&] {
    Dataset data = read_dataset(options["dataset"]);
    check_dataset(data);
    std::optional<TrainableLayers> weights;
    if (!options["weights"].isUndefined()) weights = read_trainable_layers(options["weights"]);
    const TrainingOptions read = read_options(options, data.size());
    return val(std::make_shared<TrainingRun>(std::move(data), read, std::move(weights)));
  });
}

// Reads a step index or a number of steps; the run checks its range.
Index checked_steps(const char* argument, double value) {
  return static_cast<Index>(checked_integer(argument, value, 0, std::numeric_limits<std::int32_t>::max()));
}

val step(TrainingRun& run, double count) {
  return as_result([&] { return val(static_cast<double>(run.step(checked_steps("count", count)))); });
}

val rewind(TrainingRun& run, double step) {
  return as_result([&] {
    run.rewind(checked_steps("step", step));
    return val::undefined();
  });
}

val losses(const TrainingRun& run) {
  return as_result([&] { return write_numbers(run.losses()); });
}

val non_finite(const TrainingRun& run) {
  return as_result([&] {
    const std::optional<NonFinite>& found = run.non_finite();
    if (!found.has_value()) return val::undefined();
    val out = val::object();
    out.set("tensor", found->tensor);
    out.set("step", static_cast<double>(found->step));
    out.set("index", static_cast<double>(found->index));
    out.set("value", found->value);
    return out;
  });
}

val set_lr(TrainingRun& run, double lr) {
  return as_result([&] {
    run.set_lr(lr);
    return val::undefined();
  });
}

val set_weights(TrainingRun& run, const val& weights) {
  return as_result([&] {
    run.set_weights(read_trainable_layers(weights));
    return val::undefined();
  });
}

val write_layers(TrainableLayers layers) {
  ParametersOf<const float> parameters;
  for (const auto& tensor : named_tensors(layers)) parameters.push_back({tensor.name, tensor.values, tensor.shape});
  return write_parameters(parameters);
}

val weights_of(const TrainingRun& run) {
  return as_result([&] { return write_layers(run.network().layers()); });
}
val data_gradients(const TrainingRun& run) {
  return as_result([&] { return write_layers(run.data_gradients()); });
}

val next_batch(const TrainingRun& run) {
  return as_result([&] { return write_numbers(run.next_batch()); });
}

val trace_data(const TrainingRun& run) {
  return as_result([&] {
    const TrainableTrace trace = run.trace_data();
    val tensors = val::object();
    const auto set = [&](const char* name, const Matrix& matrix) { tensors.set(name, write_matrix(matrix, shape_of(matrix))); };
    set("embedded", trace.embedded);
    set("pre_activation", trace.ffn.pre_activation);
    if (run.network().ffn().gated()) set("gate", trace.ffn.gate);
    set("hidden", trace.ffn.hidden);
    set("ffn_output", trace.ffn_output);
    set("residual", trace.residual);
    set("output", trace.output);
    return tensors;
  });
}

val data_loss(const TrainingRun& run) {
  return as_result([&] { return val(run.data_loss()); });
}
val data_accuracy(const TrainingRun& run) {
  return as_result([&] { return val(run.data_accuracy()); });
}

// Returns evaluate(x) with the leading dimensions of x.
template <class Evaluate>
val evaluated(const TrainingRun& run, const val& x, Evaluate&& evaluate) {
  return as_result([&] {
    const Tensor inputs = read_tensor("x", x);
    const Matrix output = evaluate(inputs.rows("x", run.data().d_in()));
    Shape shape = inputs.shape;
    shape.back() = output.cols();
    return write_matrix(output, shape);
  });
}

val predict(const TrainingRun& run, const val& x) {
  return evaluated(run, x, [&](const ConstMatrixView& rows) { return run.predict(rows); });
}
val probabilities(const TrainingRun& run, const val& x) {
  return evaluated(run, x, [&](const ConstMatrixView& rows) { return run.probabilities(rows); });
}

double steps_of(const TrainingRun& run) { return static_cast<double>(run.steps()); }
double recorded_steps_of(const TrainingRun& run) { return static_cast<double>(run.recorded_steps()); }
double d_in_of(const TrainingRun& run) { return static_cast<double>(run.network().d_in()); }
double d_out_of(const TrainingRun& run) { return static_cast<double>(run.network().d_out()); }
double d_model_of(const TrainingRun& run) { return static_cast<double>(run.network().ffn().d_model()); }
double d_ff_of(const TrainingRun& run) { return static_cast<double>(run.network().ffn().d_ff()); }
double parameter_count_of(const TrainingRun& run) { return static_cast<double>(run.network().parameter_count()); }
val loss_name_of(const TrainingRun& run) { return val::u8string(name_of(run.data().loss()).data()); }

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_training_run) {
  using namespace emscripten;
  class_<TrainingRun>("TrainingRun")
      .smart_ptr<std::shared_ptr<TrainingRun>>("TrainingRun")
      .property("steps", &steps_of)
      .property("recorded_steps", &recorded_steps_of)
      .property("lr", &TrainingRun::lr)
      .property("d_in", &d_in_of)
      .property("d_out", &d_out_of)
      .property("d_model", &d_model_of)
      .property("d_ff", &d_ff_of)
      .property("parameter_count", &parameter_count_of)
      .property("loss", &loss_name_of)
      .function("step", &step)
      .function("rewind", &rewind)
      .function("losses", &losses)
      .function("non_finite", &non_finite)
      .function("set_lr", &set_lr)
      .function("set_weights", &set_weights)
      .function("weights", &weights_of)
      .function("next_batch", &next_batch)
      .function("trace_data", &trace_data)
      .function("data_loss", &data_loss)
      .function("data_gradients", &data_gradients)
      .function("data_accuracy", &data_accuracy)
      .function("predict", &predict)
      .function("probabilities", &probabilities);
  function("make_training_run", &make_training_run);
}

}  // namespace ffn::bindings
