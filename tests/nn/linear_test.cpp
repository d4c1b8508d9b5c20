#include "ffn/nn/linear.h"

#include <doctest/doctest.h>

#include <cmath>

#include "ffn/core/check.h"

using namespace ffn;

TEST_CASE("linear: y = x W^T + b by hand") {
  Linear layer{Matrix(2, 3), RowVector(2)};
  layer.weight << 1, 2, 3, -1, 0, 4;
  layer.bias << 0.5F, -0.5F;
  Matrix x(2, 3);
  x << 1, 1, 1, 2, 0, -1;
  Matrix y(2, 2);
  layer.forward(ConstMatrixView(x.data(), 2, 3), view(y));
  CHECK(y(0, 0) == 6.5F);
  CHECK(y(0, 1) == 2.5F);
  CHECK(y(1, 0) == -0.5F);
  CHECK(y(1, 1) == -6.5F);
}

TEST_CASE("linear: wrong shapes are refused by name") {
  RandomState rng(0);
  const Linear layer = make_linear(3, 2, Initialization::kPytorch, rng);
  Matrix x(2, 4);
  Matrix y(2, 2);
  CHECK_THROWS_WITH(layer.forward(ConstMatrixView(x.data(), 2, 4), view(y)), "x is (2, 4); expected shape (2, 3)");
  Matrix narrow(2, 3);
  CHECK_THROWS_WITH(layer.forward(ConstMatrixView(narrow.data(), 2, 3), MatrixView(y.data(), 1, 2)), "y is (1, 2); expected shape (2, 2)");
}

TEST_CASE("linear: PyTorch's default is uniform within 1/sqrt(in) for weight and bias") {
  RandomState rng(1);
  const Linear layer = make_linear(256, 64, Initialization::kPytorch, rng);
  const float bound = 1.0F / 16.0F;
  CHECK(layer.weight.cwiseAbs().maxCoeff() <= bound);
  CHECK(layer.weight.cwiseAbs().maxCoeff() > 0.99F * bound);
  CHECK(layer.bias.cwiseAbs().maxCoeff() <= bound);
  CHECK(layer.bias.cwiseAbs().maxCoeff() > 0.8F * bound);
}

TEST_CASE("linear: GPT-2's initialisation is normal with deviation 0.02 and bias zero") {
  RandomState rng(1);
  const Linear layer = make_linear(100, 100, Initialization::kGpt2, rng);
  const double deviation = std::sqrt(layer.weight.cast<double>().squaredNorm() / 10000.0);
  CHECK(deviation == doctest::Approx(0.02).epsilon(5.0 / std::sqrt(2.0 * 10000.0)));  // five standard errors
  CHECK(layer.bias.isZero(0.0F));
}

TEST_CASE("linear: bad sizes and names are refused") {
  RandomState rng(1);
  CHECK_THROWS_AS(make_linear(0, 4, Initialization::kPytorch, rng), ArgumentError);
  CHECK_THROWS_AS(make_linear(4, -1, Initialization::kPytorch, rng), ArgumentError);
  CHECK_THROWS_AS(make_linear(1 << 20, 1 << 20, Initialization::kPytorch, rng), ArgumentError);
  CHECK(initialization_named("pytorch") == Initialization::kPytorch);
  CHECK(initialization_named("gpt2") == Initialization::kGpt2);
  CHECK_THROWS_AS(initialization_named("xavier"), ArgumentError);
}
