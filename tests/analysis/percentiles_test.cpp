#include "ffn/analysis/percentiles.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "golden.h"

using namespace ffn;

namespace {

std::vector<float> floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("percentiles: bit for bit equal to NumPy") {
  const auto golden = test::read_golden("histogram");
  const std::vector<double>& percents = golden.at("percents").values;
  CHECK(percentiles(floats(golden.at("normals").values), percents) ==
        golden.at("percentiles_normals").values);
  std::vector<float> few = floats(golden.at("on_edges").values);
  few.resize(6);
  CHECK(percentiles(few, percents) == golden.at("percentiles_on_edges").values);
}

TEST_CASE("percentiles: the median of an even number of elements is interpolated") {
  const std::vector<float> values{4.0F, 1.0F, 3.0F, 2.0F};
  CHECK(percentiles(values, std::array{50.0, 0.0, 100.0}) == std::vector<double>{2.5, 1.0, 4.0});
  CHECK(percentiles(std::vector<float>{7.0F}, std::array{33.0}) == std::vector<double>{7.0});
  CHECK(percentiles(values, {}).empty());
}

TEST_CASE(
    "percentiles: NaN makes all percentiles NaN and infinities affect only their neighbours") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const double found :
       percentiles(std::vector<float>{1.0F, std::nanf(""), 2.0F}, std::array{0.0, 50.0}))
    CHECK(std::isnan(found));
  const std::vector<float> values{-kInfinity, 1.0F, kInfinity, kInfinity};
  CHECK(percentiles(values, std::array{0.0, 90.0}) == std::vector<double>{-kInfinity, kInfinity});
}

TEST_CASE("percentiles: empty tensors and percents outside 0 to 100 are rejected") {
  const std::vector<float> one{1.0F};
  CHECK_THROWS_WITH(percentiles({}, std::array{50.0}),
                    "tensor is empty; expected one element or more");
  CHECK_THROWS_WITH(percentiles(one, std::array{100.5}),
                    "percents is 100.5; expected numbers from 0 to 100");
  CHECK_THROWS_AS(percentiles(one, std::array{-1.0}), ArgumentError);
  CHECK_THROWS_AS(percentiles(one, std::array{std::numeric_limits<double>::quiet_NaN()}),
                  ArgumentError);
}
