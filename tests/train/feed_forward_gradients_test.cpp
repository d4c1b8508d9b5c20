#include "ffn/train/feed_forward_gradients.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/random.h"

using namespace ffn;

namespace {

std::vector<GradientCheck> run(const FeedForwardOptions& options, Index tokens = 3, double step = 1e-6) {
  const FeedForward network = make_feed_forward(options, Initialization::kPytorch, 4);
  RandomState rng(5);
  Matrix x(tokens, options.d_model);
  Matrix weighting(tokens, options.d_model);
  for (Matrix* part : {&x, &weighting}) fill_randn(rng, 1.0, view(*part));
  return check_feed_forward_gradients(network, view(std::as_const(x)), view(std::as_const(weighting)), step);
}

std::vector<std::string> names_of(const std::vector<GradientCheck>& results) {
  std::vector<std::string> names;
  for (const GradientCheck& result : results) names.push_back(result.name);
  return names;
}

}  // namespace

TEST_CASE("feed_forward_gradients: every tensor of every kind of network agrees with central differences") {
  for (const Activation kind : kActivations) {
    for (const bool gated : {false, true}) {
      CAPTURE(name_of(kind));
      CAPTURE(gated);
      const auto results = run({8, 32, kind, true, gated});
      for (const GradientCheck& result : results) {
        CAPTURE(result.name);
        CHECK(result.largest_error < 1e-8);
        CHECK(result.claimed != 0.0);
      }
    }
  }
}

TEST_CASE("feed_forward_gradients: results come for the tensors that are there") {
  using Names = std::vector<std::string>;
  CHECK(names_of(run({3, 5, Activation::kGelu, true, false})) == Names{"x", "w1", "b1", "w2", "b2"});
  CHECK(names_of(run({3, 5, Activation::kSilu, true, true})) == Names{"x", "w1", "b1", "w_gate", "b_gate", "w2", "b2"});
  CHECK(names_of(run({3, 5, Activation::kGelu, false, false})) == Names{"x", "w1", "w2"});
}

TEST_CASE("feed_forward_gradients: a step that is too wide shows and dropout plays no part") {
  const auto worst = [](const std::vector<GradientCheck>& results) {
    double largest = 0.0;
    for (const GradientCheck& result : results) largest = std::max(largest, result.largest_error);
    return largest;
  };
  CHECK(worst(run({8, 32, Activation::kGelu}, 3, 0.5)) > 1e-3);
  CHECK(worst(run({8, 32, Activation::kGelu, true, false, 0.5})) < 1e-8);
}

TEST_CASE("feed_forward_gradients: what makes no sense or takes too long is refused") {
  CHECK_THROWS_WITH_AS(run({8, 32, Activation::kGelu}, 0), "x is (0, 8); expected one token or more", ArgumentError);
  CHECK_THROWS_WITH_AS(run({8, 32, Activation::kGelu}, 1, 0.0), "step is 0; expected a positive number", ArgumentError);
  CHECK_THROWS_WITH_AS(run({8, 32, Activation::kGelu}, 1, std::numeric_limits<double>::infinity()),
                       "step is inf; expected a positive number", ArgumentError);
  CHECK_THROWS_AS(run({256, 1024, Activation::kGelu}, 1), ArgumentError);
  const FeedForward network = make_feed_forward({4, 8}, Initialization::kPytorch, 1);
  const Matrix x = Matrix::Zero(2, 3);
  CHECK_THROWS_WITH_AS(check_feed_forward_gradients(network, view(x), view(x)), "x is (2, 3); expected shape (2, 4)", ArgumentError);
}
