#include "ffn/analysis/difference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

void check_lengths(std::span<const float> a, std::span<const float> b) {
  check(!a.empty(), "a", "empty", "one element or more");
  check(a.size() == b.size(), "b", {b.size(), " elements long"}, {a.size(), " elements, as in a"});
}

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

double distance(float a, float b) {
  return same_bits(a, b) ? 0.0 : std::abs(static_cast<double>(a) - b);
}

// Returns whether `candidate` is larger than `largest`. NaN is larger than every number; a second
// NaN does not replace the first.
bool exceeds(double candidate, double largest) {
  return candidate > largest || (std::isnan(candidate) && !std::isnan(largest));
}

}  // namespace

Difference difference(std::span<const float> a, std::span<const float> b) {
  check_lengths(a, b);
  Difference found;
  found.count = static_cast<std::int64_t>(a.size());
  double sum = 0.0;
  double scale = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double gap = distance(a[i], b[i]);
    found.differing += same_bits(a[i], b[i]) ? 0 : 1;
    sum += gap;
    if (std::isfinite(b[i])) scale = std::max<double>(scale, std::abs(b[i]));
    if (!exceeds(gap, found.largest)) continue;
    found.largest = gap;
    found.at = static_cast<std::int64_t>(i);
  }
  found.mean = sum / static_cast<double>(a.size());
  found.relative = found.largest == 0.0 ? 0.0 : found.largest / scale;
  return found;
}

std::vector<Difference> difference_by_token(const ConstMatrixView& a, const ConstMatrixView& b) {
  check_shape("b", shape_of(b), shape_of(a));
  std::vector<Difference> rows;
  rows.reserve(static_cast<std::size_t>(a.rows()));
  for (Index token = 0; token < a.rows(); ++token) {
    rows.push_back(
        difference(elements_of(row_slice(a, token, 1)), elements_of(row_slice(b, token, 1))));
  }
  return rows;
}

std::vector<float> absolute_difference(std::span<const float> a, std::span<const float> b) {
  check_lengths(a, b);
  std::vector<float> gaps(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) gaps[i] = static_cast<float>(distance(a[i], b[i]));
  return gaps;
}

}  // namespace ffn
