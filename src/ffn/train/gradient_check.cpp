#include "ffn/train/gradient_check.h"

#include <algorithm>
#include <cmath>

#include "ffn/core/check.h"

namespace ffn {

void GradientComparison::add(Index at, double claimed, double central_difference) {
  if (std::isnan(largest_)) return;
  const double error = std::abs(central_difference - claimed);
  scale_ = std::max({scale_, std::abs(central_difference), std::abs(claimed)});
  if (!(error > largest_ || std::isnan(error))) return;
  largest_ = error;
  worst_.at = at;
  worst_.claimed = claimed;
  worst_.central_difference = central_difference;
}

GradientCheck GradientComparison::result() const {
  GradientCheck worst = worst_;
  worst.largest_error = scale_ > 0.0 || std::isnan(largest_) ? largest_ / scale_ : 0.0;
  return worst;
}

double central_difference(const std::function<double()>& loss, double& value, double step) {
  const double original = value;
  value = original + step;
  const double above = loss();
  value = original - step;
  const double below = loss();
  value = original;
  return (above - below) / (2.0 * step);
}

void check_step(double step) {
  check(step > 0.0 && std::isfinite(step), "step", step, "a positive number");
}

std::vector<GradientCheck> check_gradients(const std::function<double()>& loss,
                                           std::span<const CheckedTensor> tensors, double step) {
  check_step(step);
  std::vector<GradientCheck> results;
  for (const CheckedTensor& tensor : tensors) {
    check(tensor.gradient.size() == tensor.values.size(), "gradient",
          {tensor.gradient.size(), " elements long"},
          {tensor.values.size(), " elements, as in ", tensor.name});
    GradientComparison comparison(tensor.name);
    for (std::size_t i = 0; i < tensor.values.size(); ++i)
      comparison.add(static_cast<Index>(i), tensor.gradient[i],
                     central_difference(loss, tensor.values[i], step));
    results.push_back(comparison.result());
  }
  return results;
}

}  // namespace ffn
