#include "ffn/train/loss.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/nn/linear.h"
#include "golden.h"
#include "nn/checked_tensor.h"

using namespace ffn;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::vector<std::int32_t> labels_of(const test::GoldenTensor& golden) {
  std::vector<std::int32_t> labels;
  for (const double value : golden.values) labels.push_back(static_cast<std::int32_t>(value));
  return labels;
}

double cross_entropy_of(std::initializer_list<float> logits, std::int32_t label) {
  const std::vector<float> row(logits);
  return cross_entropy_forward<float>({row.data(), 1, static_cast<Index>(row.size())}, {&label, 1});
}

}  // namespace

TEST_CASE("loss: values and gradients agree with PyTorch") {
  const auto golden = test::read_golden("loss");
  const Matrix prediction = golden.at("prediction").matrix();
  const Matrix target = golden.at("target").matrix();
  Matrix grad(prediction.rows(), prediction.cols());
  CHECK(mse_forward(view(prediction), view(target)) ==
        doctest::Approx(golden.at("mse").values[0]).epsilon(1e-14));
  mse_backward(view(prediction), view(target), view(grad));
  CHECK(test::relative_error(grad, golden.at("grad_prediction")) < 6e-8);  // rounded once
  const Matrix logits = golden.at("logits").matrix();
  const auto labels = labels_of(golden.at("labels"));
  Matrix grad_logits(logits.rows(), logits.cols());
  CHECK(cross_entropy_forward(view(logits), labels) ==
        doctest::Approx(golden.at("cross_entropy").values[0]).epsilon(1e-14));
  cross_entropy_backward(view(logits), labels, view(grad_logits));
  CHECK(test::relative_error(grad_logits, golden.at("grad_logits")) < 6e-8);
}

TEST_CASE("loss: gradients agree with central differences in double") {
  RandomState rng(4);
  auto prediction = test::random_matrix<double>(rng, 5, 4, 2.0);
  const auto target = test::random_matrix<double>(rng, 5, 4, 2.0);
  const std::array<std::int32_t, 5> labels{3, 0, 0, 2, 1};
  MatrixOf<double> grad(5, 4);
  const auto largest_error = [&](const std::function<double()>& loss) {
    const CheckedTensor tensor = test::checked("prediction", prediction, grad);
    return check_gradients(loss, {&tensor, 1}).front().largest_error;
  };
  mse_backward<double>(view(std::as_const(prediction)), view(target), view(grad));
  CHECK(largest_error([&] {
          return mse_forward<double>(view(std::as_const(prediction)), view(target));
        }) < 1e-8);
  cross_entropy_backward<double>(view(std::as_const(prediction)), labels, view(grad));
  CHECK(largest_error([&] {
          return cross_entropy_forward<double>(view(std::as_const(prediction)), labels);
        }) < 1e-8);
}

TEST_CASE("loss: cross-entropy is finite for all finite logits and accurate in its tails") {
  constexpr float kMost = std::numeric_limits<float>::max();
  CHECK(cross_entropy_of({kMost, -kMost}, 0) == 0.0);
  CHECK(cross_entropy_of({kMost, -kMost}, 1) == 2.0 * static_cast<double>(kMost));
  CHECK(cross_entropy_of({-1e30F, -1e30F}, 1) == doctest::Approx(std::log(2.0)).epsilon(1e-15));
  CHECK(cross_entropy_of({1e30F, 1e30F, 1e30F}, 2) ==
        doctest::Approx(std::log(3.0)).epsilon(1e-15));
  CHECK(cross_entropy_of({7.0F}, 0) == 0.0);
  CHECK(std::isnan(cross_entropy_of({0.0F, kNaN}, 0)));
  CHECK(std::isnan(cross_entropy_of({kInfinity, 0.0F}, 0)));
  CHECK(cross_entropy_of({-kInfinity, 0.0F}, 1) == 0.0);
}

TEST_CASE("loss: the gradient of every token's logits sums to zero") {
  RandomState rng(5);
  const Matrix logits = test::random_matrix<float>(rng, 7, 9, 30.0);
  const std::array<std::int32_t, 7> labels{0, 8, 4, 4, 1, 2, 3};
  Matrix grad(7, 9);
  cross_entropy_backward(view(logits), labels, view(grad));
  for (Index token = 0; token < 7; ++token)
    CHECK(std::abs(grad.row(token).cast<double>().sum()) < 1e-7);
}

TEST_CASE("loss: accuracy counts the tokens whose label has the largest logit") {
  Matrix logits(4, 2);
  logits << 1.0F, 2.0F, 3.0F, 3.0F, 0.0F, kNaN, -1.0F, -2.0F;
  CHECK(accuracy(view(std::as_const(logits)), std::array<std::int32_t, 4>{1, 0, 0, 1}) == 0.5);
  CHECK(accuracy(view(std::as_const(logits)), std::array<std::int32_t, 4>{0, 1, 1, 1}) == 0.0);
}

TEST_CASE("loss: other shapes and labels are rejected by name") {
  const Matrix two(2, 2);
  const Matrix empty(0, 2);
  Matrix grad(2, 3);
  const auto cross_entropy = [&](std::vector<std::int32_t> labels) {
    return cross_entropy_forward(view(two), labels);
  };
  CHECK_THROWS_WITH_AS(mse_forward(view(two), view(empty)),
                       "target is (0, 2); expected shape (2, 2)", ArgumentError);
  CHECK_THROWS_WITH_AS(mse_forward(view(empty), view(empty)),
                       "prediction is (0, 2); expected one row and one column or more",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(mse_backward(view(two), view(two), view(grad)),
                       "grad_prediction is (2, 3); expected shape (2, 2)", ArgumentError);
  CHECK_THROWS_WITH_AS(cross_entropy({0}), "labels is (1,); expected shape (2,)", ArgumentError);
  CHECK_THROWS_WITH_AS(cross_entropy({0, 2}), "labels[1] is 2; expected a class from 0 to 1",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(cross_entropy({-1, 0}), "labels[0] is -1; expected a class from 0 to 1",
                       ArgumentError);
}

TEST_CASE("loss: names of the losses") {
  CHECK(name_of(Loss::kMeanSquaredError) == "mse");
  CHECK(name_of(Loss::kCrossEntropy) == "cross_entropy");
}
