#pragma once
// Percentiles of a tensor's elements as numpy.percentile computes them by default ("linear"; type 7
// of Hyndman & Fan 1996): percentile q of n sorted elements is at the fractional index (n - 1) q /
// 100, interpolated linearly between its neighbours.

#include <span>
#include <vector>

namespace ffn {

/// Returns one value per entry of `percents`, each from 0 to 100; all values are NaN if an element
/// is NaN. An infinite element affects only percentiles in which its weight is not 0. Throws
/// ArgumentError if there is no element, and for a percent outside 0 to 100.
std::vector<double> percentiles(std::span<const float> values, std::span<const double> percents);

}  // namespace ffn
