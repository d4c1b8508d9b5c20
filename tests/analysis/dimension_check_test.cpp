#include "ffn/analysis/dimension_check.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

DimensionConfiguration configuration(Index d_model, Index d_ff, std::int64_t batch,
                                     std::int64_t seq_len) {
  DimensionConfiguration wanted{{}, batch, seq_len, 7};
  wanted.network.d_model = d_model;
  wanted.network.d_ff = d_ff;
  return wanted;
}

}  // namespace

TEST_CASE("dimension_check: the three default configurations") {
  const std::vector<DimensionReport> reports = check_dimensions(default_configurations());
  REQUIRE(reports.size() == 3);
  CHECK(reports[0].input == Shape{2, 10, 128});
  CHECK(reports[1].hidden == Shape{4, 20, 1024});
  CHECK(reports[2].output == Shape{8, 50, 512});
  const std::int64_t parameters[] = {131712, 525568, 2099712};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(reports[i].preserved);
    CHECK(reports[i].finite);
    CHECK(reports[i].parameter_count == parameters[i]);
    CHECK(reports[i].gate.empty());
  }
}

TEST_CASE("dimension_check: one configuration with all options") {
  for (const Activation activation : kActivations) {
    for (const bool gated : {false, true}) {
      DimensionConfiguration wanted = configuration(5, 3, 2, 4);
      wanted.network.activation = activation;
      wanted.network.gated = gated;
      wanted.network.bias = false;
      const DimensionReport report = check_dimensions(wanted);
      CHECK(report.pre_activation == Shape{2, 4, 3});
      CHECK(report.gate == (gated ? Shape{2, 4, 3} : Shape{}));
      CHECK(report.output == Shape{2, 4, 5});
      CHECK(report.preserved);
      CHECK(report.finite);
      CHECK(report.parameter_count == (gated ? 45 : 30));
    }
  }
}

TEST_CASE(
    "dimension_check: a layer of GPT-2 XL is accepted and larger ones are rejected before "
    "allocation") {
  CHECK(1600 * 6400 <= kMaxCheckedElements);
  CHECK_THROWS_WITH(check_dimensions(configuration(8192, 8192, 1, 1)),
                    "weight is (8192, 8192); expected at most 16777216 elements");
  CHECK_THROWS_WITH(check_dimensions(configuration(16, 64, 1024, 1024)),
                    "hidden is (1024, 1024, 64); expected at most 16777216 elements");
  CHECK_THROWS_AS(check_dimensions(configuration(1LL << 24, 1LL << 24, 1, 1)), ArgumentError);
  CHECK_THROWS_AS(check_dimensions(configuration(4, 4, 1LL << 40, 1LL << 40)), ArgumentError);
  CHECK_THROWS_WITH(check_dimensions(configuration(4, 0, 1, 1)),
                    "weight is (0, 4); expected dimensions of 1 or more");
  CHECK_THROWS_AS(check_dimensions(configuration(4, 4, 0, 1)), ArgumentError);
  CHECK_THROWS_AS(check_dimensions(configuration(4, 4, 1, -1)), ArgumentError);
}
