#include "ffn/analysis/histogram.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ffn/analysis/linspace.h"
#include "ffn/core/check.h"

namespace ffn {

namespace {

// Returns the bin of a value inside the range: an estimate, which rounding may shift by one bin,
// corrected by comparison with the edges.
std::size_t bin_of(double value, const std::vector<double>& edges) {
  const std::size_t bins = edges.size() - 1;
  const double estimate =
      (value - edges.front()) / (edges.back() - edges.front()) * static_cast<double>(bins);
  std::size_t bin = std::min(static_cast<std::size_t>(estimate), bins - 1);
  while (bin > 0 && value < edges[bin]) --bin;
  while (bin + 1 < bins && value >= edges[bin + 1]) ++bin;
  return bin;
}

// Returns the smallest number with 24 significant bits that is not below a positive one. Its
// products with integers below 2^29 are exact.
double rounded_up(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::ceil(std::ldexp(fraction, 24)), exponent - 24);
}

}  // namespace

Range automatic_range(std::span<const float> values) {
  bool found = false;
  Range range;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    range.low = found ? std::min<double>(range.low, value) : value;
    range.high = found ? std::max<double>(range.high, value) : value;
    found = true;
  }
  if (!found) return {0.0, 1.0};
  if (range.low == range.high) {
    const bool lost = range.low - 0.5 == range.low ||
                      range.high + 0.5 == range.high;  // from 2^53 on, where NumPy raises an error
    const double half = lost ? std::abs(range.low) * 0x1p-24 : 0.5;  // about half an ulp of float32
    return {range.low - half, range.high + half};
  }
  return range;
}

Range range_with_edge_at_zero(std::span<const float> values, std::int64_t bins) {
  check(bins >= 2 && bins <= kMaxBins, "bins", bins, {"an integer from 2 to ", kMaxBins});
  const Range range = automatic_range(values);
  if (range.low > 0.0 || range.high < 0.0) return range;
  // One bin less covers the elements, so that the first edge can be any multiple of the width.
  const double width = rounded_up((range.high - range.low) / static_cast<double>(bins - 1));
  const double low = std::floor(range.low / width) * width;
  return {low, low + static_cast<double>(bins) * width};
}

Histogram histogram(std::span<const float> values, std::int64_t bins, std::optional<Range> range) {
  check(bins >= 1 && bins <= kMaxBins, "bins", bins, {"an integer from 1 to ", kMaxBins});
  const Range within = range.has_value() ? *range : automatic_range(values);
  Histogram made;
  made.edges = linspace(within.low, within.high, bins + 1);
  made.counts.resize(static_cast<std::size_t>(bins));
  for (const float value : values) {
    if (std::isnan(value)) {
      ++made.nan;
    } else if (value < within.low) {
      ++made.below;
    } else if (value > within.high) {
      ++made.above;
    } else {
      ++made.counts[bin_of(value, made.edges)];
    }
  }
  return made;
}

}  // namespace ffn
