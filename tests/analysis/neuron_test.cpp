#include "ffn/analysis/neuron.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "small_network.h"

using namespace ffn;

namespace {

using Indices = std::vector<std::int64_t>;

// A network 2 -> 3 -> 2 whose value vectors have norms 1, 5 and 0.
FeedForward by_hand() {
  Linear linear1{Matrix(3, 2), RowVector(3)};
  linear1.weight << 1, 2, 3, 4, 5, 6;
  linear1.bias << 0.5F, -0.5F, 0;
  Linear linear2{Matrix(2, 3), RowVector(2)};
  linear2.weight << 1, 3, 0, 0, 4, 0;
  linear2.bias << 10, 20;
  FeedForwardOptions options;
  options.activation = Activation::kRelu;
  return {{linear1, {}, linear2}, options};
}

double total(const std::vector<double>& numbers) {
  double sum = 0.0;
  for (const double number : numbers) sum += number;
  return sum;
}

}  // namespace

TEST_CASE("neuron: key, value and contribution computed by hand") {
  Matrix pre_activation(2, 3);
  pre_activation << 9, 9, 9, 7, -2, 1;
  Matrix hidden(2, 3);
  hidden << 9, 9, 9, 7, -0.5F, 1;
  const Neuron unit =
      neuron_at(by_hand(), test::all_of(pre_activation), test::all_of(hidden), 1, 1);
  CHECK(unit.key == std::vector<float>{3.0F, 4.0F});
  CHECK(unit.bias == -0.5F);
  CHECK(unit.gate_key.empty());
  CHECK(unit.value == std::vector<float>{3.0F, 4.0F});
  CHECK(unit.value_norm == 5.0);
  CHECK(unit.score == -2.0F);
  CHECK(unit.coefficient == -0.5F);
  CHECK(unit.strength == 2.5);
  CHECK(unit.contribution == std::vector<double>{-1.5, -2.0});
}

TEST_CASE("neuron: contributions of all units and the bias sum to the output") {
  for (const bool gated : {false, true}) {
    const FeedForward network = test::make({.d_model = 7, .d_ff = 20, .gated = gated});
    const test::Pass pass = test::pass_of(network, test::random_input(4, 7));
    for (Index token = 0; token < 4; ++token) {
      std::vector<double> sum(7, 0.0);
      for (Index i = 0; i < 20; ++i) {
        const Neuron unit =
            neuron_at(network, view(pass.trace.pre_activation), view(pass.trace.hidden), token, i);
        CHECK(unit.gate_key.size() == (gated ? 7 : 0));
        for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += unit.contribution[j];
      }
      for (Index j = 0; j < 7; ++j) {
        CHECK(std::abs(sum[static_cast<std::size_t>(j)] + network.layers().linear2.bias(j) -
                       pass.output(token, j)) < 1e-6);
      }
    }
  }
}

TEST_CASE("neuron: ranking computed by hand for one token and for the average") {
  Matrix hidden(2, 3);
  hidden << 10, 1, 4, 0, 3, 4;
  const FeedForward network = by_hand();
  RankingOptions options;
  options.token = 0;
  const NeuronRanking first = rank_neurons(network, test::all_of(hidden), options);
  CHECK(first.neuron == Indices{0, 1, 2});
  CHECK(first.strength == std::vector<double>{10.0, 5.0, 0.0});
  // y = 10 (1, 0) + 1 (3, 4) = (13, 4): shares 130 / 185, 55 / 185, 0.
  CHECK(first.share[0] == doctest::Approx(130.0 / 185.0).epsilon(1e-15));
  CHECK(first.share[1] == doctest::Approx(55.0 / 185.0).epsilon(1e-15));
  CHECK(first.cumulative_share[2] == doctest::Approx(1.0).epsilon(1e-15));
  options.token.reset();
  options.top = 2;
  const NeuronRanking average = rank_neurons(network, test::all_of(hidden), options);
  CHECK(average.neuron == Indices{1, 0});
  CHECK(average.strength == std::vector<double>{10.0, 5.0});
}

TEST_CASE("neuron: shares of all units sum to 1 and ties are ordered by index") {
  const FeedForward network = test::make({.d_model = 7, .d_ff = 20});
  const test::Pass pass = test::pass_of(network, test::random_input(4, 7));
  RankingOptions all;
  all.top = 1000;
  const NeuronRanking ranking = rank_neurons(network, view(pass.trace.hidden), all);
  REQUIRE(ranking.neuron.size() == 20);
  CHECK(total(ranking.share) == doctest::Approx(1.0).epsilon(1e-12));
  CHECK(ranking.cumulative_share.back() == doctest::Approx(1.0).epsilon(1e-12));
  for (std::size_t i = 1; i < 20; ++i) CHECK(ranking.strength[i - 1] >= ranking.strength[i]);
  const Matrix zeros = Matrix::Zero(1, 20);
  const NeuronRanking ties = rank_neurons(network, view(zeros), all);
  for (std::size_t i = 0; i < 20; ++i) CHECK(ties.neuron[i] == static_cast<std::int64_t>(i));
  CHECK(std::isnan(ties.share[0]));
}

TEST_CASE("neuron: strength is the norm of the contribution and NaN comes first") {
  const FeedForward network = test::make({});
  test::Pass pass = test::pass_of(network, test::random_input(1, 6));
  const NeuronRanking ranking = rank_neurons(network, test::all_of(pass.trace.hidden));
  for (std::size_t i = 0; i < ranking.neuron.size(); ++i) {
    const auto index = static_cast<Index>(ranking.neuron[i]);
    const Neuron unit = neuron_at(network, test::all_of(pass.trace.pre_activation),
                                  test::all_of(pass.trace.hidden), 0, index);
    double squares = 0.0;
    for (const double number : unit.contribution) squares += number * number;
    CHECK(ranking.strength[i] == doctest::Approx(std::sqrt(squares)).epsilon(1e-12));
    CHECK(ranking.strength[i] == doctest::Approx(unit.strength).epsilon(1e-14));
  }
  pass.trace.hidden(0, 4) = std::nanf("");
  CHECK(rank_neurons(network, test::all_of(pass.trace.hidden)).neuron[0] == 4);
}

TEST_CASE("neuron: units and tokens that do not exist are rejected") {
  const FeedForward network = test::make({});
  const Matrix hidden = Matrix::Ones(2, 10);
  const Matrix narrow = Matrix::Ones(2, 9);
  const Matrix none(0, 10);
  CHECK_THROWS_WITH(neuron_at(network, view(hidden), view(hidden), 0, 10),
                    "neuron is 10; expected an integer from 0 to 9");
  CHECK_THROWS_WITH(neuron_at(network, view(hidden), view(hidden), 2, 0),
                    "token is 2; expected an integer from 0 to 1");
  CHECK_THROWS_WITH(neuron_at(network, view(hidden), view(narrow), 0, 0),
                    "hidden_dropped is (2, 9); expected shape (2, 10)");
  CHECK_THROWS_AS(neuron_at(network, view(narrow), view(narrow), 0, 0), ArgumentError);
  CHECK_THROWS_AS(rank_neurons(network, view(narrow)), ArgumentError);
  CHECK_THROWS_AS(rank_neurons(network, view(none)), ArgumentError);
  RankingOptions options;
  options.top = 0;
  CHECK_THROWS_WITH(rank_neurons(network, view(hidden), options),
                    "top is 0; expected an integer of 1 or more");
  options.top = 1;
  options.token = 2;
  CHECK_THROWS_AS(rank_neurons(network, view(hidden), options), ArgumentError);
}
