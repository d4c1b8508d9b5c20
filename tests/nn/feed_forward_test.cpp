#include "ffn/nn/feed_forward.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::GoldenTensor;
using ffn::test::largest_error;
using ffn::test::read_golden;

namespace {

FeedForwardOptions options(Index d_model, Index d_ff, Activation activation = Activation::kGelu) {
  FeedForwardOptions wanted;
  wanted.d_model = d_model;
  wanted.d_ff = d_ff;
  wanted.activation = activation;
  return wanted;
}

Linear linear_from(const GoldenTensor& weight, const GoldenTensor& bias) {
  return {weight.matrix(), bias.matrix().row(0)};
}

FeedForward network(Linear linear1, Linear linear2, Activation activation) {
  return {{std::move(linear1), {}, std::move(linear2)}, options(0, 0, activation)};
}

FeedForward network_from(const test::Golden& golden, Activation activation) {
  return network(linear_from(golden.at("w1"), golden.at("b1")),
                 linear_from(golden.at("w2"), golden.at("b2")), activation);
}

Matrix run(const FeedForward& ffn, const Matrix& x, FeedForwardTrace* trace = nullptr) {
  Matrix output(x.rows(), ffn.d_model());
  ffn.forward(view(x), view(output), trace);
  return output;
}

bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.size() != b.size() || a.size() == 0) return a.size() == b.size();
  return std::memcmp(a.data(), b.data(), sizeof(float) * static_cast<std::size_t>(a.size())) == 0;
}

// Returns the largest error, relative to the largest number if that is above 1.
double scaled_error(const Matrix& actual, const test::GoldenTensor& expected) {
  return std::min(largest_error(actual, expected), test::relative_error(actual, expected));
}

void check_against(const std::string& name, double tolerance) {
  CAPTURE(name);
  const auto golden = read_golden(name);
  FeedForward ffn = network_from(golden, Activation::kGelu);
  for (const Activation kind : kActivations) {
    ffn.set_activation(kind);
    FeedForwardTrace trace;
    const Matrix output = run(ffn, golden.at("x").matrix(), &trace);
    const std::string suffix(name_of(kind));
    CHECK(scaled_error(trace.pre_activation, golden.at("pre_activation")) < tolerance);
    CHECK(scaled_error(trace.hidden, golden.at("hidden_" + suffix)) < tolerance);
    CHECK(scaled_error(output, golden.at("output_" + suffix)) < tolerance);
  }
}

}  // namespace

TEST_CASE("feed_forward: agrees with PyTorch on the worked examples") {
  check_against("notebook_token", 1e-6);
  check_against("notebook_batch", 1e-6);
  check_against("worked_example", 1e-6);
  check_against("biased", 1e-6);
}

TEST_CASE("feed_forward: seed 42 draws the input and weights of np.random.seed(42)") {
  const auto golden = read_golden("notebook_batch");
  RandomState rng(42);
  Matrix x(10, 8);
  Matrix w1(8, 32);  // in (in, out) layout
  Matrix w2(32, 8);
  fill_randn(rng, 1.0, view(x));
  fill_randn(rng, 0.1, view(w1));
  fill_randn(rng, 0.1, view(w2));
  const FeedForward ffn = network({w1.transpose(), RowVector::Zero(32)},
                                  {w2.transpose(), RowVector::Zero(8)}, Activation::kGelu);
  CHECK(largest_error(run(ffn, x), golden.at("output_gelu")) < 1e-6);
}

TEST_CASE("feed_forward: the output of the worked example 4 -> 8 -> 4") {
  const auto golden = read_golden("worked_example");
  const FeedForward ffn = network_from(golden, Activation::kGeluTanh);
  const Matrix output = run(ffn, golden.at("x").matrix());
  const double right[] = {0.421467, 0.414516, 0.424917, 0.411066};
  for (Index j = 0; j < 4; ++j) CHECK(std::abs(output(0, j) - right[j]) < 1e-6);
}

TEST_CASE("feed_forward: GPT-2's size with random weights") {
  const auto golden = read_golden("gpt2_size");
  const FeedForward ffn =
      make_feed_forward(options(768, 3072, Activation::kGeluTanh), Initialization::kGpt2, 42);
  RandomState rng(42);
  Matrix x(10, 768);
  fill_randn(rng, 1.0, view(x));
  FeedForwardTrace trace;
  const Matrix output = run(ffn, x, &trace);
  const GoldenTensor& expected = golden.at("output_gelu_tanh");
  for (Index i = 0; i < expected.size(); ++i) {
    const Index token = i / expected.cols();
    const Index feature = (i % expected.cols()) * 96;
    CHECK(std::abs(output(token, feature) - expected.values[static_cast<std::size_t>(i)]) < 2e-6);
  }
  CHECK(ffn.parameter_count() == 4722432);
}

