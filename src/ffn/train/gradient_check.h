#pragma once
// Gradients against central differences, in double: (loss(w + step) - loss(w - step)) / (2 step) for every single parameter.

#include <functional>
#include <span>
#include <string>
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

/// Checks every element of every tensor. `loss` reads the tensors' current values. The default step balances the truncation
/// error, step^2, against the rounding error, 2^-53 / step. Throws ArgumentError when a gradient has another length than its values or
/// the step is not positive and finite.
std::vector<GradientCheck> check_gradients(const std::function<double()>& loss, std::span<const CheckedTensor> tensors, double step = 1e-6);

}  // namespace ffn
