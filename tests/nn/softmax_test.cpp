#include "ffn/nn/softmax.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/random.h"

using namespace ffn;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<float> softmax(std::vector<float> x) {
  softmax_forward<float>(x, x);
  return x;
}

double sum_of(const std::vector<float>& y) {
  double sum = 0.0;
  for (const float value : y) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("softmax: computed by hand") {
  const std::vector<float> y = softmax({std::log(1.0F), std::log(2.0F), std::log(5.0F)});
  CHECK(y[0] == doctest::Approx(0.125).epsilon(1e-6));
  CHECK(y[1] == doctest::Approx(0.25).epsilon(1e-6));
  CHECK(y[2] == doctest::Approx(0.625).epsilon(1e-6));
  CHECK(softmax({7.0F})[0] == 1.0F);
  CHECK(softmax({}).empty());
}

TEST_CASE("softmax: rows of any length and range sum to 1 without NaN") {
  RandomState rng(1);
  for (const double range : {1.0, 190.0, 3e38}) {
    for (std::size_t n = 1; n < 128; ++n) {
      std::vector<float> x(n);
      for (float& value : x) value = static_cast<float>(rng.uniform(-range, range));
      const std::vector<float> y = softmax(x);
      CHECK(std::abs(sum_of(y) - 1.0) < 1e-6);
      for (const float value : y) CHECK((value >= 0.0F && value <= 1.0F));
    }
  }
}

TEST_CASE("softmax: -inf gives 0 and a fully masked row gives zeros") {
  const std::vector<float> y = softmax({-kInfinity, 1.0F, 1.0F});
  CHECK(y == std::vector<float>{0.0F, 0.5F, 0.5F});
  CHECK(softmax({-kInfinity, -kInfinity}) == std::vector<float>{0.0F, 0.0F});
}

TEST_CASE("softmax: NaN and +inf give NaN") {
  CHECK(std::isnan(softmax({1.0F, std::nanf(""), 2.0F})[0]));
  CHECK(std::isnan(softmax({std::nanf(""), 5.0F})[1]));
  CHECK(std::isnan(softmax({1.0F, kInfinity})[1]));
}

TEST_CASE("softmax: the gradient agrees with central differences") {
  std::vector<double> x{0.3, -1.2, 2.0, 0.1};
  const std::vector<double> weighting{1.0, -2.0, 0.5, 3.0};
  const auto loss = [&] {
    std::vector<double> y(4);
    softmax_forward<double>(x, y);
    double sum = 0.0;
    for (std::size_t i = 0; i < 4; ++i) sum += y[i] * weighting[i];
    return sum;
  };
  std::vector<double> y(4);
  std::vector<double> grad(4);
  softmax_forward<double>(x, y);
  softmax_backward<double>(y, weighting, grad);
  for (std::size_t i = 0; i < 4; ++i) {
    const double original = x[i];
    x[i] = original + 1e-6;
    const double above = loss();
    x[i] = original - 1e-6;
    const double below = loss();
    x[i] = original;
    CHECK(grad[i] == doctest::Approx((above - below) / 2e-6).epsilon(1e-7));
  }
  CHECK_THROWS_AS(softmax_backward<double>(y, std::span<const double>(weighting).first(3), grad),
                  ArgumentError);
}

TEST_CASE("softmax: forward and backward process rows independently") {
  RandomState rng(3);
  Matrix x(4, 7);
  Matrix grad_y(4, 7);
  fill_randn(rng, 2.0, view(x));
  fill_randn(rng, 1.0, view(grad_y));
  Matrix y(4, 7);
  Matrix grad_x(4, 7);
  softmax_rows_forward<float>(view(std::as_const(x)), view(y));
  softmax_rows_backward<float>(view(std::as_const(y)), view(std::as_const(grad_y)), view(grad_x));
  for (Index row = 0; row < 4; ++row) {
    const std::vector<float> expected = softmax({x.row(row).begin(), x.row(row).end()});
    std::vector<float> grad(7);
    const std::vector<float> given(grad_y.row(row).begin(), grad_y.row(row).end());
    softmax_backward<float>(expected, given, grad);
    for (Index i = 0; i < 7; ++i) {
      CHECK(y(row, i) == expected[static_cast<std::size_t>(i)]);
      CHECK(grad_x(row, i) == grad[static_cast<std::size_t>(i)]);
    }
    CHECK(std::abs(grad_x.row(row).cast<double>().sum()) <
          1e-6);  // the sum of a softmax is 1 for every x
  }
  Matrix narrow(4, 6);
  CHECK_THROWS_WITH(softmax_rows_forward<float>(view(std::as_const(x)), view(narrow)),
                    "y is (4, 6); expected shape (4, 7)");
  CHECK_THROWS_AS(softmax_rows_backward<float>(view(std::as_const(y)), view(std::as_const(narrow)),
                                               view(grad_x)),
                  ArgumentError);
}
