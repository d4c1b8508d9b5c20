#pragma once
// Evenly spaced numbers, bit for bit equal to numpy.linspace(low, high, count) in float64.

#include <cstdint>
#include <vector>

namespace ffn {

/// Returns `count` evenly spaced numbers from low to high, both included; the last is exactly high.
/// Throws ArgumentError unless count is 2 or more, low < high, and low, high and high - low are
/// finite.
std::vector<double> linspace(double low, double high, std::int64_t count);

}  // namespace ffn