TEST_CASE("feed_forward: neither the trace nor slicing of tokens changes a bit") {
  const FeedForward ffn =
      make_feed_forward(options(12, 20, Activation::kGelu), Initialization::kPytorch, 5);
  RandomState rng(6);
  for (const Index tokens : {0, 1, 63, 64, 65, 130}) {
    CAPTURE(tokens);
    Matrix x(tokens, 12);
    fill_randn(rng, 1.0, view(x));
    FeedForwardTrace trace;
    const Matrix output = run(ffn, x);
    CHECK(same_bits(output, run(ffn, x, &trace)));
    CHECK(trace.hidden.rows() == tokens);
    for (const Index token : {Index{0}, tokens - 1}) {
      if (token < 0 || token >= tokens) continue;
      CHECK(same_bits(run(ffn, x.row(token)), output.row(token)));
    }
  }
}

TEST_CASE("feed_forward: a NaN in one token does not affect other tokens") {
  const FeedForward ffn =
      make_feed_forward(options(8, 32, Activation::kRelu), Initialization::kPytorch, 5);
  Matrix x = Matrix::Ones(3, 8);
  x(1, 0) = std::nanf("");
  const Matrix output = run(ffn, x);
  CHECK(output.row(1).array().isNaN().all());
  CHECK(output.row(0).array().isFinite().all());
  CHECK(output.row(2).array().isFinite().all());
}

TEST_CASE("feed_forward: weights whose shapes do not match are rejected by name") {
  const auto linear = [](Index out, Index in, Index bias) {
    return Linear{Matrix::Zero(out, in), RowVector::Zero(bias)};
  };
  CHECK_THROWS_WITH(network(linear(8, 4, 8), linear(4, 9, 4), Activation::kGelu),
                    "w2 is (4, 9); expected shape (4, 8) to fit w1");
  CHECK_THROWS_WITH(network(linear(8, 4, 7), linear(4, 8, 4), Activation::kGelu),
                    "b1 is (7,); expected shape (8,)");
  CHECK_THROWS_WITH(network(linear(8, 4, 8), linear(4, 8, 5), Activation::kGelu),
                    "b2 is (5,); expected shape (4,)");
  const auto gated = [&](const Linear& gate) {
    return FeedForward(FeedForwardLayers{linear(8, 4, 8), gate, linear(4, 8, 4)}, {});
  };
  CHECK_THROWS_WITH(gated(linear(7, 4, 8)), "w_gate is (7, 4); expected shape (8, 4) to fit w1");
  CHECK_THROWS_WITH(gated(linear(8, 4, 7)), "b_gate is (7,); expected shape (8,)");
  CHECK_THROWS_AS(network(linear(0, 4, 0), linear(4, 0, 4), Activation::kGelu), ArgumentError);
}

TEST_CASE("feed_forward: a seed determines the network") {
  const auto w1_of = [](std::uint32_t seed) {
    return make_feed_forward(options(4, 8, Activation::kGelu), Initialization::kPytorch, seed)
        .layers()
        .linear1.weight;
  };
  CHECK(same_bits(w1_of(1), w1_of(1)));
  CHECK_FALSE(same_bits(w1_of(1), w1_of(2)));
}

TEST_CASE(
    "feed_forward: silenced units are 0, even where they are NaN, and zeros in W2 give the "
    "same output") {
  FeedForwardOptions options;
  options.d_model = 6;
  options.d_ff = 11;
  const FeedForward network = make_feed_forward(options, Initialization::kPytorch, 4);
  FeedForwardLayers layers = network.layers();
  for (const Index unit : {2, 10}) layers.linear2.weight.col(unit).setZero();
  const FeedForward changed(layers, options);
  RandomState rng(5);
  const Matrix x = test::random_matrix<float>(rng, 70, 6);
  const std::vector<Index> silenced{10, 2, 2};
  Matrix output(70, 6);
  Matrix expected(70, 6);
  changed.forward(view(x), view(expected), nullptr);
  network.forward(view(x), view(output), nullptr, nullptr, silenced);
  CHECK(output == expected);
  FeedForwardTrace trace;
  Matrix traced(70, 6);
  network.forward(view(x), view(traced), &trace, nullptr, silenced);
  CHECK(traced == expected);
  CHECK(trace.hidden.col(10).isZero(0.0));
  CHECK_FALSE(trace.hidden.col(9).isZero(0.0));
  layers = network.layers();
  layers.linear1.bias(2) = std::numeric_limits<float>::quiet_NaN();
  FeedForward(layers, options).forward(view(x), view(output), nullptr, nullptr, silenced);
  CHECK(output == expected);
  const std::vector<Index> unknown{11};
  CHECK_THROWS_WITH(network.forward(view(x), view(output), nullptr, nullptr, unknown),
                    "silenced is 11; expected an integer from 0 to 10");
}

#if defined(FFN_SAME_BITS)
TEST_CASE("feed_forward: the native and simd builds give the same bits" *
          doctest::test_suite("same_bits")) {
  RandomState rng(42);
  Matrix x(9, 30);
  fill_randn(rng, 1.0, view(x));
  FeedForward ffn =
      make_feed_forward(options(30, 50, Activation::kRelu), Initialization::kPytorch, 42);
  CHECK(test::bits_of(run(ffn, x)) == 3008722988090881345ULL);
  ffn.set_activation(Activation::kGelu);
  CHECK(test::bits_of(run(ffn, x)) == 9353274024993428896ULL);
  ffn.set_activation(Activation::kGeluTanh);
  CHECK(test::bits_of(run(ffn, x)) == 10598849213604414428ULL);
}
#endif
