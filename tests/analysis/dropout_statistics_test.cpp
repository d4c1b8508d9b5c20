#include "ffn/analysis/dropout_statistics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "small_network.h"

using namespace ffn;

namespace {

constexpr DropoutPlacement kPlacements[] = {DropoutPlacement::kHidden, DropoutPlacement::kOutput};

// Returns the second and fourth central moments of sum_i c_i X_i by enumerating all masks.
struct Moments {
  double second = 0.0;
  double fourth = 0.0;
};

Moments moments_of(const std::vector<double>& factors, double p) {
  double mean = 0.0;
  for (const double factor : factors) mean += factor;
  Moments moments;
  for (unsigned mask = 0; mask < (1U << factors.size()); ++mask) {
    double probability = 1.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const bool retained = (mask >> i & 1U) != 0;
      probability *= retained ? 1.0 - p : p;
      if (retained) sum += factors[i] / (1.0 - p);
    }
    const double square = (sum - mean) * (sum - mean);
    moments.second += probability * square;
    moments.fourth += probability * square * square;
  }
  return moments;
}

std::vector<double> factors_of(const FeedForward& network, const test::Pass& pass,
                               DropoutPlacement placement, Index token, Index j) {
  if (placement == DropoutPlacement::kOutput) return {pass.output(token, j)};
  std::vector<double> factors;
  for (Index i = 0; i < network.d_ff(); ++i) {
    factors.push_back(static_cast<double>(network.layers().linear2.weight(j, i)) *
                      pass.trace.hidden(token, i));
  }
  return factors;
}

}  // namespace

