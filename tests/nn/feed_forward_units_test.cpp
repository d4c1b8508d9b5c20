#include "ffn/nn/feed_forward_units.h"

#include <doctest/doctest.h>

#include <cstring>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "nn/checked_tensor.h"

using namespace ffn;
using ffn::test::random_linear;
using ffn::test::random_matrix;

namespace {

constexpr Index kModel = 12;
constexpr Index kUnits = 40;

template <class Scalar>
FeedForwardOf<Scalar> network(Activation activation, bool gated, bool bias, double dropout = 0.0) {
  RandomState rng(7);
  FeedForwardOptions options;
  options.activation = activation;
  options.dropout = dropout;
  FeedForwardLayersOf<Scalar> layers;
  layers.linear1 = random_linear<Scalar>(rng, kUnits, kModel, bias);
  if (gated) layers.gate = random_linear<Scalar>(rng, kUnits, kModel, bias);
  layers.linear2 = random_linear<Scalar>(rng, kModel, kUnits, bias);
  return {std::move(layers), options};
}

template <class Scalar>
MatrixOf<Scalar> output_of(const FeedForwardOf<Scalar>& ffn, const MatrixOf<Scalar>& x) {
  MatrixOf<Scalar> output(x.rows(), x.cols());
  ffn.forward(view(x), view(output), nullptr);
  return output;
}

template <class Scalar>
MatrixOf<Scalar> part_of(const FeedForwardOf<Scalar>& ffn, const MatrixOf<Scalar>& x, Index first, Index count) {
  MatrixOf<Scalar> output(x.rows(), x.cols());
  forward_units<Scalar>(ffn, view(x), first, count, view(output));
  return output;
}

// Returns the sum of the partial outputs of units split at the given indices.
template <class Scalar>
MatrixOf<Scalar> sum_of_parts(const FeedForwardOf<Scalar>& ffn, const MatrixOf<Scalar>& x, std::initializer_list<Index> cuts) {
  MatrixOf<Scalar> sum = MatrixOf<Scalar>::Zero(x.rows(), x.cols());
  Index first = 0;
  for (const Index end : cuts) {
    const MatrixOf<Scalar> part = part_of(ffn, x, first, end - first);
    add_part<Scalar>(view(part), view(sum));
    first = end;
  }
  return sum;
}

template <class Scalar>
void check_sums(double tolerance) {
  RandomState rng(8);
  const MatrixOf<Scalar> x = random_matrix<Scalar>(rng, 5, kModel);
  for (const Activation kind : kActivations) {
    for (const bool gated : {false, true}) {
      for (const bool bias : {false, true}) {
        CAPTURE(name_of(kind));
        CAPTURE(gated);
        CAPTURE(bias);
        const FeedForwardOf<Scalar> ffn = network<Scalar>(kind, gated, bias);
        const MatrixOf<Scalar> whole = output_of(ffn, x);
        const double scale = static_cast<double>(whole.cwiseAbs().maxCoeff());
        for (const MatrixOf<Scalar>& sum :
             {sum_of_parts(ffn, x, {20, 40}), sum_of_parts(ffn, x, {1, 8, 39, 40}), sum_of_parts(ffn, x, {40})}) {
          CHECK(static_cast<double>((sum - whole).cwiseAbs().maxCoeff()) <= tolerance * scale);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("feed_forward_units: partial outputs sum to the network's output for all options") {
  check_sums<float>(1e-6);
  check_sums<double>(1e-14);
}

TEST_CASE("feed_forward_units: only the part that begins at unit 0 includes b2") {
  FeedForward ffn = network<float>(Activation::kRelu, false, true);
  ffn.layers().linear1.weight.setConstant(0.0F);
  ffn.layers().linear1.bias.setConstant(-1.0F);  // every unit is inactive
  const Matrix x = Matrix::Ones(2, kModel);
  const Matrix first = part_of(ffn, x, 0, 1);
  CHECK(first.row(0) == ffn.layers().linear2.bias);
  CHECK(first.row(1) == ffn.layers().linear2.bias);
  CHECK(part_of(ffn, x, 1, kUnits - 1) == Matrix::Zero(2, kModel));
}

TEST_CASE("feed_forward_units: dropout has no effect") {
  RandomState rng(9);
  const Matrix x = random_matrix<float>(rng, 3, kModel);
  CHECK(part_of(network<float>(Activation::kGelu, true, true, 0.5), x, 8, 16) ==
        part_of(network<float>(Activation::kGelu, true, true), x, 8, 16));
}

TEST_CASE("feed_forward_units: the part of a token has the same bits alone and in a batch, and empty inputs are accepted") {
  RandomState rng(10);
  const FeedForward ffn = network<float>(Activation::kGelu, false, true);
  const Matrix x = random_matrix<float>(rng, 7, kModel);
  const Matrix together = part_of(ffn, x, 8, 24);
  for (Index token = 0; token < x.rows(); ++token) {
    const Matrix alone = part_of<float>(ffn, x.row(token), 8, 24);
    CHECK(std::memcmp(alone.data(), together.row(token).data(), sizeof(float) * kModel) == 0);
  }
  CHECK(part_of(ffn, Matrix(0, kModel), 8, 24).rows() == 0);
}

TEST_CASE("feed_forward_units: units that do not exist and shapes that do not match are rejected by name") {
  const FeedForward ffn = network<float>(Activation::kGelu, false, true);
  const Matrix x = Matrix::Ones(2, kModel);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, -1, 2), "first is -1; expected an integer from 0 to 39", ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, 40, 1), "first is 40; expected an integer from 0 to 39", ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, 30, 0), "count is 0; expected an integer from 1 to 10, the units from 30 on", ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, x, 30, 11), "count is 11; expected an integer from 1 to 10, the units from 30 on", ArgumentError);
  CHECK_THROWS_WITH_AS(part_of(ffn, Matrix(2, 5), 0, 8), "x is (2, 5); expected shape (2, 12)", ArgumentError);
  Matrix narrow(2, 5);
  CHECK_THROWS_WITH_AS(forward_units<float>(ffn, view(x), 0, 8, view(narrow)), "output is (2, 5); expected shape (2, 12)", ArgumentError);
  CHECK_THROWS_WITH_AS(add_part<float>(view(x), view(narrow)), "part is (2, 12); expected shape (2, 5)", ArgumentError);
}
