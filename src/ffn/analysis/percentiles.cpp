#include "ffn/analysis/percentiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ffn/core/check.h"

namespace ffn {

namespace {

// Interpolates from the nearer end, as NumPy does: exact at both ends and monotonic.
double interpolate(double a, double b, double t) {
  if (a == b || t == 0.0) return a;  // inf - inf and inf * 0 would be NaN
  const double step = b - a;
  return t < 0.5 ? a + step * t : b - step * (1.0 - t);
}

double percentile_of_sorted(std::span<const float> sorted, double percent) {
  const auto last = static_cast<double>(sorted.size() - 1);
  const double index = last * (percent / 100.0);
  const double below = std::floor(index);
  const auto lower = static_cast<std::size_t>(below);
  const std::size_t upper = std::min(lower + 1, sorted.size() - 1);
  return interpolate(sorted[lower], sorted[upper], index - below);
}

}  // namespace

std::vector<double> percentiles(std::span<const float> values, std::span<const double> percents) {
  check(!values.empty(), "tensor", "empty", "one element or more");
  for (const double percent : percents)
    check(percent >= 0.0 && percent <= 100.0, "percents", percent, "numbers from 0 to 100");
  std::vector<double> found(percents.size(), std::numeric_limits<double>::quiet_NaN());
  if (std::any_of(values.begin(), values.end(), [](float value) { return std::isnan(value); }))
    return found;
  std::vector<float> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < percents.size(); ++i)
    found[i] = percentile_of_sorted(sorted, percents[i]);
  return found;
}

}  // namespace ffn
