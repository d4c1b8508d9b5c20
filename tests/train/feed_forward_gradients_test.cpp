#include "ffn/train/feed_forward_gradients.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "nn/checked_tensor.h"

using namespace ffn;

namespace {

std::vector<GradientCheck> run(const FeedForwardOptions& options, Index tokens = 3,
                               double step = 1e-6) {
  const FeedForward network = make_feed_forward(options, Initialization::kPytorch, 4);
  RandomState rng(5);
  Matrix x(tokens, options.d_model);
  Matrix weighting(tokens, options.d_model);
  for (Matrix* part : {&x, &weighting}) fill_randn(rng, 1.0, view(*part));
  return check_feed_forward_gradients(network, view(std::as_const(x)),
                                      view(std::as_const(weighting)), step);
}

LinearOf<double> in_double(const Linear& layer) {
  return {layer.weight.cast<double>(), layer.bias.cast<double>()};
}

// The same check, with the whole loss recomputed for each element.
struct WholeLoss {
  FeedForwardOf<double> network;
  MatrixOf<double> x;
  MatrixOf<double> weighting;
  FeedForwardLayersOf<double> grads = zeros_like(network.layers());
  MatrixOf<double> grad_x = x;
  std::vector<CheckedTensor> tensors;
  std::vector<GradientCheck> results;

  WholeLoss(const FeedForward& given, const Matrix& given_x, const Matrix& given_weighting,
            double step)
      : network({in_double(given.layers().linear1), in_double(given.layers().gate),
                 in_double(given.layers().linear2)},
                {}),
        x(given_x.cast<double>()),
        weighting(given_weighting.cast<double>()) {
    MatrixOf<double> output = x;
    FeedForwardTraceOf<double> trace;
    const auto loss = [&] {
      network.forward(view(std::as_const(x)), view(output), &trace);
      return output.cwiseProduct(weighting).sum();
    };
    loss();
    network.backward(view(std::as_const(x)), trace, view(std::as_const(weighting)), grads,
                     view(grad_x));
    tensors.push_back(test::checked("x", x, grad_x));
    add("w1", "b1", network.layers().linear1, grads.linear1);
    add("w_gate", "b_gate", network.layers().gate, grads.gate);
    add("w2", "b2", network.layers().linear2, grads.linear2);
    results = check_gradients(loss, tensors, step);
  }

 private:
  void add(const char* weight, const char* bias, LinearOf<double>& layer,
           const LinearOf<double>& own) {
    if (layer.weight.size() == 0) return;
    tensors.push_back(test::checked(weight, layer.weight, own.weight));
    tensors.push_back(test::checked(bias, layer.bias, own.bias));
  }
};

std::vector<std::string> names_of(const std::vector<GradientCheck>& results) {
  std::vector<std::string> names;
  for (const GradientCheck& result : results) names.push_back(result.name);
  return names;
}

}  // namespace

TEST_CASE(
    "feed_forward_gradients: every tensor of every kind of network agrees with central "
    "differences") {
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

TEST_CASE("feed_forward_gradients: there is one result per existing tensor") {
  using Names = std::vector<std::string>;
  CHECK(names_of(run({3, 5, Activation::kGelu, true, false})) ==
        Names{"x", "w1", "b1", "w2", "b2"});
  CHECK(names_of(run({3, 5, Activation::kSilu, true, true})) ==
        Names{"x", "w1", "b1", "w_gate", "b_gate", "w2", "b2"});
  CHECK(names_of(run({3, 5, Activation::kGelu, false, false})) == Names{"x", "w1", "w2"});
}

TEST_CASE("feed_forward_gradients: the partial loss gives the same differences as the whole loss") {
  // A step so large that central differences are inaccurate; the largest error must be the same for
  // both methods.
  const double step = 0.5;
  for (const bool gated : {false, true}) {
    CAPTURE(gated);
    const FeedForward network =
        make_feed_forward({4, 6, Activation::kGelu, true, gated}, Initialization::kPytorch, 4);
    RandomState rng(5);
    Matrix x(3, 4);
    Matrix weighting(3, 4);
    for (Matrix* part : {&x, &weighting}) fill_randn(rng, 1.0, view(*part));
    const auto parts = check_feed_forward_gradients(network, view(std::as_const(x)),
                                                    view(std::as_const(weighting)), step);
    const WholeLoss whole(network, x, weighting, step);
    REQUIRE(names_of(parts) == names_of(whole.results));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      CAPTURE(parts[i].name);
      CHECK(parts[i].claimed == whole.tensors[i].gradient[static_cast<std::size_t>(parts[i].at)]);
      CHECK(parts[i].largest_error ==
            doctest::Approx(whole.results[i].largest_error).epsilon(1e-9).scale(1e-3));
      if (whole.results[i].largest_error < 1e-9) continue;
      CHECK(parts[i].at == whole.results[i].at);
      CHECK(parts[i].central_difference ==
            doctest::Approx(whole.results[i].central_difference).epsilon(1e-12));
    }
  }
}

TEST_CASE("feed_forward_gradients: a large step gives large errors and dropout is disabled") {
  const auto worst = [](const std::vector<GradientCheck>& results) {
    double largest = 0.0;
    for (const GradientCheck& result : results) largest = std::max(largest, result.largest_error);
    return largest;
  };
  CHECK(worst(run({8, 32, Activation::kGelu}, 3, 0.5)) > 1e-3);
  CHECK(worst(run({8, 32, Activation::kGelu, true, false, 0.5})) < 1e-8);
}

TEST_CASE("feed_forward_gradients: invalid arguments and expensive checks are rejected") {
  CHECK_THROWS_WITH_AS(run({8, 32, Activation::kGelu}, 0),
                       "x is (0, 8); expected one token or more", ArgumentError);
  CHECK_THROWS_WITH_AS(run({8, 32, Activation::kGelu}, 1, 0.0),
                       "step is 0; expected a positive number", ArgumentError);
  CHECK_THROWS_WITH_AS(run({8, 32, Activation::kGelu}, 1, std::numeric_limits<double>::infinity()),
                       "step is inf; expected a positive number", ArgumentError);
  CHECK_THROWS_WITH_AS(run({64, 256, Activation::kGelu}, 2000),
                       "gradient check is 34047552000 multiply-adds; expected at most 30000000000: "
                       "fewer tokens or a smaller network",
                       ArgumentError);
  const FeedForward network = make_feed_forward({4, 8}, Initialization::kPytorch, 1);
  const Matrix x = Matrix::Zero(2, 3);
  CHECK_THROWS_WITH_AS(check_feed_forward_gradients(network, view(x), view(x)),
                       "x is (2, 3); expected shape (2, 4)", ArgumentError);
}
