#pragma once
// Histogram with bins of equal width, as numpy.histogram computes it for the same numbers in
// float64: bin i contains elements with edges[i] <= element < edges[i + 1], the last bin also its
// upper edge. Elements outside the range and NaN are counted separately, so counts, below, above
// and nan add up to the number of elements.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ffn {

/// Largest number of bins.
inline constexpr std::int64_t kMaxBins = 65536;

/// The closed interval [low, high].
struct Range {
  double low = 0.0;
  double high = 0.0;
};

/// Bin edges, counts per bin, and counts of elements in no bin.
struct Histogram {
  std::vector<double> edges;         ///< bins + 1, numpy.linspace(low, high, bins + 1)
  std::vector<std::int64_t> counts;  ///< bins
  std::int64_t below = 0;            ///< elements < low, -inf among them
  std::int64_t above = 0;            ///< elements > high, +inf among them
  std::int64_t nan = 0;
};

/// Returns the smallest range that contains all finite elements. As in NumPy it is widened by 0.5
/// on both sides if they are all equal, and is [0, 1] if there is none.
Range automatic_range(std::span<const float> values);

/// Returns a range of all finite elements in which 0 is exactly an edge of `bins` bins, so that
/// every bin counts elements of one sign only. If automatic_range(values) contains 0, the result is
/// at most one bin wider; otherwise it is that range. Throws ArgumentError unless bins is from 2 to
/// kMaxBins.
Range range_with_edge_at_zero(std::span<const float> values, std::int64_t bins);

/// Counts `values` in `bins` bins over `range`, by default automatic_range(values). Throws
/// ArgumentError unless bins is from 1 to kMaxBins and low < high, both finite.
Histogram histogram(std::span<const float> values, std::int64_t bins,
                    std::optional<Range> range = std::nullopt);

}  // namespace ffn
