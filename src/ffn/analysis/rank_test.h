#pragma once
// The rank-sum test of Mann and Whitney (1947, doi 10.1214/aoms/1177730491): whether one of two
// samples tends to be larger. It assumes no distribution of the values.

#include <cstdint>
#include <span>

namespace ffn {

/// Largest number of values in both samples together: the test counts all ways to divide the ranks.
inline constexpr std::int64_t kMaxRankedValues = 100;

/// The statistic, and how probable one at least as far from its mean is by chance.
struct RankTest {
  double u = 0.0;        ///< pairs in which the value of `a` is larger, plus half of the equal ones
  double p_value = 1.0;  ///< two-sided and exact: the share of all divisions of the ranks, 0 to 1
};

/// Compares two samples. Equal values share the mean of their ranks. Throws ArgumentError for an
/// empty sample, for more than kMaxRankedValues values, and for NaN.
RankTest rank_test(std::span<const float> a, std::span<const float> b);

}  // namespace ffn
