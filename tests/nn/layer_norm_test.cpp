#include "ffn/nn/layer_norm.h"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/nn/linear.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::checked;
using ffn::test::random_matrix;

namespace {

Matrix normalize(const Matrix& x) {
  Matrix y(x.rows(), x.cols());
  make_layer_norm<float>(x.cols()).forward(view(x), view(y), nullptr);
  return y;
}

}  // namespace

TEST_CASE("layer_norm: forward and backward agree with PyTorch") {
  const auto golden = test::read_golden("layer_norm");
  const LayerNorm layer{golden.at("scale").matrix().row(0), golden.at("shift").matrix().row(0)};
  const Matrix x = golden.at("x").matrix();
  const Matrix grad_output = golden.at("grad_output").matrix();
  Matrix y(5, 7);
  Matrix grad_x(5, 7);
  LayerNormTrace trace;
  LayerNorm grads = zeros_like(layer);
  layer.forward(view(x), view(y), &trace);
  layer.backward(view(x), trace, view(grad_output), grads, view(grad_x));
  CHECK(test::relative_error(y, golden.at("output_norm")) < 1e-6);
  CHECK(test::relative_error(grad_x, golden.at("grad_x_norm")) < 2e-6);
  CHECK(test::relative_error(grads.scale, golden.at("grad_scale_norm")) < 2e-6);
  CHECK(test::relative_error(grads.shift, golden.at("grad_shift_norm")) < 2e-6);
}

TEST_CASE("layer_norm: large offsets, constant rows and rows of large numbers are correct") {
  Matrix x(4, 4);
  x << 40000, 40001, 40002, 40003, 1234, 1234, 1234, 1234, 9999, 10000, 10001, 10000, -1e30F, 1e30F,
      -1e30F, 1e30F;
  const Matrix y = normalize(x);
  const double unit = 1.0 / std::sqrt(1.25 + 1e-5);
  for (Index i = 0; i < 4; ++i) {
    CHECK(std::abs(y(0, i) - (static_cast<double>(i) - 1.5) * unit) < 3e-6);
    CHECK(y(1, i) == 0.0F);
    CHECK(std::abs(y(3, i)) == doctest::Approx(1.0).epsilon(1e-6));
  }
  CHECK(std::abs(y(2, 0) + 1.0 / std::sqrt(0.5 + 1e-5)) < 3e-6);
}

TEST_CASE("layer_norm: the result has mean 0 and variance v / (v + eps)") {
  RandomState rng(1);
  const Matrix y = normalize(random_matrix<float>(rng, 6, 50, 0.01));
  const Matrix x = [] {
    RandomState again(1);
    return random_matrix<float>(again, 6, 50, 0.01);
  }();
  for (Index t = 0; t < 6; ++t) {
    const double v =
        (x.row(t).cast<double>().array() - x.row(t).cast<double>().mean()).square().mean();
    CHECK(std::abs(y.row(t).cast<double>().mean()) < 1e-6);
    CHECK(y.row(t).cast<double>().array().square().mean() ==
          doctest::Approx(v / (v + 1e-5)).epsilon(1e-5));
  }
}

TEST_CASE("layer_norm: every gradient agrees with central differences in double") {
  RandomState rng(2);
  MatrixOf<double> x = random_matrix<double>(rng, 4, 5);
  const MatrixOf<double> weighting = random_matrix<double>(rng, 4, 5);
  LayerNormOf<double> layer{random_matrix<double>(rng, 1, 5), random_matrix<double>(rng, 1, 5)};
  LayerNormTrace trace;
  MatrixOf<double> y(4, 5);
  MatrixOf<double> grad_x(4, 5);
  auto grads = zeros_like(layer);
  layer.forward(view(std::as_const(x)), view(y), &trace);
  layer.backward(view(std::as_const(x)), trace, view(weighting), grads, view(grad_x));
  const auto loss = [&] {
    MatrixOf<double> out(4, 5);
    layer.forward(view(std::as_const(x)), view(out), nullptr);
    return (out.array() * weighting.array()).sum();
  };
  const std::vector<CheckedTensor> tensors{checked("x", x, grad_x),
                                           checked("scale", layer.scale, grads.scale),
                                           checked("shift", layer.shift, grads.shift)};
  for (const GradientCheck& result : check_gradients(loss, tensors))
    CHECK(result.largest_error < 1e-8);
}

TEST_CASE("layer_norm: wrong shapes are rejected by name") {
  const LayerNorm layer = make_layer_norm<float>(4);
  const Matrix x(2, 3);
  Matrix y(2, 4);
  CHECK_THROWS_WITH(layer.forward(view(x), view(y), nullptr), "x is (2, 3); expected shape (2, 4)");
  CHECK(layer.parameter_count() == 8);
  LayerNorm negative = layer;
  negative.eps = -1.0;
  const Matrix fitting = Matrix::Zero(2, 4);
  CHECK_THROWS_AS(negative.forward(view(fitting), view(y), nullptr), ArgumentError);
}

TEST_CASE("layer_norm: gradients are finite and correct for rows of 1e30 and for a common offset") {
  // Scaling a row by s scales its gradient by 1/s, and an offset changes nothing, if eps is
  // negligible.
  const LayerNorm layer = make_layer_norm<float>(4);
  const Matrix grad_y{{1, -2, 0.5F, 3}};
  const auto gradient = [&](const Matrix& x) {
    Matrix y(1, 4);
    Matrix grad_x(1, 4);
    LayerNormTrace trace;
    LayerNorm grads = zeros_like(layer);
    layer.forward(view(x), view(y), &trace);
    layer.backward(view(x), trace, view(grad_y), grads, view(grad_x));
    return grad_x;
  };
  const Matrix base{{1000, -3000, 5000, 2000}};
  const Matrix expected = gradient(base);
  const Matrix huge = gradient(base * 1e27F) * 1e27F;
  const Matrix shifted = gradient((base.array() + 1e6F).matrix());
  for (Index i = 0; i < 4; ++i) {
    CHECK(huge(0, i) == doctest::Approx(expected(0, i)).epsilon(1e-5));
    CHECK(shifted(0, i) == doctest::Approx(expected(0, i)).epsilon(1e-5));
  }
}
