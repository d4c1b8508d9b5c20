#pragma once
// Statistics of a tensor's elements, in double whatever the tensor's type.

#include <cstdint>
#include <span>

namespace ffn {

/// A tensor in eight numbers; NaN and infinities count in all of them but the last.
struct Summary {
  std::int64_t count = 0;
  double mean = 0.0;
  double standard_deviation = 0.0;  ///< unbiased (divided by count - 1), as torch.std; NaN for one element
  double minimum = 0.0;
  double maximum = 0.0;
  double negative_share = 0.0;            ///< elements strictly below zero, 0 to 1
  std::int64_t non_finite_count = 0;      ///< NaN and infinities
  double largest_finite_magnitude = 0.0;  ///< largest |element| that is finite: the limit of a colour scale
};

/// Two passes: the variance is taken about the mean, never as E[x^2] - E[x]^2. A NaN anywhere makes mean, deviation,
/// minimum and maximum NaN. Throws ArgumentError when there is no element.
Summary summarize(std::span<const float> values);

/// Mean of |a - b|. Throws ArgumentError unless both have the same number of elements, one or more.
double mean_absolute_difference(std::span<const float> a, std::span<const float> b);

}  // namespace ffn
