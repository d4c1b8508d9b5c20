#include "ffn/analysis/forward_statistics.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "ffn/core/check.h"
#include "golden.h"
#include "small_network.h"

using namespace ffn;

namespace {

void check_summary(const Summary& summary, const test::GoldenTensor& expected) {
  CHECK(std::abs(summary.mean - expected.values[0]) < 1e-6);
  CHECK(std::abs(summary.standard_deviation - expected.values[1]) < 1e-6);
  CHECK(summary.negative_share == expected.values[2]);
}

void check_pass(const ForwardStatistics& found, const test::Golden& golden,
                const std::string& kind) {
  check_summary(found.x, golden.at("x"));
  check_summary(found.pre_activation, golden.at("pre_activation"));
  check_summary(found.hidden, golden.at("hidden_" + kind));
  check_summary(found.output, golden.at("output_" + kind));
  CHECK_FALSE(found.gate.has_value());
}

}  // namespace

TEST_CASE("forward_statistics: a comparison of GELU with ReLU agrees with PyTorch") {
  const auto golden = test::read_golden("forward_statistics");
  const auto weights = test::read_golden("biased");
  const auto linear = [&](const char* weight, const char* bias) {
    return Linear{weights.at(weight).matrix(), weights.at(bias).matrix().row(0)};
  };
  const FeedForward network({linear("w1", "b1"), {}, linear("w2", "b2")}, FeedForwardOptions{});
  const Matrix x = weights.at("x").matrix();
  const ForwardComparison found =
      compare_forward(network, view(x), Activation::kGelu, Activation::kRelu);
  check_pass(found.a, golden, "gelu");
  check_pass(found.b, golden, "relu");
  const std::vector<double>& gap = golden.at("output_difference").values;
  CHECK(std::abs(found.output.mean - gap[0]) < 1e-6);
  CHECK(std::abs(found.output.largest - gap[1]) < 1e-5);
  CHECK(found.output.at == static_cast<std::int64_t>(gap[2]));
  CHECK(found.hidden.largest <= 0.16997121);  // the largest difference of GELU and ReLU
}

TEST_CASE(
    "forward_statistics: a comparison does not modify the network and finds no difference for "
    "equal activations") {
  const FeedForward network = test::make({.activation = Activation::kSilu, .gated = true});
  const Matrix x = test::random_input(5, 6);
  const ForwardComparison same =
      compare_forward(network, view(x), Activation::kSilu, Activation::kSilu);
  CHECK(same.output.differing == 0);
  CHECK(network.activation() == Activation::kSilu);
  const ForwardStatistics found = forward_statistics(network, view(x));
  CHECK(found.output.mean == same.a.output.mean);
  REQUIRE(found.gate.has_value());
  CHECK(found.gate->count == 50);
}

TEST_CASE("forward_statistics: an input without tokens is rejected") {
  const FeedForward network = test::make({});
  const Matrix none(0, 6);
  const Matrix narrow = test::random_input(2, 5);
  CHECK_THROWS_WITH(forward_statistics(network, view(none)),
                    "x is (0, 6); expected one token or more");
  CHECK_THROWS_AS(forward_statistics(network, view(narrow)), ArgumentError);
  CHECK_THROWS_AS(compare_forward(network, view(none), Activation::kGelu, Activation::kRelu),
                  ArgumentError);
}
