#include "ffn/analysis/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "ffn/core/check.h"

namespace ffn {

namespace {

void check_not_empty(const char* argument, std::span<const float> values) {
  check(!values.empty(), argument, "empty", "one element or more");
}

}  // namespace

Summary summarize(std::span<const float> values) {
  check_not_empty("tensor", values);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<double>(values.size());
  Summary summary{static_cast<std::int64_t>(values.size()), 0.0, kNaN, values[0], values[0]};
  double sum = 0.0;
  double negatives = 0.0;
  for (const float value : values) {
    sum += value;
    summary.minimum = std::min<double>(summary.minimum, value);
    summary.maximum = std::max<double>(summary.maximum, value);
    negatives += value < 0.0F ? 1.0 : 0.0;
    if (std::isfinite(value)) {
      summary.largest_finite_magnitude =
          std::max<double>(summary.largest_finite_magnitude, std::abs(value));
    } else {
      ++summary.non_finite_count;
    }
  }
  summary.mean = sum / count;
  summary.negative_share = negatives / count;
  double squares = 0.0;
  for (const float value : values) squares += (value - summary.mean) * (value - summary.mean);
  if (values.size() > 1) summary.standard_deviation = std::sqrt(squares / (count - 1.0));
  if (std::isnan(summary.mean) &&
      std::any_of(values.begin(), values.end(), [](float value) { return std::isnan(value); })) {
    summary.minimum = summary.maximum = kNaN;
  }
  return summary;
}

double mean_absolute_difference(std::span<const float> a, std::span<const float> b) {
  check_not_empty("a", a);
  check(a.size() == b.size(), "b", {b.size(), " elements long"}, {a.size(), " elements, as in a"});
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(static_cast<double>(a[i]) - b[i]);
  return sum / static_cast<double>(a.size());
}

}  // namespace ffn
