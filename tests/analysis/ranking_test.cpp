#include "ffn/analysis/ranking.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "ffn/core/check.h"

using namespace ffn;

using Positions = std::vector<std::int32_t>;

TEST_CASE(
    "ranking: indices of the largest and of the smallest numbers, the first of equal ones first") {
  const std::vector<float> numbers{2.0F, -1.0F, 7.0F, 2.0F, 0.0F, -0.0F, 7.0F};
  CHECK(largest(numbers, 3) == Positions{2, 6, 0});
  CHECK(largest(numbers, 7) == Positions{2, 6, 0, 3, 4, 5, 1});
  CHECK(smallest(numbers, 3) == Positions{1, 4, 5});
  CHECK(smallest(numbers, 100) == Positions{1, 4, 5, 0, 3, 2, 6});
  CHECK(largest({}, 1).empty());
}

TEST_CASE("ranking: NaN comes last, after infinities") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> numbers{nan, 1.0F, -infinity, nan, infinity};
  CHECK(largest(numbers, 5) == Positions{4, 1, 2, 0, 3});
  CHECK(smallest(numbers, 5) == Positions{2, 1, 4, 0, 3});
}

TEST_CASE("ranking: a count below 1 is rejected") {
  const std::vector<float> numbers{1.0F};
  CHECK_THROWS_WITH_AS(largest(numbers, 0), "count is 0; expected 1 or more", ArgumentError);
  CHECK_THROWS_WITH_AS(smallest(numbers, -3), "count is -3; expected 1 or more", ArgumentError);
}
