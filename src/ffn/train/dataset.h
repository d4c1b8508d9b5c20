#pragma once
// What a network is trained on: inputs with targets (regression) or with labels (classification), never both.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/train/loss.h"

namespace ffn {

/// Some examples: a batch, or all of them.
struct Examples {
  Matrix inputs;                     // (n, d_in)
  Matrix targets;                    // (n, d_out), or empty in classification
  std::vector<std::int32_t> labels;  // (n), or empty in regression

  Index size() const { return inputs.rows(); }
  bool classified() const { return !labels.empty(); }

  /// The loss that fits: cross-entropy for labels, mean-squared error for targets.
  Loss loss() const { return classified() ? Loss::kCrossEntropy : Loss::kMeanSquaredError; }
};

/// All the examples that a network is trained on, and what their classes and columns are called.
struct Dataset : Examples {
  std::vector<std::string> classes;  ///< names of the classes in the order of the labels; empty in regression
  std::vector<std::string> columns;  ///< names of the inputs, then of the targets, where they have names

  Index d_in() const { return inputs.cols(); }

  /// Width of a network's output: of the targets, or the number of classes.
  Index d_out() const { return classified() ? static_cast<Index>(classes.size()) : targets.cols(); }
};

/// Throws ArgumentError unless there is an example, every example has an input and either a target or a label of one of the
/// classes, and every number is finite. The message names the place: "inputs[3, 1] is nan; expected a finite number".
void check_dataset(const Dataset& data);

/// More classes than any vocabulary of GPT-2's kind has tokens; a larger label is a mistake, such as a number that should be a target.
inline constexpr std::int32_t kMaxClasses = 65536;

/// Names "0", "1", ... for as many classes as the largest label asks for, at least one. Throws ArgumentError for kMaxClasses or a larger
/// label.
std::vector<std::string> numbered_classes(std::span<const std::int32_t> labels);

/// The examples of these rows, in this order. Rows must be from 0 to n - 1.
Examples examples_at(const Dataset& data, std::span<const std::int32_t> rows);

/// Number i of `count` evenly spaced ones from `low` to `high`, both included; `low` when count is 1.
double evenly_spaced(double low, double high, Index i, Index count);

/// Every point of a regular grid, as inputs for a fitted curve or a decision surface: (points^d_in, d_in), the last coordinate
/// varying fastest. Throws ArgumentError unless low < high, both finite, d_in and points are 1 or more and the grid is of a
/// size that fits.
Matrix grid_inputs(Index d_in, double low, double high, Index points);

}  // namespace ffn
