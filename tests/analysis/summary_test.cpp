#include "ffn/analysis/summary.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "ffn/core/check.h"

using namespace ffn;

TEST_CASE("summary: computed by hand") {
  const std::vector<float> values{-1.0F, 0.0F, 2.0F, 3.0F};
  const Summary summary = summarize(values);
  CHECK(summary.count == 4);
  CHECK(summary.mean == 1.0);
  CHECK(summary.standard_deviation == doctest::Approx(std::sqrt(10.0 / 3.0)).epsilon(1e-15));
  CHECK(summary.minimum == -1.0);
  CHECK(summary.maximum == 3.0);
  CHECK(summary.negative_share == 0.25);
  CHECK(summary.non_finite_count == 0);
  CHECK(summary.largest_finite_magnitude == 3.0);
}

TEST_CASE("summary: a large mean causes no cancellation in the deviation") {
  const std::vector<float> values{40000.0F, 40001.0F, 40002.0F, 40003.0F};
  CHECK(summarize(values).standard_deviation ==
        doctest::Approx(std::sqrt(5.0 / 3.0)).epsilon(1e-15));
}

TEST_CASE("summary: one element, NaN and empty tensors") {
  const std::vector<float> one{-0.0F};
  CHECK(summarize(one).mean == 0.0);
  CHECK(std::isnan(summarize(one).standard_deviation));
  CHECK(summarize(one).negative_share == 0.0);
  const std::vector<float> with_nan{1.0F, std::nanf(""), 3.0F};
  CHECK(std::isnan(summarize(with_nan).mean));
  CHECK(std::isnan(summarize(with_nan).minimum));
  CHECK(std::isnan(summarize(with_nan).maximum));
  CHECK(summarize(with_nan).non_finite_count == 1);
  CHECK(summarize(with_nan).largest_finite_magnitude == 3.0);
  CHECK_THROWS_AS(summarize({}), ArgumentError);
}

TEST_CASE("summary: mean absolute difference") {
  const std::vector<float> a{1.0F, -2.0F, 3.0F};
  const std::vector<float> b{0.5F, 2.0F, 3.0F};
  CHECK(mean_absolute_difference(a, b) == 1.5);
  CHECK(mean_absolute_difference(a, a) == 0.0);
  CHECK_THROWS_WITH(mean_absolute_difference(a, std::vector<float>{1.0F}),
                    "b is 1 elements long; expected 3 elements, as in a");
  CHECK_THROWS_AS(mean_absolute_difference({}, {}), ArgumentError);
}

TEST_CASE("summary: infinities are counted and excluded from the finite magnitude") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values{-kInfinity, -4.0F, 1.0F, kInfinity};
  const Summary summary = summarize(values);
  CHECK(summary.non_finite_count == 2);
  CHECK(summary.largest_finite_magnitude == 4.0);
  CHECK(summary.minimum == -kInfinity);
  CHECK(summary.maximum == kInfinity);
  CHECK(std::isnan(summary.mean));
}
