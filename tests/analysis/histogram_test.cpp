#include "ffn/analysis/histogram.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "ffn/core/check.h"
#include "golden.h"

using namespace ffn;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<float> floats(const test::GoldenTensor& tensor) {
  return {tensor.values.begin(), tensor.values.end()};
}

std::int64_t total(const Histogram& made) {
  return std::accumulate(made.counts.begin(), made.counts.end(),
                         made.below + made.above + made.nan);
}

void check_against_numpy(const char* values, const char* name, std::int64_t bins,
                         std::optional<Range> range) {
  CAPTURE(name);
  const auto golden = test::read_golden("histogram");
  const Histogram made = histogram(floats(golden.at(values)), bins, range);
  CHECK(made.edges == golden.at(std::string("edges_") + name).values);
  const std::vector<double>& expected = golden.at(std::string("counts_") + name).values;
  CHECK(std::vector<double>(made.counts.begin(), made.counts.end()) == expected);
  CHECK(total(made) == golden.at(values).size());
}

}  // namespace

TEST_CASE("histogram: counts and edges agree with NumPy") {
  check_against_numpy("normals", "automatic", 13, std::nullopt);
  check_against_numpy("normals", "given", 7, Range{-1.0, 0.7});
  check_against_numpy("on_edges", "edges_16", 16, Range{-1.0, 1.0});
  check_against_numpy("on_edges", "edges_20", 20, Range{-1.0, 1.0});
}

TEST_CASE("histogram: the last bin is closed and every element is counted") {
  const std::vector<float> values{-1.0F, 0.0F,          0.25F,     0.5F,      1.0F,
                                  1.5F,  std::nanf(""), kInfinity, -kInfinity};
  const Histogram made = histogram(values, 2, Range{0.0, 1.0});
  CHECK(made.edges == std::vector<double>{0.0, 0.5, 1.0});
  CHECK(made.counts == std::vector<std::int64_t>{2, 2});
  CHECK(made.below == 2);
  CHECK(made.above == 2);
  CHECK(made.nan == 1);
}

TEST_CASE("histogram: automatic range for equal elements and for no finite element") {
  const Histogram same = histogram(std::vector<float>{3.0F, 3.0F, std::nanf("")}, 4);
  CHECK(same.edges.front() == 2.5);
  CHECK(same.edges.back() == 3.5);
  CHECK(same.counts == std::vector<std::int64_t>{0, 0, 2, 0});
  CHECK(same.nan == 1);
  const Histogram none = histogram(std::vector<float>{kInfinity}, 3);
  CHECK(none.edges.back() == 1.0);
  CHECK(none.above == 1);
  CHECK(total(histogram({}, 3)) == 0);
  CHECK(automatic_range(std::vector<float>{kInfinity, -2.0F, 5.0F}).high == 5.0);
  for (const float large : {0x1p52F, -0x1p53F, 1e17F, std::numeric_limits<float>::max()}) {
    CHECK(total(histogram(std::vector<float>{large, large}, 3)) == 2);
  }
}

TEST_CASE("histogram: every element is inside the edges of its bin") {
  for (const std::int64_t bins : {3, 10, 49, 1000}) {
    for (int i = 0; i <= 200; ++i) {
      const float value = static_cast<float>(i) / 200.0F;
      const Histogram made = histogram(std::vector<float>{value}, bins, Range{0.0, 1.0});
      std::size_t bin = 0;
      while (made.counts[bin] == 0) ++bin;
      CHECK(value >= made.edges[bin]);
      CHECK((value < made.edges[bin + 1] || bin + 1 == made.counts.size()));
    }
  }
}

TEST_CASE("histogram: a range over all of float32 is accepted") {
  constexpr float kLargest = std::numeric_limits<float>::max();
  const Histogram made = histogram(std::vector<float>{-kLargest, 0.0F, kLargest}, 3);
  CHECK(made.counts == std::vector<std::int64_t>{1, 1, 1});
}

TEST_CASE("histogram: 0 is exactly an edge of a range that contains it") {
  constexpr float kLargest = std::numeric_limits<float>::max();
  constexpr float kSmallest = std::numeric_limits<float>::denorm_min();
  const std::vector<std::vector<float>> cases{{-0.754F, 0.0F, 0.31F, 0.7381F},
                                              {-1.0F / 3.0F, 0.1F},
                                              {-kLargest, kLargest},
                                              {0.0F, kSmallest},
                                              {-kSmallest, kLargest},
                                              {0.0F, 0.0F},
                                              {-2.0F, 0.0F},
                                              {-1.0F, kSmallest}};
  for (const std::vector<float>& values : cases) {
    for (const std::int64_t bins : {std::int64_t{2}, std::int64_t{3}, std::int64_t{48}, kMaxBins}) {
      CAPTURE(values.front());
      CAPTURE(bins);
      const Histogram made = histogram(values, bins, range_with_edge_at_zero(values, bins));
      CHECK(made.below == 0);
      CHECK(made.above == 0);
      CHECK(std::count(made.edges.begin(), made.edges.end(), 0.0) == 1);
    }
  }
}

TEST_CASE("histogram: a range without 0 is the automatic one") {
  for (const std::vector<float>& values :
       {std::vector<float>{2.0F, 3.0F}, std::vector<float>{-3.0F, -2.0F}}) {
    const Range range = range_with_edge_at_zero(values, 48);
    CHECK(range.low == values.front());
    CHECK(range.high == values.back());
  }
}

TEST_CASE("histogram: zero bins and empty ranges are rejected") {
  const std::vector<float> one{1.0F};
  CHECK_THROWS_WITH(histogram(one, 0), "bins is 0; expected an integer from 1 to 65536");
  CHECK_THROWS_AS(histogram(one, kMaxBins + 1), ArgumentError);
  CHECK_THROWS_WITH(range_with_edge_at_zero(one, 1),
                    "bins is 1; expected an integer from 2 to 65536");
  CHECK_THROWS_WITH(histogram(one, 3, Range{1.0, 1.0}),
                    "high is 1; expected a finite number above low");
  CHECK_THROWS_AS(histogram(one, 3, Range{0.0, std::numeric_limits<double>::infinity()}),
                  ArgumentError);
}
