#pragma once
// Element-wise difference of two tensors. Elements count as differing if their bits differ: 0 and
// -0 are differing elements with difference 0; equal bits have difference 0 even for NaN and
// infinity.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// Number of differing elements of tensors a and b, and statistics of |a - b|.
struct Difference {
  std::int64_t count = 0;      ///< elements compared
  std::int64_t differing = 0;  ///< elements whose bits are not equal
  double largest = 0.0;        ///< largest |a - b|; NaN if an element is NaN in only one tensor
  std::int64_t at =
      0;              ///< index of the first element with the largest |a - b|, or of the first NaN
  double mean = 0.0;  ///< mean of |a - b|
  double relative = 0.0;  ///< largest / largest finite |b|; 0 if largest is 0, otherwise infinite
                          ///< if all elements of b are 0
};

/// Compares a with b. Throws ArgumentError unless both have the same number of elements, one or
/// more.
Difference difference(std::span<const float> a, std::span<const float> b);

/// Compares a with b row by row: returns one entry per token, in which `at` is a feature index.
/// Throws ArgumentError unless the shapes are equal and no row is empty.
std::vector<Difference> difference_by_token(const ConstMatrixView& a, const ConstMatrixView& b);

/// Returns |a - b| of every element, computed in double and rounded once to float32. Throws as
/// `difference` does.
std::vector<float> absolute_difference(std::span<const float> a, std::span<const float> b);

}  // namespace ffn
