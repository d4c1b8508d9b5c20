#pragma once
// Gradients against central differences, in double: (loss(w + step) - loss(w - step)) / (2 step) for every single parameter.

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// One tensor to check: its values, which are changed and restored, and the gradient that is claimed for it.
struct CheckedTensor {
  std::string name;
  std::span<double> values;
  std::span<const double> gradient;
};

/// The result for one tensor. Errors are relative to the tensor's largest gradient, numeric or claimed: near a zero of a single
/// gradient, a relative error of that one number says nothing.
struct GradientCheck {
  std::string name;
  double largest_error = 0.0;       ///< relative; 0 for a tensor whose gradients are all zero
  Index at = 0;                     ///< where the largest error is
  double claimed = 0.0;             ///< the claimed gradient there
  double central_difference = 0.0;  ///< the numeric one there
};

/// The result for a tensor whose elements come one by one, in any order; of two equally wrong ones the first is kept, and NaN before all.
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

/// How `loss` changes with `value`, which is as before afterwards.
double central_difference(const std::function<double()>& loss, double& value, double step);

/// Throws ArgumentError unless the step is positive and finite.
void check_step(double step);

/// Checks every element of every tensor. `loss` reads the tensors' current values. The default step balances the truncation
/// error, step^2, against the rounding error, 2^-53 / step. Throws ArgumentError when a gradient has another length than its values or
/// the step is not positive and finite.
std::vector<GradientCheck> check_gradients(const std::function<double()>& loss, std::span<const CheckedTensor> tensors, double step = 1e-6);

}  // namespace ffn
