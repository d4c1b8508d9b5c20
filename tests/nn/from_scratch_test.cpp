#include "ffn/nn/from_scratch.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/nn/feed_forward.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::largest_error;
using ffn::test::random_matrix;

namespace {

// The golden data have weights (out, in); feed_forward_from_scratch takes them (in, out).
FromScratchOf<float> run(const test::Golden& golden, Activation kind) {
  const Matrix x = golden.at("x").matrix();
  const Matrix w1 = golden.at("w1").matrix().transpose();
  const Matrix w2 = golden.at("w2").matrix().transpose();
  const Matrix b1 = golden.at("b1").matrix();
  const Matrix b2 = golden.at("b2").matrix();
  return feed_forward_from_scratch<float>(view(x), view(w1), view(b1), view(w2), view(b2), kind);
}

}  // namespace

TEST_CASE("from_scratch: every step agrees with PyTorch on the seed-42 examples") {
  for (const char* name : {"notebook_token", "notebook_batch", "worked_example"}) {
    CAPTURE(name);
    const auto golden = test::read_golden(name);
    for (const Activation kind : kActivations) {
      const auto steps = run(golden, kind);
      const std::string suffix(name_of(kind));
      CHECK(largest_error(steps.h, golden.at("pre_activation")) < 1e-6);
      CHECK(largest_error(steps.h_activated, golden.at("hidden_" + suffix)) < 1e-6);
      CHECK(largest_error(steps.y, golden.at("output_" + suffix)) < 1e-6);
    }
  }
}

TEST_CASE_TEMPLATE("from_scratch: agrees with the network within summation error", Scalar, float,
                   double) {
  RandomState rng(4);
  const auto x = random_matrix<Scalar>(rng, 33, 24);
  const auto linear1 = test::random_linear<Scalar>(rng, 70, 24, true);
  const auto linear2 = test::random_linear<Scalar>(rng, 24, 70, true);
  const MatrixOf<Scalar> w1 = linear1.weight.transpose();
  const MatrixOf<Scalar> w2 = linear2.weight.transpose();
  const MatrixOf<Scalar> b1 = linear1.bias;
  const MatrixOf<Scalar> b2 = linear2.bias;
  for (const Activation kind : kActivations) {
    FeedForwardOptions options;
    options.activation = kind;
    const FeedForwardOf<Scalar> network({linear1, {}, linear2}, options);
    FeedForwardTraceOf<Scalar> trace;
    MatrixOf<Scalar> output(33, 24);
    network.forward(view(x), view(output), &trace);
    const auto steps =
        feed_forward_from_scratch<Scalar>(view(x), view(w1), view(b1), view(w2), view(b2), kind);
    // Two summation orders over at most 70 terms, after a first layer with an error of the same
    // size.
    const double tolerance =
        2.0 * 70.0 * static_cast<double>(std::numeric_limits<Scalar>::epsilon());
    const auto error = [](const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b) {
      return static_cast<double>((a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff());
    };
    CHECK(error(steps.h, trace.pre_activation) < tolerance);
    CHECK(error(steps.h_activated, trace.hidden) < tolerance);
    CHECK(error(steps.y, output) < tolerance);
  }
}

TEST_CASE("from_scratch: weights in (out, in) layout are rejected by name") {
  const Matrix x = Matrix::Zero(2, 4);
  const Matrix w1 = Matrix::Zero(4, 8);
  const Matrix w2 = Matrix::Zero(8, 4);
  const Matrix b1 = Matrix::Zero(1, 8);
  const Matrix b2 = Matrix::Zero(1, 4);
  const auto with = [&](const Matrix& first, const Matrix& bias, const Matrix& second) {
    return feed_forward_from_scratch<float>(view(x), view(first), view(bias), view(second),
                                            view(b2), Activation::kGelu);
  };
  CHECK(with(w1, b1, w2).y.rows() == 2);
  CHECK_THROWS_WITH(with(w2, b1, w2), "w1 is (8, 4); expected shape (4, 4)");
  CHECK_THROWS_WITH(with(w1, b2, w2), "b1 is (1, 4); expected shape (1, 8)");
  CHECK_THROWS_WITH(with(w1, b1, w1), "w2 is (4, 8); expected shape (8, 8)");
  const Matrix none = Matrix::Zero(4, 0);
  CHECK_THROWS_WITH(with(none, Matrix::Zero(1, 0), Matrix::Zero(0, 4)),
                    "w1 is (4, 0); expected dimensions of 1 or more");
  CHECK_THROWS_WITH(feed_forward_from_scratch<float>(view(x), view(w1), view(b1), view(w2),
                                                     view(b1), Activation::kGelu),
                    "b2 is (1, 8); expected shape (1, 4)");
}
