#pragma once
// Counts of a tensor's elements in equal bins, as numpy.histogram makes them of the same numbers in float64: bin i holds
// edges[i] <= element < edges[i + 1], the last bin its upper edge too. No element is lost: what lies outside the range and
// what is NaN is counted apart, so that counts, below, above and nan add up to the number of elements.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ffn {

/// Largest number of bins; a histogram for the eye needs far fewer.
inline constexpr std::int64_t kMaxBins = 65536;

/// The numbers from low to high, both included.
struct Range {
  double low = 0.0;
  double high = 0.0;
};

/// How many elements lie in each bin, and how many in none.
struct Histogram {
  std::vector<double> edges;         ///< bins + 1, numpy.linspace(low, high, bins + 1)
  std::vector<std::int64_t> counts;  ///< bins
  std::int64_t below = 0;            ///< elements < low, -inf among them
  std::int64_t above = 0;            ///< elements > high, +inf among them
  std::int64_t nan = 0;
};

/// The smallest range that holds all finite elements; as in NumPy half a unit wider on both sides when they are all equal,
/// and 0 to 1 when there is none.
Range automatic_range(std::span<const float> values);

/// Without `range` the automatic one. Throws ArgumentError unless bins is 1 to kMaxBins and low < high, both finite.
Histogram histogram(std::span<const float> values, std::int64_t bins, std::optional<Range> range = std::nullopt);

}  // namespace ffn
