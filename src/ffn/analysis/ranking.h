#pragma once
// Indices of the largest or smallest numbers of a list. NaN comes last in both orders.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// Returns the indices of the `count` largest numbers, or of all if there are fewer, in descending
/// order; equal numbers keep their order. Throws ArgumentError for a count below 1.
std::vector<std::int32_t> largest(std::span<const float> numbers, Index count);

/// Returns the indices of the `count` smallest numbers in ascending order, otherwise as largest.
std::vector<std::int32_t> smallest(std::span<const float> numbers, Index count);

}  // namespace ffn
