// Data sets, grids and losses of the WebAssembly module.

#include "training_data.h"

#include <emscripten/bind.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "ffn/train/csv_dataset.h"
#include "ffn/train/loss.h"
#include "ffn/train/toy_data.h"
#include "options.h"
#include "result.h"

namespace ffn::bindings {

namespace {

Matrix read_matrix(const char* argument, const val& value) {
  const Tensor tensor = read_tensor(argument, value);
  check(tensor.shape.size() == 2, argument, "a tensor of shape " + to_string(tensor.shape), "two dimensions");
  return ConstMatrixView(tensor.data.data(), static_cast<Index>(tensor.shape[0]), static_cast<Index>(tensor.shape[1]));
}

val write_texts(const std::vector<std::string>& texts) {
  val array = val::array();
  for (const std::string& text : texts) array.push(text);
  return array;
}

val write_dataset(const Dataset& data) {
  val out = val::object();
  out.set("inputs", write_matrix(data.inputs, shape_of(data.inputs)));
  if (data.targets.size() > 0) out.set("targets", write_matrix(data.targets, shape_of(data.targets)));
  if (data.classified()) {
    out.set("labels", write_numbers(data.labels));
    out.set("classes", write_texts(data.classes));
  }
  if (!data.columns.empty()) out.set("columns", write_texts(data.columns));
  return out;
}

val toy_dataset(const val& options) {
  return as_result([&] {
    ToyDataOptions read;
    read_named<toy_data_named>(options, "kind", read.kind);
    read_size(options, "n", read.n);
    read_option(options, "noise", read.noise);
    read_option(options, "seed", read.seed);
    read_option(options, "coefficients", read.coefficients);
    return write_dataset(make_toy_data(read));
  });
}

CsvHeader read_header(const val& header) {
  if (header.isUndefined()) return CsvHeader::kDetect;
  return header.as<bool>() ? CsvHeader::kPresent : CsvHeader::kAbsent;
}

// Takes the text as UTF-8 bytes: passing a long string would create three copies of it.
val dataset_of_csv(const val& utf8, const val& options) {
  return as_result([&] {
    std::string text(utf8["length"].as<std::size_t>(), '\0');
    val(emscripten::typed_memory_view(text.size(), reinterpret_cast<std::uint8_t*>(text.data()))).call<void>("set", utf8);
    CsvOptions read;
    read.separator = given_text(options, "separator").value_or("");
    read.header = read_header(options["header"]);
    read_named<csv_task_named>(options, "task", read.task);
    read_size(options, "targets", read.targets);
    return write_dataset(dataset_from_csv(text, read));
  });
}

val grid(double d_in, double low, double high, double points) {
  return as_result([&] {
    const Matrix inputs = grid_inputs(checked_size("d_in", d_in), low, high, checked_size("points", points));
    return write_matrix(inputs, shape_of(inputs));
  });
}

val write_loss(double loss, const Matrix& grad, const Shape& shape) {
  val out = val::object();
  out.set("loss", loss);
  out.set("grad", write_matrix(grad, shape));
  return out;
}

val mse_loss(const val& prediction, const val& target) {
  return as_result([&] {
    const Tensor given = read_tensor("prediction", prediction);
    const Tensor wanted = read_tensor("target", target);
    check_shape("target", wanted.shape, given.shape);
    const auto elements = static_cast<Index>(given.data.size());
    const ConstMatrixView left(given.data.data(), 1, elements);
    const ConstMatrixView right(wanted.data.data(), 1, elements);
    Matrix grad(1, elements);
    const double loss = mse_forward(left, right);
    mse_backward(left, right, view(grad));
    return write_loss(loss, grad, given.shape);
  });
}

val cross_entropy(const val& logits, const val& labels) {
  return as_result([&] {
    const Tensor given = read_tensor("logits", logits);
    check(!given.shape.empty(), "logits", "a tensor of shape ()", "a last dimension, of the classes");
    const ConstMatrixView rows = given.rows("logits", given.shape.back());
    const std::vector<std::int32_t> classes = read_labels(labels);
    Matrix grad(rows.rows(), rows.cols());
    const double loss = cross_entropy_forward(rows, classes);
    cross_entropy_backward(rows, classes, view(grad));
    return write_loss(loss, grad, given.shape);
  });
}

}  // namespace

std::vector<std::int32_t> read_labels(const val& labels) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  std::vector<std::int32_t> read;
  for (const double label : read_doubles(labels))
    read.push_back(static_cast<std::int32_t>(checked_integer("labels", label, -kMost, kMost)));
  return read;
}

Dataset read_dataset(const val& dataset) {
  Dataset data{{read_matrix("inputs", dataset["inputs"]), {}, {}}, {}, {}};
  if (!dataset["targets"].isUndefined()) data.targets = read_matrix("targets", dataset["targets"]);
  if (!dataset["labels"].isUndefined()) data.labels = read_labels(dataset["labels"]);
  data.classes = dataset["classes"].isUndefined() ? numbered_classes(data.labels) : read_texts(dataset["classes"]);
  return data;
}

EMSCRIPTEN_BINDINGS(ffn_lab_training_data) {
  using namespace emscripten;
  function("toy_dataset", &toy_dataset);
  function("dataset_from_csv", &dataset_of_csv);
  function("grid", &grid);
  function("mse_loss", &mse_loss);
  function("cross_entropy", &cross_entropy);
}

}  // namespace ffn::bindings