TEST_CASE("dropout_statistics: theory agrees with the enumeration of all masks") {
  const FeedForward network = test::make({.d_model = 3, .d_ff = 8});
  const Matrix x = test::random_input(2, 3);
  const test::Pass pass = test::pass_of(network, x);
  for (const DropoutPlacement placement : kPlacements) {
    for (const double p : {0.1, 0.5, 0.8}) {
      const DropoutStatistics found =
          dropout_statistics(network, view(x), {p, placement, 4, 0, 0, 0});
      for (Index token = 0; token < 2; ++token) {
        for (Index j = 0; j < 3; ++j) {
          const Moments exact = moments_of(factors_of(network, pass, placement, token, j), p);
          CHECK(found.theory_variance(token, j) == doctest::Approx(exact.second).epsilon(1e-12));
          CHECK(found.mean_error(token, j) ==
                doctest::Approx(std::sqrt(exact.second / 4.0)).epsilon(1e-12));
          // Var s^2 = (m4 - m2^2 (n - 3) / (n - 1)) / n, the form with central moments, at n = 4.
          const double error = std::sqrt((exact.fourth - exact.second * exact.second / 3.0) / 4.0);
          CHECK(found.variance_error(token, j) == doctest::Approx(error).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("dropout_statistics: measured values are within five standard errors of theory") {
  const FeedForward network = test::make({.d_model = 8, .d_ff = 32});
  const Matrix x = test::random_input(3, 8);
  for (const DropoutPlacement placement : kPlacements) {
    for (const double p : {0.1, 0.3, 0.5}) {
      CAPTURE(p);
      const DropoutStatistics found =
          dropout_statistics(network, view(x), {p, placement, 4000, 42, 0, 0});
      for (Index i = 0; i < x.size(); ++i) {
        CHECK(std::abs(found.mean.data()[i] - found.evaluation.data()[i]) <
              5.0 * found.mean_error.data()[i] + 1e-6);
        CHECK(std::abs(found.variance.data()[i] - found.theory_variance.data()[i]) <
              5.0 * found.variance_error.data()[i]);
      }
      CHECK(std::abs(found.average_variance - found.average_theory) < 5.0 * found.average_error);
      CHECK(found.average_error < 0.1 * found.average_theory);  // so the bound above is not trivial
    }
  }
}

TEST_CASE("dropout_statistics: variance is proportional to p / (1 - p)") {
  const FeedForward network = test::make({.d_model = 16, .d_ff = 64});
  const Matrix x = test::random_input(10, 16);
  const auto theory = [&](double p) {
    return dropout_statistics(network, view(x), {p, DropoutPlacement::kHidden, 10, 0, 0, 0})
        .average_theory;
  };
  const double at_half = theory(0.5);
  CHECK(theory(0.1) == doctest::Approx(at_half / 9.0).epsilon(1e-12));
  CHECK(theory(0.3) == doctest::Approx(at_half * 3.0 / 7.0).epsilon(1e-12));
}

TEST_CASE("dropout_statistics: without dropout every variance is exactly zero") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(70, 6);
  for (const DropoutPlacement placement : kPlacements) {
    const DropoutStatistics found =
        dropout_statistics(network, view(x), {0.0, placement, 10, 0, 3, 2});
    CHECK((found.variance.array() == 0.0).all());
    CHECK((found.theory_variance.array() == 0.0).all());
    CHECK(found.average_variance == 0.0);
    CHECK(found.average_error == 0.0);
    CHECK(found.largest_mean_gap == 0.0);
    CHECK(found.samples == std::vector<float>(10, found.evaluation(3, 2)));
  }
}

TEST_CASE(
    "dropout_statistics: samples are one element's values in all passes and depend only on the "
    "seed") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(2, 6);
  const DropoutExperiment experiment{0.5, DropoutPlacement::kOutput, 50, 5, 1, 4};
  const DropoutStatistics found = dropout_statistics(network, view(x), experiment);
  REQUIRE(found.samples.size() == 50);
  double mean = 0.0;
  for (const float sample : found.samples) {
    CHECK((sample == 0.0F || sample == 2.0F * found.evaluation(1, 4)));
    mean += sample / 50.0;
  }
  CHECK(mean == doctest::Approx(found.mean(1, 4)).epsilon(1e-12));
  CHECK(dropout_statistics(network, view(x), experiment).samples == found.samples);
}

TEST_CASE("dropout_statistics: invalid experiments are rejected") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(2, 6);
  const auto run = [&](double p, std::int64_t passes, Index token, Index feature) {
    return dropout_statistics(network, view(x),
                              {p, DropoutPlacement::kHidden, passes, 0, token, feature});
  };
  CHECK_THROWS_WITH(run(1.0, 10, 0, 0), "dropout is 1; expected a probability from 0 to below 1");
  CHECK_THROWS_AS(run(-0.1, 10, 0, 0), ArgumentError);
  CHECK_THROWS_AS(run(std::numeric_limits<double>::quiet_NaN(), 10, 0, 0), ArgumentError);
  CHECK_THROWS_WITH(run(0.1, 1, 0, 0), "passes is 1; expected an integer from 2 to 1000000");
  CHECK_THROWS_WITH(run(0.1, 10, 2, 0), "token is 2; expected an integer from 0 to 1");
  CHECK_THROWS_WITH(run(0.1, 10, 0, 6), "feature is 6; expected an integer from 0 to 5");
  const Matrix none(0, 6);
  CHECK_THROWS_AS(dropout_statistics(network, view(none), {}), ArgumentError);
}

namespace {

void check_same_bits(const DropoutStatistics& found, const DropoutStatistics& expected) {
  CHECK(found.evaluation == expected.evaluation);
  CHECK(found.mean == expected.mean);
  CHECK(found.variance == expected.variance);
  CHECK(found.theory_variance == expected.theory_variance);
  CHECK(found.mean_error == expected.mean_error);
  CHECK(found.variance_error == expected.variance_error);
  CHECK(found.average_variance == expected.average_variance);
  CHECK(found.average_theory == expected.average_theory);
  CHECK(found.average_error == expected.average_error);
  CHECK(found.largest_mean_gap == expected.largest_mean_gap);
  CHECK(found.samples == expected.samples);
}

}  // namespace

TEST_CASE(
    "dropout_statistics: incremental passes give the same statistics as one run, also in between") {
  const FeedForward network = test::make({});
  const Matrix x = test::random_input(3, 6);
  for (const DropoutPlacement placement : kPlacements) {
    DropoutExperiment experiment{0.3, placement, 40, 7, 2, 5};
    DropoutRun run(network, view(x), experiment);
    for (const std::int64_t count : {0, 2, 1, 20, 17}) {
      CHECK(run.advance(count) == count);
      if (run.passes() < 2) continue;
      DropoutExperiment so_far = experiment;
      so_far.passes = run.passes();
      check_same_bits(run.statistics(), dropout_statistics(network, view(x), so_far));
    }
    CHECK(run.passes() == 40);
    CHECK(run.advance(5) == 0);
    CHECK(run.passes() == 40);
  }
}

TEST_CASE("dropout_statistics: a run copies its arguments and requires two passes") {
  const DropoutExperiment experiment{0.3, DropoutPlacement::kHidden, 10, 7, 0, 0};
  const auto started = [&] {
    const FeedForward network = test::make({});
    const Matrix x = test::random_input(3, 6);
    return DropoutRun(network, view(x), experiment);
  };
  DropoutRun run = started();
  CHECK_THROWS_WITH(run.statistics(),
                    "passes done is 0; expected 2 or more: of one there is no variance");
  CHECK_THROWS_WITH(run.advance(-1), "count is -1; expected 0 or more");
  run.advance(1);
  CHECK_THROWS_AS(run.statistics(), ArgumentError);
  CHECK(run.advance(std::numeric_limits<std::int64_t>::max()) == 9);
  check_same_bits(run.statistics(),
                  dropout_statistics(test::make({}), view(test::random_input(3, 6)), experiment));
}
