#pragma once
// Training data: inputs with targets (regression) or with labels (classification), never both.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/train/loss.h"

namespace ffn {

/// A set of examples: a batch or a whole data set.
struct Examples {
  Matrix inputs;                     // (n, d_in)
  Matrix targets;                    // (n, d_out), or empty in classification
  std::vector<std::int32_t> labels;  // (n), or empty in regression

  Index size() const { return inputs.rows(); }
  bool classified() const { return !labels.empty(); }

  /// Returns the loss for these examples: cross-entropy for labels, mean squared error for targets.
  Loss loss() const { return classified() ? Loss::kCrossEntropy : Loss::kMeanSquaredError; }
};

/// All examples of a training run, with the names of classes and columns.
struct Dataset : Examples {
  std::vector<std::string>
      classes;  ///< names of the classes in the order of the labels; empty in regression
  std::vector<std::string>
      columns;  ///< names of the inputs, then of the targets; empty if they have no names

  Index d_in() const { return inputs.cols(); }

  /// Returns the width of a network's output: the number of target columns or of classes.
  Index d_out() const { return classified() ? static_cast<Index>(classes.size()) : targets.cols(); }
};

/// Throws ArgumentError unless there is at least one example, every example has an input and either
/// a target or a label of one of the classes, and all numbers are finite. The message names the
/// element: "inputs[3, 1] is nan; expected a finite number".
void check_dataset(const Dataset& data);

/// Largest number of classes, above the vocabulary size of GPT-2. A larger label is most likely a
/// regression target.
inline constexpr std::int32_t kMaxClasses = 65536;

/// Returns the names "0", "1", ..., up to the largest label; at least one. Throws ArgumentError for
/// a label of kMaxClasses or more.
std::vector<std::string> numbered_classes(std::span<const std::int32_t> labels);

/// Returns the examples of these rows, in this order. Rows must be from 0 to n - 1.
Examples examples_at(const Dataset& data, std::span<const std::int32_t> rows);

/// Returns number i of `count` evenly spaced numbers from `low` to `high`, both included; `low` if
/// count is 1.
double evenly_spaced(double low, double high, Index i, Index count);

/// Returns all points of a regular grid (points^d_in, d_in), the last coordinate varying fastest,
/// as inputs for a fitted curve or a decision surface. Throws ArgumentError unless low < high, both
/// are finite in float32, d_in and points are 1 or more, and the grid has at most kMaxElements
/// elements.
Matrix grid_inputs(Index d_in, double low, double high, Index points);

}  // namespace ffn
