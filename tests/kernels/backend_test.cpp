#include "ffn/kernels/backend.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "ffn/kernels/affine.h"
#include "ffn/kernels/product.h"
#include "ffn/nn/feed_forward.h"
#include "golden.h"
#include "kernels/drawn.h"

using namespace ffn;
using ffn::test::drawn;

namespace {

// RAII guard that selects Eigen's products.
class WithEigen {
 public:
  WithEigen() { set_backend(Backend::kEigen); }
  WithEigen(const WithEigen&) = delete;
  WithEigen& operator=(const WithEigen&) = delete;
  ~WithEigen() { set_backend(Backend::kTiles); }
};

}  // namespace

TEST_CASE("backend: Eigen's products are the reference expressions bit for bit") {
  const Matrix x = drawn(7, 130, 1);
  const Matrix weight = drawn(21, 130, 2);
  const Matrix bias = drawn(1, 21, 3);
  const Matrix grad = drawn(7, 21, 4);
  const WithEigen eigen;
  Matrix y(7, 21);
  Matrix expected(7, 21);
  affine(view(x), view(weight), bias.data(), view(y));
  affine_reference<float>(view(x), view(weight), bias.data(), view(expected));
  CHECK(y == expected);
  Matrix grad_x(7, 130);
  Matrix expected_x(7, 130);
  product(view(grad), view(weight), view(grad_x));
  product_reference<float>(view(grad), view(weight), view(expected_x));
  CHECK(grad_x == expected_x);
  Matrix grad_weight = drawn(21, 130, 5);
  Matrix expected_weight = grad_weight;
  transposed_product(view(grad), view(x), Write::kAdd, view(grad_weight));
  transposed_product_reference<float>(view(grad), view(x), Write::kAdd, view(expected_weight));
  CHECK(grad_weight == expected_weight);
}

TEST_CASE(
    "backend: both backends agree on a network and its gradients and the default is restored") {
  CHECK(backend() == Backend::kTiles);
  FeedForwardOptions options;
  options.d_model = 48;
  options.d_ff = 200;
  const FeedForward network = make_feed_forward(options, Initialization::kPytorch, 1U);
  const Matrix x = drawn(9, 48, 2);
  const auto pass = [&] {
    FeedForwardTrace trace;
    Matrix output(9, 48);
    Matrix grad_x(9, 48);
    FeedForwardLayers grads = zeros_like(network.layers());
    network.forward(view(x), view(output), &trace);
    network.backward(view(x), trace, view(std::as_const(output)), grads, view(grad_x));
    return std::vector<Matrix>{output, grad_x, grads.linear1.weight, grads.linear2.weight};
  };
  const std::vector<Matrix> tiles = pass();
  std::vector<Matrix> eigen;
  {
    const WithEigen chosen;
    CHECK(backend() == Backend::kEigen);
    eigen = pass();
  }
  bool differs = false;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    CHECK((tiles[i] - eigen[i]).cwiseAbs().maxCoeff() <= 3e-6F * tiles[i].cwiseAbs().maxCoeff());
    differs = differs || tiles[i] != eigen[i];
  }
  CHECK(differs);  // otherwise set_backend would have had no effect
  CHECK(pass()[0] == tiles[0]);
}
