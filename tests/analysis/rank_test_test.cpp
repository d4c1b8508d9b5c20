#include "ffn/analysis/rank_test.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "ffn/core/check.h"

using namespace ffn;

using Sample = std::vector<float>;

TEST_CASE("rank_test: samples that do not overlap have the smallest p of their sizes") {
  const RankTest apart = rank_test(Sample{6, 7, 8, 9, 10}, Sample{1, 2, 3, 4, 5});
  CHECK(apart.u == 25.0);
  CHECK(apart.p_value == doctest::Approx(2.0 / 252.0));
  const RankTest below = rank_test(Sample{1, 2, 3, 4, 5}, Sample{6, 7, 8, 9, 10});
  CHECK(below.u == 0.0);
  CHECK(below.p_value == apart.p_value);
}

// The ranks 1 to 9 give 126 sums of four, 36 of which are as far from 20 as 15 is.
TEST_CASE("rank_test: counts the divisions of the ranks") {
  const RankTest found =
      rank_test(Sample{1.1F, 2.7F, 3.2F, 4.8F}, Sample{2.0F, 3.0F, 5.0F, 6.0F, 7.0F});
  CHECK(found.u == 5.0);
  CHECK(found.p_value == doctest::Approx(36.0 / 126.0));
}

TEST_CASE("rank_test: equal values share their rank") {
  const RankTest same = rank_test(Sample{2, 2, 2}, Sample{2, 2});
  CHECK(same.u == 3.0);
  CHECK(same.p_value == 1.0);
  // The ranks 1.5, 1.5, 3, 4 give six sums of two: one is 7, one is 3.
  const RankTest tied = rank_test(Sample{1, 1}, Sample{2, 3});
  CHECK(tied.u == 0.0);
  CHECK(tied.p_value == doctest::Approx(2.0 / 6.0));
}

TEST_CASE("rank_test: the largest samples are counted, infinities included") {
  Sample low(50);
  Sample high(50);
  for (std::size_t i = 0; i < 50; ++i) {
    low[i] = static_cast<float>(i);
    high[i] = i == 0 ? INFINITY : static_cast<float>(i + 50);
  }
  const RankTest found = rank_test(low, high);
  CHECK(found.u == 0.0);
  CHECK(found.p_value == doctest::Approx(2.0 / 1.0089134454556415e29));
}

TEST_CASE("rank_test: empty samples, NaN and too many values are rejected") {
  CHECK_THROWS_WITH_AS(rank_test({}, Sample{1}), doctest::Contains("a is empty"), ArgumentError);
  CHECK_THROWS_WITH_AS(rank_test(Sample{1}, Sample{NAN}), doctest::Contains("b is nan"),
                       ArgumentError);
  CHECK_THROWS_WITH_AS(rank_test(Sample(60), Sample(41)), doctest::Contains("101"), ArgumentError);
}
