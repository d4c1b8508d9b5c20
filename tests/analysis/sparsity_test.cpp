#include "ffn/analysis/sparsity.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "ffn/core/check.h"
#include "small_network.h"

using namespace ffn;

TEST_CASE("sparsity: the three definitions computed by hand") {
  Matrix a(2, 4);
  a << 0.0F, -0.0F, -0.05F, 0.3F,  //
      0.1F, -2.0F, std::nanf(""), 0.0F;
  const Sparsity found = sparsity(test::all_of(a), 0.1);
  CHECK(found.count == 8);
  CHECK(found.zero == 3);
  CHECK(found.not_positive == 5);
  CHECK(found.small == 4);  // 0.1F is slightly larger than 0.1
  CHECK(found.zero_share == 3.0 / 8.0);
  CHECK(found.per_token.zero.counts[0] == 2);
  CHECK(found.per_token.small.shares[0] == 0.75);
  CHECK(found.per_token.not_positive.counts[1] == 2);
  CHECK(found.per_neuron.not_positive.shares[2] == 0.5);
  CHECK(found.per_neuron.zero.counts[3] == 1);
}

TEST_CASE("sparsity: counts of rows and of columns add up to the total") {
  const Matrix hidden = test::pass_of(test::make({}), test::random_input(9, 6)).trace.hidden;
  const Sparsity found = sparsity(view(hidden), 0.05);
  const auto total = [](const std::vector<std::int64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  };
  CHECK(found.small > 0);
  CHECK(found.per_token.small.counts.size() == 9);
  CHECK(total(found.per_token.small.counts) == found.small);
  CHECK(total(found.per_neuron.small.counts) == found.small);
}

TEST_CASE("sparsity: ReLU gives zeros and GELU does not") {
  const Matrix x = test::random_input(20, 6);
  FeedForward network = test::make({});
  CHECK(sparsity(test::all_of(test::pass_of(network, x).trace.hidden), 0.0).zero == 0);
  const std::int64_t negatives =
      sparsity(test::all_of(test::pass_of(network, x).trace.pre_activation), 0.0).not_positive;
  network.set_activation(Activation::kRelu);
  const Matrix hidden = test::pass_of(network, x).trace.hidden;
  const Sparsity relu = sparsity(view(hidden), 0.0);
  CHECK(relu.zero == negatives);
  CHECK(relu.zero == relu.not_positive);
  CHECK(relu.small == 0);  // nothing is smaller than 0
}

TEST_CASE("sparsity: empty tensors and invalid thresholds are rejected") {
  const Matrix one = Matrix::Ones(1, 1);
  const Matrix none(0, 3);
  CHECK_THROWS_WITH(sparsity(view(none), 0.1), "tensor is (0, 3); expected one element or more");
  CHECK_THROWS_WITH(sparsity(view(one), -0.5),
                    "threshold is -0.5; expected a finite number of 0 or more");
  CHECK_THROWS_AS(sparsity(view(one), std::numeric_limits<double>::quiet_NaN()), ArgumentError);
}
