// Accuracy of the float32 network compared with the same network in double, for small and large
// sizes.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ffn/nn/feed_forward.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::random_matrix;

namespace {

LinearOf<double> to_double(const Linear& layer) {
  return {layer.weight.cast<double>(), layer.bias.cast<double>()};
}

FeedForwardLayersOf<double> to_double(const FeedForwardLayers& layers) {
  return {to_double(layers.linear1), to_double(layers.gate), to_double(layers.linear2)};
}

// Returns whether |actual - exact| <= relative |exact| + of_largest max|exact| for every element;
// false for NaN.
template <class A, class E>
bool agrees(const A& actual, const E& exact, double relative, double of_largest) {
  if (exact.size() == 0) return actual.size() == 0;
  const auto error = (actual.template cast<double>() - exact).array().abs();
  const double largest = exact.array().abs().maxCoeff();
  return (error <= relative * exact.array().abs() + of_largest * largest).all();
}

struct Case {
  Index tokens;
  Index d_model;
  Index d_ff;
  bool gated;
};

void check_case(const Case& size, Activation kind) {
  CAPTURE(size.d_model);
  CAPTURE(name_of(kind));
  FeedForwardOptions options;
  options.d_model = size.d_model;
  options.d_ff = size.d_ff;
  options.gated = size.gated;
  options.activation = kind;
  const FeedForward network = make_feed_forward(options, Initialization::kPytorch, 5);
  const FeedForwardOf<double> exact(to_double(network.layers()), options);
  RandomState rng(6);
  const Matrix x = random_matrix<float>(rng, size.tokens, size.d_model);
  const Matrix grad_output = random_matrix<float>(rng, size.tokens, size.d_model);
  const MatrixOf<double> x64 = x.cast<double>();
  const MatrixOf<double> grad_output64 = grad_output.cast<double>();

  FeedForwardTrace trace;
  FeedForwardTraceOf<double> trace64;
  Matrix output(size.tokens, size.d_model);
  MatrixOf<double> output64(size.tokens, size.d_model);
  network.forward(view(x), view(output), &trace);
  exact.forward(view(x64), view(output64), &trace64);
  CHECK(agrees(trace.pre_activation, trace64.pre_activation, 2e-6, 1e-6));
  CHECK(agrees(trace.hidden, trace64.hidden, 2e-6, 1e-6));
  CHECK(agrees(output, output64, 2e-6, 1e-6));

  FeedForwardLayers grads = zeros_like(network.layers());
  auto grads64 = zeros_like(exact.layers());
  Matrix grad_x(size.tokens, size.d_model);
  MatrixOf<double> grad_x64(size.tokens, size.d_model);
  network.backward(view(x), trace, view(grad_output), grads, view(grad_x));
  exact.backward(view(x64), trace64, view(grad_output64), grads64, view(grad_x64));
  CHECK(agrees(grad_x, grad_x64, 5e-6, 2e-6));
  CHECK(agrees(grads.linear1.weight, grads64.linear1.weight, 5e-6, 2e-6));
  CHECK(agrees(grads.linear1.bias, grads64.linear1.bias, 5e-6, 2e-6));
  CHECK(agrees(grads.gate.weight, grads64.gate.weight, 5e-6, 2e-6));
  CHECK(agrees(grads.linear2.weight, grads64.linear2.weight, 5e-6, 2e-6));
  CHECK(agrees(grads.linear2.bias, grads64.linear2.bias, 5e-6, 2e-6));
}

}  // namespace

TEST_CASE("feed_forward: float32 agrees with double forward to 2e-6 and backward to 5e-6") {
  for (const Activation kind : kActivations) {
    for (const Case& size : {Case{1, 1, 1, false}, Case{7, 3, 5, true}, Case{33, 64, 256, false},
                             Case{20, 97, 101, true}})
      check_case(size, kind);
  }
}

TEST_CASE("feed_forward: float32 agrees with double at the size of GPT-2") {
  check_case({8, 768, 3072, false}, Activation::kGeluTanh);
}

TEST_CASE("feed_forward: every float32 output is within the error bound of summation") {
  // |y - exact| <= (K + 2) 2^-24 sum |w x|: K products and additions, each rounded once (Higham
  // 2002, section 3.1).
  RandomState rng(9);
  const Linear layer = make_linear(512, 64, Initialization::kPytorch, rng, true);
  const Matrix x = random_matrix<float>(rng, 16, 512);
  Matrix y(16, 64);
  layer.forward(view(x), view(y));
  const MatrixOf<double> weight = layer.weight.cast<double>();
  const MatrixOf<double> exact =
      (x.cast<double>() * weight.transpose()).rowwise() + layer.bias.cast<double>();
  const MatrixOf<double> magnitude =
      (x.cast<double>().cwiseAbs() * weight.cwiseAbs().transpose()).rowwise() +
      layer.bias.cast<double>().cwiseAbs();
  const auto error = (y.cast<double>() - exact).array().abs();
  CHECK((error <= 514.0 * 0x1p-24 * magnitude.array()).all());
}
