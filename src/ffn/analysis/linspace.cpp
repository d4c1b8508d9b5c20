#include "ffn/analysis/linspace.h"

#include <cmath>

#include "ffn/core/check.h"

namespace ffn {

std::vector<double> linspace(double low, double high, std::int64_t count) {
  check(std::isfinite(low), "low", low, "a finite number");
  check(std::isfinite(high) && high > low, "high", high, "a finite number above low");
  check(std::isfinite(high - low), "high", high, "a number whose distance from low is finite");
  check(count >= 2, "count", count, "2 or more");
  const auto intervals = static_cast<double>(count - 1);
  const double step = (high - low) / intervals;
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto position = static_cast<double>(i);
    // If the step underflows to zero, multiply by the distance last, as NumPy does; otherwise all
    // numbers would be equal.
    numbers[i] = (step == 0.0 ? position / intervals * (high - low) : position * step) + low;
  }
  numbers.back() = high;
  return numbers;
}

}  // namespace ffn
