#pragma once
// How far two tensors are apart, element by element. "Differing" means other bits: 0 and -0 differ by 0 and are still two
// elements that differ; equal bits differ by 0 even where both are NaN or infinite.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// How many elements of a differ from those of b, and by how much.
struct Difference {
  std::int64_t count = 0;      ///< elements compared
  std::int64_t differing = 0;  ///< elements whose bits are not equal
  double largest = 0.0;        ///< largest |a - b|; NaN when NaN stands on one side only
  std::int64_t at = 0;         ///< index of the first element where |a - b| is largest, or of the first NaN
  double mean = 0.0;           ///< mean of |a - b|
  double relative = 0.0;       ///< largest / largest finite |b|; 0 when largest is 0, else infinite when b has nothing but zeros
};

/// Throws ArgumentError unless both have the same number of elements, one or more.
Difference difference(std::span<const float> a, std::span<const float> b);

/// The same, row by row: one entry per token, `at` a feature. Throws ArgumentError unless the shapes are equal and no row is empty.
std::vector<Difference> difference_by_token(const ConstMatrixView& a, const ConstMatrixView& b);

/// |a - b| of every element, computed in double and rounded once. Throws as `difference`.
std::vector<float> absolute_difference(std::span<const float> a, std::span<const float> b);

}  // namespace ffn
