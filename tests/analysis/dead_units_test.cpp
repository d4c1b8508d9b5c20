#include "ffn/analysis/dead_units.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "small_network.h"

using namespace ffn;

namespace {

using Indices = std::vector<std::int64_t>;

Matrix activated(Activation kind, const Matrix& pre_activation) {
  Matrix hidden(pre_activation.rows(), pre_activation.cols());
  activation_forward<float>(kind, view(pre_activation), view(hidden));
  return hidden;
}

DeadUnits found_in(Activation kind, const Matrix& pre_activation, double threshold) {
  const Matrix hidden = activated(kind, pre_activation);
  return dead_units(kind, view(pre_activation), view(hidden), threshold);
}

}  // namespace

TEST_CASE("dead_units: ReLU, computed by hand") {
  Matrix pre_activation(3, 4);
  pre_activation << -1.0F, 0.5F, 0.0F, -1.0F,  //
      -2.0F, -1.0F, -0.0F, -3.0F,              //
      -0.1F, 2.0F, 0.0F, 0.01F;
  const DeadUnits found = found_in(Activation::kRelu, pre_activation, 0.1);
  CHECK(found.tokens == 3);
  CHECK(found.units == 4);
  CHECK(found.dead == Indices{0, 2});
  CHECK(found.silent == Indices{0, 2, 3});
  CHECK(found.active_share == std::vector<double>{0.0, 2.0 / 3.0, 0.0, 1.0 / 3.0});
}

TEST_CASE("dead_units: a dead ReLU unit is alive with GELU until its derivative underflows") {
  Matrix pre_activation(2, 2);
  pre_activation << -1.0F, -40.0F,  //
      -2.0F, -50.0F;
  CHECK(found_in(Activation::kRelu, pre_activation, 0.0).dead == Indices{0, 1});
  const DeadUnits gelu = found_in(Activation::kGelu, pre_activation, 1e-6);
  CHECK(gelu.dead == Indices{1});
  CHECK(gelu.silent == Indices{1});
}

TEST_CASE("dead_units: exactly the dead units have zero gradients") {
  FeedForward network = test::make({.d_ff = 40, .activation = Activation::kRelu});
  const Matrix x = test::random_input(3, 6);
  const test::Pass pass = test::pass_of(network, x);
  const DeadUnits found =
      dead_units(Activation::kRelu, view(pass.trace.pre_activation), view(pass.trace.hidden), 0.0);
  FeedForwardLayers grads = zeros_like(network.layers());
  Matrix grad_x(3, 6);
  const Matrix grad_output = test::random_input(3, 6, 9);
  network.backward(view(x), pass.trace, view(grad_output), grads, view(grad_x));
  Indices without_gradient;
  for (Index unit = 0; unit < 40; ++unit) {
    if ((grads.linear1.weight.row(unit).array() == 0.0F).all()) without_gradient.push_back(unit);
  }
  CHECK(found.dead == without_gradient);
  CHECK(found.dead.size() > 0);
  CHECK(found.dead.size() < 40);
}

TEST_CASE("dead_units: NaN does not count as dead") {
  Matrix pre_activation(1, 1);
  pre_activation << std::nanf("");
  const DeadUnits found = found_in(Activation::kRelu, pre_activation, 1.0);
  CHECK(found.dead.empty());
  CHECK(found.silent.empty());
  CHECK(found.active_share == std::vector<double>{0.0});
}

TEST_CASE("dead_units: different shapes and invalid thresholds are rejected") {
  const Matrix a = Matrix::Ones(2, 3);
  const Matrix b = Matrix::Ones(3, 2);
  const Matrix none(0, 3);
  CHECK_THROWS_WITH(dead_units(Activation::kRelu, view(a), view(b), 0.0),
                    "hidden is (3, 2); expected shape (2, 3)");
  CHECK_THROWS_WITH(dead_units(Activation::kRelu, view(none), view(none), 0.0),
                    "pre_activation is (0, 3); expected one token or more");
  CHECK_THROWS_AS(dead_units(Activation::kRelu, view(a), view(a), -1.0), ArgumentError);
}
