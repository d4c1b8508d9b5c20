// The class TrainingRun of the WebAssembly module.

#include "ffn/train/training_run.h"

#include <emscripten/bind.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "feed_forward.h"
#include "options.h"
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

void read_options(const val& options, OptimizerOptions& optimizer) {
  read_named<optimizer_named>(options, "optimizer", optimizer.kind);
  read_option(options, "lr", optimizer.lr);
  read_option(options, "weight_decay", optimizer.weight_decay);
  read_option(options, "momentum", optimizer.momentum);
  read_option(options, "nesterov", optimizer.nesterov);
  read_option(options, "beta1", optimizer.beta1);
  read_option(options, "beta2", optimizer.beta2);
  read_option(options, "eps", optimizer.eps);
}

TrainingOptions read_training_options(const val& options, Index examples) {
  TrainingOptions read;
  bindings::read_options(options, read.network.ffn);
  read_option(options, "shortcut", read.network.shortcut);
  read_named<initialization_named>(options, "init", read.init);
  read_options(options, read.optimizer);
  read.batch_size = std::min(read.batch_size, examples);
  if (const auto given = given_number(options, "batch_size")) {
    read.batch_size = static_cast<Index>(checked_integer("batch_size", *given, 1, examples));
  }
  read_option(options, "seed", read.seed);
  read_size(options, "snapshot_every", read.snapshot_every);
  return read;
}

val make_training_run(const val& options) {
  return as_result([&] {
    Dataset data = read_dataset(options["dataset"]);
    check_dataset(data);
    std::optional<TrainableLayers> weights;
    if (!options["weights"].isUndefined()) weights = read_trainable_layers(options["weights"]);
    const TrainingOptions read = read_training_options(options, data.size());
    return val(std::make_shared<TrainingRun>(std::move(data), read, std::move(weights)));
  });
}

val step(TrainingRun& run, double count) {
  return as_result([&] { return val(static_cast<double>(run.step(checked_index("count", count)))); });
}

val rewind(TrainingRun& run, double step) {
  return as_result([&] {
    run.rewind(checked_index("step", step));
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
val activation_of(const TrainingRun& run) { return val::u8string(name_of(run.network().ffn().activation()).data()); }
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
      .property("activation", &activation_of)
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
