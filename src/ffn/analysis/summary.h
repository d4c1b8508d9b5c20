#pragma once
// Summary statistics of a tensor's elements, computed in double.

#include <cstdint>
#include <span>

namespace ffn {

/// Summary statistics of a tensor; NaN and infinities are included in all but the last.
struct Summary {
  std::int64_t count = 0;
  double mean = 0.0;
  double standard_deviation =
      0.0;  ///< unbiased (divided by count - 1), as torch.std; NaN for one element
  double minimum = 0.0;
  double maximum = 0.0;
  double negative_share = 0.0;        ///< fraction of elements strictly below zero, 0 to 1
  std::int64_t non_finite_count = 0;  ///< NaN and infinities
  double largest_finite_magnitude =
      0.0;  ///< largest finite |element|, for example the limit of a colour scale
};

/// Computes the summary in two passes: the variance is the mean squared deviation from the mean,
/// not E[x^2] - E[x]^2, which cancels. If an element is NaN, mean, deviation, minimum and maximum
/// are NaN. Throws ArgumentError if there is no element.
Summary summarize(std::span<const float> values);

/// Returns the mean of |a - b|. Throws ArgumentError unless both have the same number of elements,
/// one or more.
double mean_absolute_difference(std::span<const float> a, std::span<const float> b);

}  // namespace ffn
