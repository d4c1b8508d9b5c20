#pragma once
// Percentiles of a tensor's elements as numpy.percentile computes them by default ("linear"; type 7 of Hyndman & Fan 1996):
// percentile q of n sorted elements stands at the fractional index (n - 1) q / 100, interpolated between its neighbours.

#include <span>
#include <vector>

namespace ffn {

/// One value per entry of `percents`, each 0 to 100; all of them NaN when an element is. An infinite element
/// matters only where it has weight. Throws ArgumentError when there is no element or a percent lies outside 0 to 100.
std::vector<double> percentiles(std::span<const float> values, std::span<const double> percents);

}  // namespace ffn
