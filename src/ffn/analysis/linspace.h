#pragma once
// Evenly spaced numbers, bit for bit those of numpy.linspace(low, high, count) in float64.

#include <cstdint>
#include <vector>

namespace ffn {

/// `count` numbers from low to high, both included; the last is exactly high. Throws ArgumentError unless count is 2 or
/// more and low and high are finite, apart, in this order, and no farther apart than a double can say.
std::vector<double> linspace(double low, double high, std::int64_t count);

}  // namespace ffn
