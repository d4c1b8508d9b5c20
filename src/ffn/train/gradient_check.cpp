#include "ffn/train/gradient_check.h"

#include <algorithm>
#include <cmath>

#include "ffn/core/check.h"

namespace ffn {

namespace {

double central_difference(const std::function<double()>& loss, double& value, double step) {
  const double kept = value;
  value = kept + step;
  const double above = loss();
  value = kept - step;
  const double below = loss();
  value = kept;
  return (above - below) / (2.0 * step);
}

GradientCheck check_tensor(const std::function<double()>& loss, const CheckedTensor& tensor, double step) {
  GradientCheck worst{tensor.name};
  double scale = 0.0;
  double largest = -1.0;
  for (std::size_t i = 0; i < tensor.values.size(); ++i) {
    const double numeric = central_difference(loss, tensor.values[i], step);
    const double claimed = tensor.gradient[i];
    const double error = std::abs(numeric - claimed);
    scale = std::max({scale, std::abs(numeric), std::abs(claimed)});
    if (error > largest || std::isnan(error)) {
      largest = error;
      worst.at = static_cast<Index>(i);
      worst.claimed = claimed;
      worst.central_difference = numeric;
      if (std::isnan(error)) break;
    }
  }
  worst.largest_error = scale > 0.0 || std::isnan(largest) ? largest / scale : 0.0;
  return worst;
}

}  // namespace

std::vector<GradientCheck> check_gradients(const std::function<double()>& loss, std::span<const CheckedTensor> tensors, double step) {
  check(step > 0.0 && std::isfinite(step), "step", step, "a positive number");
  std::vector<GradientCheck> results;
  for (const CheckedTensor& tensor : tensors) {
    check(tensor.gradient.size() == tensor.values.size(), "gradient", std::to_string(tensor.gradient.size()) + " elements long",
          std::to_string(tensor.values.size()) + " elements, as in " + tensor.name);
    results.push_back(check_tensor(loss, tensor, step));
  }
  return results;
}

}  // namespace ffn
