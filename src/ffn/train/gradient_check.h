#pragma once
// Gradient check in double: compares gradients with central differences, (loss(w + step) - loss(w -
// step)) / (2 step), for every parameter.

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// A tensor to check: its values, which the check changes and restores, and the gradient to verify.
struct CheckedTensor {
  std::string name;
  std::span<double> values;
  std::span<const double> gradient;
};

/// The result for one tensor. Errors are relative to the largest gradient of the tensor, numeric or
/// claimed: an error relative to a single gradient would be meaningless where that gradient is
/// close to zero.
struct GradientCheck {
  std::string name;
  double largest_error = 0.0;       ///< relative; 0 for a tensor whose gradients are all zero
  Index at = 0;                     ///< index of the element with the largest error
  double claimed = 0.0;             ///< claimed gradient of that element
  double central_difference = 0.0;  ///< numeric gradient of that element
};

/// Accumulates the result for a tensor, element by element in any order. NaN counts as the largest
/// error; of equal errors the first added is reported.
class GradientComparison {
 public:
  explicit GradientComparison(std::string name) : worst_{std::move(name)} {}
  void add(Index at, double claimed, double central_difference);
  GradientCheck result() const;

 private:
  GradientCheck worst_;
  double largest_ = -1.0;
  double scale_ = 0.0;
};

/// Returns the central difference of `loss` with respect to `value`, which is restored afterwards.
double central_difference(const std::function<double()>& loss, double& value, double step);

/// Throws ArgumentError unless the step is positive and finite.
void check_step(double step);

/// Checks every element of every tensor; `loss` reads the tensors' current values. The default step
/// balances the truncation error, step^2, and the rounding error, 2^-53 / step. Throws
/// ArgumentError if a gradient and its values have different lengths, and unless the step is
/// positive and finite.
std::vector<GradientCheck> check_gradients(const std::function<double()>& loss,
                                           std::span<const CheckedTensor> tensors,
                                           double step = 1e-6);

}  // namespace ffn
