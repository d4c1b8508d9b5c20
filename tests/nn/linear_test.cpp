#include "ffn/nn/linear.h"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include "ffn/core/check.h"

using namespace ffn;

TEST_CASE("linear: y = x W^T + b computed by hand") {
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

TEST_CASE("linear: wrong shapes are rejected by name") {
  RandomState rng(0);
  const Linear layer = make_linear(3, 2, Initialization::kPytorch, rng);
  Matrix x(2, 4);
  Matrix y(2, 2);
  CHECK_THROWS_WITH(layer.forward(ConstMatrixView(x.data(), 2, 4), view(y)),
                    "x is (2, 4); expected shape (2, 3)");
  Matrix narrow(2, 3);
  CHECK_THROWS_WITH(layer.forward(ConstMatrixView(narrow.data(), 2, 3), MatrixView(y.data(), 1, 2)),
                    "y is (1, 2); expected shape (2, 2)");
}

TEST_CASE(
    "linear: PyTorch's default initialization is uniform within 1/sqrt(in) for weight and bias") {
  RandomState rng(1);
  const Linear layer = make_linear(256, 64, Initialization::kPytorch, rng);
  const float bound = 1.0F / 16.0F;
  CHECK(layer.weight.cwiseAbs().maxCoeff() <= bound);
  CHECK(layer.weight.cwiseAbs().maxCoeff() > 0.99F * bound);
  CHECK(layer.bias.cwiseAbs().maxCoeff() <= bound);
  CHECK(layer.bias.cwiseAbs().maxCoeff() > 0.8F * bound);
}

TEST_CASE("linear: GPT-2's initialization is normal with deviation 0.02 and zero bias") {
  RandomState rng(1);
  const Linear layer = make_linear(100, 100, Initialization::kGpt2, rng);
  const double deviation = std::sqrt(layer.weight.cast<double>().squaredNorm() / 10000.0);
  CHECK(deviation ==
        doctest::Approx(0.02).epsilon(5.0 / std::sqrt(2.0 * 10000.0)));  // five standard errors
  CHECK(layer.bias.isZero(0.0F));
}

TEST_CASE("linear: invalid sizes and names are rejected") {
  RandomState rng(1);
  CHECK_THROWS_AS(make_linear(0, 4, Initialization::kPytorch, rng), ArgumentError);
  CHECK_THROWS_AS(make_linear(4, -1, Initialization::kPytorch, rng), ArgumentError);
  CHECK_THROWS_AS(make_linear(1 << 20, 1 << 20, Initialization::kPytorch, rng), ArgumentError);
  CHECK(named<Initialization>("pytorch") == Initialization::kPytorch);
  CHECK(named<Initialization>("gpt2") == Initialization::kGpt2);
  CHECK_THROWS_WITH(named<Initialization>("xavier"),
                    "init is \"xavier\"; expected \"pytorch\", \"xavier_uniform\", "
                    "\"xavier_normal\", \"kaiming_uniform\", "
                    "\"kaiming_normal\", \"lecun_normal\", \"gpt2\" or \"zeros\"");
}

TEST_CASE("linear: every initialization has its bound or deviation and a zero bias") {
  const Index in = 80;
  const Index out = 120;
  const auto weight = [&](const char* name) {
    RandomState rng(4);
    const Linear layer = make_linear(in, out, named<Initialization>(name), rng);
    CHECK(layer.bias.isZero(0.0F));
    return layer.weight;
  };
  const auto largest = [&](const char* name) { return weight(name).cwiseAbs().maxCoeff(); };
  const auto deviation = [&](const char* name) {
    return std::sqrt(weight(name).cast<double>().squaredNorm() / (in * out));
  };
  const double five_errors = 5.0 / std::sqrt(2.0 * in * out);
  CHECK(largest("xavier_uniform") == doctest::Approx(std::sqrt(6.0 / 200.0)).epsilon(0.01));
  CHECK(largest("kaiming_uniform") == doctest::Approx(std::sqrt(6.0 / 80.0)).epsilon(0.01));
  CHECK(deviation("xavier_normal") == doctest::Approx(std::sqrt(2.0 / 200.0)).epsilon(five_errors));
  CHECK(deviation("kaiming_normal") == doctest::Approx(std::sqrt(2.0 / 80.0)).epsilon(five_errors));
  CHECK(deviation("lecun_normal") == doctest::Approx(std::sqrt(1.0 / 80.0)).epsilon(five_errors));
  CHECK(deviation("zeros") == 0.0);
}

TEST_CASE(
    "linear: LeCun's initialization preserves the variance of its input and is NumPy's randn * "
    "sqrt(1 / in)") {
  RandomState rng(4);
  const Linear layer = make_linear(400, 300, Initialization::kLecunNormal, rng);
  RandomState same(4);
  Matrix randn(300, 400);
  fill_randn(same, std::sqrt(1.0 / 400.0), view(randn));
  CHECK(layer.weight == randn);
  Matrix x(50, 400);
  fill_randn(rng, 3.0, view(x));
  Matrix y(50, 300);
  layer.forward(view(std::as_const(x)), view(y));
  const auto variance = [](const Matrix& m) {
    return m.cast<double>().squaredNorm() / static_cast<double>(m.size());
  };
  CHECK(variance(y) == doctest::Approx(variance(x)).epsilon(0.05));
}

TEST_CASE("linear: gradients computed by hand, with and without bias") {
  const Linear layer{Matrix{{1, 2}, {3, 4}, {5, 6}}, RowVector{}};
  const Matrix x{{1, -1}, {2, 0.5F}};
  const Matrix grad_y{{1, 0, -1}, {0, 2, 1}};
  Matrix y(2, 3);
  layer.forward(view(x), view(y));
  CHECK(y == Matrix{{-1, -1, -1}, {3, 8, 13}});
  Linear grads = zeros_like(layer);
  Matrix grad_x(2, 2);
  layer.backward_parameters(view(x), view(grad_y), grads);
  layer.backward_input(view(grad_y), view(grad_x));
  CHECK(grads.weight == Matrix{{1, -1}, {4, 1}, {1, 1.5F}});
  CHECK(grads.bias.size() == 0);
  CHECK(grad_x == Matrix{{-4, -4}, {11, 14}});
  CHECK(layer.parameter_count() == 6);
  CHECK_THROWS_AS(layer.backward_parameters(view(x), view(x), grads), ArgumentError);
  CHECK_THROWS_AS(layer.backward_input(view(x), view(grad_x)), ArgumentError);
}
