#include "ffn/train/dataset.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

constexpr double kLargestFloat = std::numeric_limits<float>::max();

void check_finite(const char* argument, const Matrix& matrix) {
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      if (std::isfinite(matrix(row, column))) continue;
      reject({argument, "[", row, ", ", column, "]"}, static_cast<double>(matrix(row, column)),
             "a finite number");
    }
  }
}

// Returns points^d_in; throws before the product can overflow 64 bits.
Index grid_size(Index d_in, Index points) {
  std::int64_t rows = 1;
  for (Index axis = 0; axis < d_in; ++axis) rows = element_count("grid", Shape{rows, points});
  return static_cast<Index>(element_count("grid", Shape{rows, d_in}) / d_in);
}

}  // namespace

void check_dataset(const Dataset& data) {
  check(data.size() >= 1 && data.d_in() >= 1, "inputs", shape_of(data.inputs),
        "one row and one column or more");
  const bool has_targets = data.targets.size() > 0;
  check(has_targets != data.classified(), "dataset",
        has_targets ? "one with targets and labels" : "one without targets and labels",
        "either targets or labels");
  if (has_targets)
    check_shape("targets", shape_of(data.targets), {data.size(), data.targets.cols()});
  if (data.classified()) {
    check_shape("labels", {static_cast<std::int64_t>(data.labels.size())}, {data.size()});
    check_labels(data.labels, data.d_out());
  }
  check_finite("inputs", data.inputs);
  check_finite("targets", data.targets);
}

std::vector<std::string> numbered_classes(std::span<const std::int32_t> labels) {
  std::int32_t largest = 0;
  for (const std::int32_t label : labels) largest = std::max(largest, label);
  check(largest < kMaxClasses, "labels", largest, {"0 to ", kMaxClasses - 1});
  std::vector<std::string> classes;
  for (std::int64_t name = 0; name <= largest; ++name) classes.push_back(std::to_string(name));
  return classes;
}

Examples examples_at(const Dataset& data, std::span<const std::int32_t> rows) {
  const auto count = static_cast<Index>(rows.size());
  Examples chosen{Matrix(count, data.d_in()),
                  Matrix(data.targets.size() > 0 ? count : 0, data.targets.cols()),
                  {}};
  for (Index i = 0; i < count; ++i) {
    const std::int32_t row = rows[static_cast<std::size_t>(i)];
    chosen.inputs.row(i) = data.inputs.row(row);
    if (data.targets.size() > 0) chosen.targets.row(i) = data.targets.row(row);
    if (data.classified()) chosen.labels.push_back(data.labels[static_cast<std::size_t>(row)]);
  }
  return chosen;
}

double evenly_spaced(double low, double high, Index i, Index count) {
  if (count <= 1) return low;
  const double share = static_cast<double>(i) / static_cast<double>(count - 1);
  return i == count - 1 ? high : low + (high - low) * share;
}

Matrix grid_inputs(Index d_in, double low, double high, Index points) {
  check(d_in >= 1, "d_in", d_in, "1 or more");
  check(points >= 1, "points", points, "1 or more");
  check(std::abs(low) <= kLargestFloat, "low", low, "a finite number of float32");
  check(std::abs(high) <= kLargestFloat && high > low, "high", high,
        {"a finite number of float32 above ", low});
  Matrix grid(grid_size(d_in, points), d_in);
  for (Index row = 0; row < grid.rows(); ++row) {
    Index rest = row;
    for (Index axis = d_in - 1; axis >= 0; --axis) {
      grid(row, axis) = static_cast<float>(evenly_spaced(low, high, rest % points, points));
      rest /= points;
    }
  }
  return grid;
}

}  // namespace ffn
