#include "ffn/analysis/landmarks.h"

#include <doctest/doctest.h>

#include <cmath>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

void check_near(const Extremum& found, double x, double y, double x_tolerance, double y_tolerance) {
  CHECK(std::abs(found.x - x) < x_tolerance);
  CHECK(std::abs(found.y - y) < y_tolerance);
}

}  // namespace

TEST_CASE(
    "landmarks: minimum of exact GELU and extrema of its derivative at plus and minus sqrt(2)") {
  const ActivationLandmarks gelu = activation_landmarks(Activation::kGelu);
  check_near(gelu.minimum, -0.7517915247, -0.1699712075, 1e-7, 1e-10);
  check_near(gelu.derivative_minimum, -std::sqrt(2.0), -0.1289041, 1e-7, 1e-7);
  check_near(gelu.derivative_maximum, std::sqrt(2.0), 1.1289041, 1e-7, 1e-7);
  CHECK(std::abs(activation_derivative(Activation::kGelu, gelu.minimum.x)) < 1e-7);
}

TEST_CASE("landmarks: minimum of the tanh form") {
  check_near(activation_landmarks(Activation::kGeluTanh).minimum, -0.7524614, -0.1700407506, 1e-7,
             1e-10);
}

TEST_CASE("landmarks: the derivative is zero at an isolated minimum") {
  for (const Activation kind :
       {Activation::kGelu, Activation::kGeluTanh, Activation::kGeluSigmoid, Activation::kSilu}) {
    CAPTURE(name_of(kind));
    const ActivationLandmarks found = activation_landmarks(kind);
    CHECK(std::abs(activation_derivative(kind, found.minimum.x)) < 1e-7);
    CHECK(found.minimum.y == activation_value(kind, found.minimum.x));
    CHECK(found.derivative_maximum.y > 1.0);
  }
  CHECK_THROWS_WITH(activation_landmarks(Activation::kRelu),
                    "activation is \"relu\"; expected a curve with an isolated minimum");
  CHECK_THROWS_WITH(activation_landmarks(Activation::kIdentity),
                    "activation is \"identity\"; expected a curve with an isolated minimum");
}

TEST_CASE("landmarks: largest differences between exact GELU and its other forms and ReLU") {
  const LargestDifference tanh_form = largest_difference(Activation::kGelu, Activation::kGeluTanh);
  check_near(tanh_form.value, 2.699, 4.732e-4, 1e-3, 1e-7);
  check_near(tanh_form.derivative, 2.019, 8.68e-4, 1e-3, 1e-6);
  check_near(largest_difference(Activation::kGelu, Activation::kGeluSigmoid).value, 2.27, 2.03e-2,
             1e-2, 1e-4);
  check_near(largest_difference(Activation::kGelu, Activation::kRelu).value, 0.7517915247,
             0.1699712075, 1e-7, 1e-10);
  const Extremum none = largest_difference(Activation::kSilu, Activation::kSilu).value;
  CHECK(none.y == 0.0);
}

TEST_CASE("landmarks: an activation has difference 0 from itself at a point inside the range") {
  const LargestDifference none = largest_difference(Activation::kGelu, Activation::kGelu);
  for (const Extremum& found : {none.value, none.derivative}) {
    CHECK(found.y == 0.0);
    CHECK(std::abs(found.x) <= 10.0);
  }
}
