// Data sets, grids and losses, and the class TrainingRun of the WebAssembly module. In JavaScript a
// data set is a plain object { inputs, targets?, labels?, classes?, columns? }.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ffn/train/csv_dataset.h"
#include "ffn/train/loss.h"
#include "ffn/train/toy_data.h"
#include "ffn/train/training_run.h"
#include "networks.h"

namespace ffn::bindings {

namespace {

// check_labels checks that the classes exist.
std::vector<std::int32_t> read_labels(const val& labels) {
  return read_integers("labels", labels, -std::numeric_limits<std::int32_t>::max());
}

// Reads a data set. Throws ArgumentError unless inputs and targets have two dimensions and labels
// are integers, and as check_dataset does.
Dataset read_dataset(const val& dataset) {
  Dataset data{{Arg<"inputs">(dataset["inputs"]).matrix(), {}, {}}, {}, {}};
  if (!dataset["targets"].isUndefined()) data.targets = Arg<"targets">(dataset["targets"]).matrix();
  if (!dataset["labels"].isUndefined()) data.labels = read_labels(dataset["labels"]);
  data.classes = dataset["classes"].isUndefined()
                     ? numbered_classes(data.labels)
                     : from_value<std::vector<std::string>>(dataset["classes"]);
  check_dataset(data);
  return data;
}

val write_loss(double loss, const Matrix& grad, const Shape& shape) {
  return val::object().set("loss", loss).set("grad", write_matrix(grad, shape));
}

TrainableLayers read_trainable_layers(const val& weights) {
  WeightReader reader(weights);
  TrainableLayers layers{reader.linear("", "_in"), read_feed_forward_layers(reader, ""),
                         reader.linear("", "_out")};
  reader.finish();
  return layers;
}

val write_layers(TrainableLayers layers) { return write_parameters(named_tensors(layers)); }

TrainingOptions read_training_options(const val& options, Index examples) {
  TrainingOptions read;
  read.batch_size = std::min(read.batch_size, examples);
  read_options(options, read.network.ffn);
  FFN_READ(options, read.network, shortcut);
  read_option(options, "optimizer", read.optimizer.kind);
  FFN_READ(options, read.optimizer, lr, weight_decay, momentum, nesterov, beta1, beta2, eps);
  FFN_READ(options, read, init, seed, snapshot_every, batch_size, freeze_outer);
  return read;
}

val write_trace(const TrainingRun& run) {
  const TrainableTrace trace = run.trace_data();
  val tensors = val::object();
  FFN_SET(tensors, trace, embedded);
  FFN_SET(tensors, trace.ffn, pre_activation);
  if (run.network().ffn().gated()) FFN_SET(tensors, trace.ffn, gate);
  FFN_SET(tensors, trace.ffn, hidden);
  FFN_SET(tensors, trace, ffn_output, residual, output);
  return tensors;
}

}  // namespace

static void read_options(const val& options, ToyDataOptions& read) {
  FFN_READ(options, read, kind, n, noise, seed, coefficients);
}

static void read_options(const val& options, CsvOptions& read) {
  FFN_READ(options, read, separator, header, task, targets);
}

struct GridOptions {
  Index d_in = 2;
  double low = -2.0;
  double high = 2.0;
  Index points = 50;
};

static void read_options(const val& options, GridOptions& grid) {
  FFN_READ(options, grid, d_in, low, high, points);
}

static void write_fields(val& object, const Dataset& data) {
  FFN_SET(object, data, inputs);
  if (data.targets.size() > 0) FFN_SET(object, data, targets);
  if (data.classified()) FFN_SET(object, data, labels, classes);
  if (!data.columns.empty()) FFN_SET(object, data, columns);
}

EMSCRIPTEN_BINDINGS(ffn_lab_training_data) {
  bind("toy_dataset", [](ToyDataOptions options) { return make_toy_data(options); });
  // Takes the text as UTF-8 bytes: passing a long string would create three copies of it.
  bind("dataset_from_csv", [](const val& utf8, CsvOptions options) {
    std::string text(utf8.length(), '\0');
    copy_numbers(utf8, text.size(), reinterpret_cast<std::uint8_t*>(text.data()));
    return dataset_from_csv(text, options);
  });
  bind("grid",
       [](GridOptions grid) { return grid_inputs(grid.d_in, grid.low, grid.high, grid.points); });
  bind("mse_loss", [](Arg<"prediction"> prediction, Arg<"target"> target) {
    target.check_shape(prediction.shape);
    Matrix grad(1, prediction.elements().size());
    const double loss = mse_forward(prediction.elements(), target.elements());
    mse_backward(prediction.elements(), target.elements(), view(grad));
    return write_loss(loss, grad, prediction.shape);
  });
  bind("cross_entropy", [](Arg<"logits"> logits, const val& labels) {
    check(!logits.shape.empty(), "logits", "a tensor of shape ()",
          "a last dimension, of the classes");
    const ConstMatrixView rows = logits.rows();
    const std::vector<std::int32_t> classes = read_labels(labels);
    Matrix grad(rows.rows(), rows.cols());
    const double loss = cross_entropy_forward(rows, classes);
    cross_entropy_backward(rows, classes, view(grad));
    return write_loss(loss, grad, logits.shape);
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_training_run) {
  using Run = TrainingRun;
  bind("make_training_run", [](const val& options) {
    Dataset data = read_dataset(options["dataset"]);
    std::optional<TrainableLayers> weights;
    if (!options["weights"].isUndefined()) weights = read_trainable_layers(options["weights"]);
    const TrainingOptions read = read_training_options(options, data.size());
    return std::make_shared<TrainingRun>(std::move(data), read, std::move(weights));
  });
  const BoundClass<Run> bound("TrainingRun");
  bind_run(bound);
  FFN_PROPERTIES(bound, object.network(), d_in, d_out, parameter_count);
  FFN_PROPERTIES(bound, object.network().ffn(), d_model, d_ff, activation);
  FFN_PROPERTIES(bound, object.data(), loss);
  bound.function("set_lr", [](Run& run, double lr) { run.set_lr(lr); });
  bound.function("set_weights", [](Run& run, const val& weights) {
    run.set_weights(read_trainable_layers(weights));
  });
  bound.function("weights", [](const Run& run) { return write_layers(run.network().layers()); });
  bound.function("trace_data", [](const Run& run) { return write_trace(run); });
  bound.function("data_loss", [](const Run& run) { return run.data_loss(); });
  bound.function("data_gradients",
                 [](const Run& run) { return write_layers(run.data_gradients()); });
  bound.function("data_accuracy", [](const Run& run) { return run.data_accuracy(); });
  bound.function("predict", [](const Run& run, Arg<"x"> x) {
    return write_rows(run.predict(x.rows(run.data().d_in())), x.shape);
  });
  bound.function("probabilities", [](const Run& run, Arg<"x"> x) {
    return write_rows(run.probabilities(x.rows(run.data().d_in())), x.shape);
  });
}

}  // namespace ffn::bindings
