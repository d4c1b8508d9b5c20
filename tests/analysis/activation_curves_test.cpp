#include "ffn/analysis/activation_curves.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "ffn/core/check.h"
#include "golden.h"

using namespace ffn;

namespace {

constexpr std::size_t kGoldenStep = 9;  // the golden file contains every ninth point

double largest_error_at_golden_points(const std::vector<double>& curve,
                                      const std::vector<double>& expected) {
  double largest = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    largest = std::max(largest, std::abs(curve.at(kGoldenStep * i) - expected[i]));
  return largest;
}

}  // namespace

TEST_CASE("activation_curves: GELU and ReLU on [-3, 3] agree with NumPy and PyTorch") {
  const auto golden = test::read_golden("activation_curves");
  const ActivationCurves made = compare_activations(kActivations);
  CHECK(made.x == test::read_golden("linspace").at("notebook").values);
  REQUIRE(made.curves.size() == kActivations.size());
  for (std::size_t i = 0; i < kActivations.size(); ++i) {
    const std::string name(name_of(kActivations[i]));
    CAPTURE(name);
    CHECK(largest_error_at_golden_points(made.curves[i].value, golden.at("value_" + name).values) <
          1e-15);
    CHECK(largest_error_at_golden_points(made.curves[i].derivative,
                                         golden.at("derivative_" + name).values) < 2e-15);
  }
}

TEST_CASE("activation_curves: values and derivatives computed by hand") {
  const ActivationCurves made =
      compare_activations(std::array{Activation::kRelu, Activation::kGelu}, {-1.0, 1.0, 3});
  CHECK(made.x == std::vector<double>{-1.0, 0.0, 1.0});
  CHECK(made.curves[0].value == std::vector<double>{0.0, 0.0, 1.0});
  CHECK(made.curves[0].derivative == std::vector<double>{0.0, 0.0, 1.0});
  CHECK(made.curves[1].value[2] == doctest::Approx(0.8413447460685429).epsilon(1e-15));
  CHECK(made.curves[1].derivative[1] == 0.5);
}

TEST_CASE("activation_curves: GELU minus ReLU is even and has its minimum at 0.7518") {
  const CurveDifference difference =
      activation_difference(Activation::kGelu, Activation::kRelu, {-3.0, 3.0, 6001});
  const std::vector<double>& gap = difference.difference.value;
  for (std::size_t i = 0; i < gap.size(); ++i)
    CHECK(std::abs(gap[i] - gap[gap.size() - 1 - i]) < 1e-15);
  const auto deepest =
      static_cast<std::size_t>(std::min_element(gap.begin(), gap.end()) - gap.begin());
  CHECK(std::abs(std::abs(difference.x[deepest]) - 0.7518) < 1e-3);
  CHECK(std::abs(gap[deepest] + 0.1699712075) < 1e-6);
}

TEST_CASE("activation_curves: a - a is zero and a - b is the negative of b - a") {
  const CurveDifference none = activation_difference(Activation::kSilu, Activation::kSilu);
  CHECK(none.x.size() == 1000);
  for (const double gap : none.difference.value) CHECK(gap == 0.0);
  const CurvePoints few{-5.0, 5.0, 11};
  const CurveDifference there =
      activation_difference(Activation::kGelu, Activation::kGeluTanh, few);
  const CurveDifference back = activation_difference(Activation::kGeluTanh, Activation::kGelu, few);
  for (std::size_t i = 0; i < there.x.size(); ++i) {
    CHECK(there.difference.value[i] == -back.difference.value[i]);
    CHECK(there.difference.derivative[i] == -back.difference.derivative[i]);
  }
}

TEST_CASE("activation_curves: invalid ranges and numbers of points are rejected") {
  const std::string all = std::to_string(kActivations.size());
  const std::string expected = "activations is 0 names; expected 1 to " + all + " of them";
  CHECK_THROWS_WITH(compare_activations({}), expected.c_str());
  CHECK_THROWS_WITH(compare_activations(kActivations, {-3.0, 3.0, 1}),
                    "points is 1; expected an integer from 2 to 1000000");
  CHECK_THROWS_AS(compare_activations(kActivations, {-3.0, 3.0, 1'000'001}), ArgumentError);
  CHECK_THROWS_WITH(compare_activations(kActivations, {3.0, -3.0, 10}),
                    "high is -3; expected a finite number above low");
  CHECK_THROWS_AS(
      compare_activations(kActivations, {std::numeric_limits<double>::quiet_NaN(), 3.0, 10}),
      ArgumentError);
}
