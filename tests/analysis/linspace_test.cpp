#include "ffn/analysis/linspace.h"

#include <doctest/doctest.h>

#include <limits>

#include "ffn/core/check.h"
#include "golden.h"

using namespace ffn;

TEST_CASE("linspace: bit for bit equal to NumPy") {
  const auto golden = test::read_golden("linspace");
  for (const char* name : {"notebook", "odd", "wide", "two"}) {
    CAPTURE(name);
    const auto& range = golden.at(std::string("range_") + name).values;
    CHECK(linspace(range[0], range[1], static_cast<std::int64_t>(range[2])) ==
          golden.at(name).values);
  }
}

TEST_CASE("linspace: a step that underflows to zero") {
  CHECK(linspace(0.0, 1.0, 5) == std::vector<double>{0.0, 0.25, 0.5, 0.75, 1.0});
  constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
  CHECK(linspace(0.0, kSmallest, 3) == std::vector<double>{0.0, 0.0, kSmallest});
  CHECK(linspace(0.0, 2.0 * kSmallest, 5) ==
        std::vector<double>{0.0, 0.0, kSmallest, 2.0 * kSmallest, 2.0 * kSmallest});
}

TEST_CASE("linspace: empty and infinite ranges are rejected") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(linspace(1.0, 1.0, 5), "high is 1; expected a finite number above low");
  CHECK_THROWS_WITH(linspace(0.0, 1.0, 1), "count is 1; expected 2 or more");
  CHECK_THROWS_AS(linspace(2.0, 1.0, 5), ArgumentError);
  CHECK_THROWS_AS(linspace(-kInfinity, 1.0, 5), ArgumentError);
  CHECK_THROWS_AS(linspace(0.0, kInfinity, 5), ArgumentError);
  CHECK_THROWS_AS(linspace(0.0, std::numeric_limits<double>::quiet_NaN(), 5), ArgumentError);
  CHECK_THROWS_WITH(linspace(-1.7e308, 1.7e308, 5),
                    "high is 1.7e+308; expected a number whose distance from low is finite");
}
