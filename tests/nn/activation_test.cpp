#include "ffn/nn/activation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "accuracy/unit_accuracy.h"
#include "ffn/core/check.h"
#include "golden.h"

using namespace ffn;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

constexpr float kLarge = 1e19F;
constexpr float kLargest = 3.4e38F;
constexpr std::array kExtremes{-kInfinity, -kLargest, kLarge, kLargest, kInfinity};

// Values and derivatives at kExtremes, by hand.
struct AtExtremes {
  Activation kind;
  std::array<float, kExtremes.size()> value;
  std::array<float, kExtremes.size()> derivative;
};
constexpr std::array<float, kExtremes.size()> kZeroOrX{0, 0, kLarge, kLargest, kInfinity};
constexpr std::array<float, kExtremes.size()> kZeroOrOne{0, 0, 1, 1, 1};
constexpr AtExtremes kAtExtremes[] = {
    {Activation::kRelu, kZeroOrX, kZeroOrOne},
    {Activation::kGelu, kZeroOrX, kZeroOrOne},
    {Activation::kGeluTanh, kZeroOrX, kZeroOrOne},
    {Activation::kGeluSigmoid, kZeroOrX, kZeroOrOne},
    {Activation::kSilu, kZeroOrX, kZeroOrOne},
    {Activation::kIdentity, kExtremes, {1, 1, 1, 1, 1}},
    {Activation::kReluSquared,
     {0, 0, kLarge* kLarge, kInfinity, kInfinity},
     {0, 0, 2 * kLarge, kInfinity, kInfinity}},
};
static_assert(std::size(kAtExtremes) == kActivations.size());

// Returns half an ulp of float32 at y (or half the smallest subnormal), 0 beyond the largest
// number.
double half_ulp(double y) {
  const double magnitude = std::abs(y);
  const auto rounded = static_cast<float>(magnitude);
  if (std::isinf(rounded)) return 0.0;
  return 0.5 * (static_cast<double>(std::nextafter(rounded, kInfinity)) - rounded);
}

}  // namespace

TEST_CASE("activation: names round-trip and unknown names are rejected") {
  for (const Activation kind : kActivations) CHECK(named<Activation>(name_of(kind)) == kind);
  const std::string expected =
      "activation is \"swish\"; expected " + list_of_names(NamesOf<Activation>::names);
  CHECK_THROWS_WITH(named<Activation>("swish"), expected.c_str());
}

TEST_CASE("activation: a value that is not an enumerator is rejected") {
  const auto unknown = static_cast<Activation>(99);
  const char* const message = "activation is 99; expected a member of ffn::Activation";
  CHECK_THROWS_WITH(activation_value(unknown, 1.0F), message);
  CHECK_THROWS_WITH(activation_value(unknown, 1.0), message);
}

TEST_CASE("activation: values computed by hand") {
  CHECK(activation_value(Activation::kRelu, -1.5F) == 0.0F);
  CHECK(activation_value(Activation::kRelu, 1.5F) == 1.5F);
  CHECK(activation_value(Activation::kGelu, 1.0F) == doctest::Approx(0.8413447461).epsilon(1e-7));
  CHECK(activation_value(Activation::kGelu, -1.0F) == doctest::Approx(-0.1586552539).epsilon(1e-7));
  CHECK(activation_value(Activation::kGelu, -5.0F) == doctest::Approx(-1.4332578e-6).epsilon(1e-7));
  CHECK(activation_value(Activation::kGeluTanh, -2.0F) ==
        doctest::Approx(-0.0454023059).epsilon(1e-7));
  CHECK(activation_value(Activation::kGeluTanh, -5.0F) ==
        doctest::Approx(-2.2917961e-7).epsilon(1e-7));
  CHECK(activation_derivative(Activation::kGelu, 0.0F) == 0.5F);
  CHECK(activation_derivative(Activation::kGelu, 1.0F) == doctest::Approx(1.0833155).epsilon(1e-7));
  CHECK(activation_derivative(Activation::kRelu, 0.0F) == 0.0F);
  CHECK(activation_value(Activation::kReluSquared, 1.5F) == 2.25F);
  CHECK(activation_value(Activation::kReluSquared, -1.5F) == 0.0F);
  CHECK_FALSE(std::signbit(activation_value(Activation::kReluSquared, -0.0F)));
  CHECK(activation_derivative(Activation::kReluSquared, 1.5F) == 3.0F);
  CHECK(activation_derivative(Activation::kReluSquared, -1.5F) == 0.0F);
}

TEST_CASE("activation: agrees with PyTorch to half an ulp") {
  const auto golden = test::read_golden("activation");
  const auto& x = golden.at("x").values;
  for (const Activation kind : kActivations) {
    const auto& value = golden.at("value_" + std::string(name_of(kind))).values;
    const auto& derivative = golden.at("derivative_" + std::string(name_of(kind))).values;
    for (std::size_t i = 0; i < x.size(); ++i) {
      CAPTURE(name_of(kind));
      CAPTURE(x[i]);
      const auto at = static_cast<float>(x[i]);
      // 1e-12 relative: the rounding error of PyTorch's own double arithmetic.
      CHECK(test::error_of(activation_value(kind, at), value[i]) <=
            half_ulp(value[i]) + 1e-12 * std::abs(value[i]));
      CHECK(test::error_of(activation_derivative(kind, at), derivative[i]) <= 1e-7);
    }
  }
}

TEST_CASE("activation: no cancellation and no early underflow in the tails") {
  // GELU(-13) = -13 Phi(-13) = -7.95e-38, still a normal float32; 1 + erf would give 0 below -5.9.
  CHECK(activation_value(Activation::kGelu, -13.0F) < 0.0F);
  CHECK(activation_value(Activation::kGelu, -13.0F) ==
        doctest::Approx(-13.0 * 0.5 * std::erfc(13.0 / std::sqrt(2.0))).epsilon(1e-6));
  CHECK(activation_value(Activation::kGelu, -15.0F) == 0.0F);
  CHECK(std::signbit(activation_value(Activation::kGelu, -15.0F)));
}

TEST_CASE("activation: NaN, zero, infinities and the largest numbers") {
  for (const AtExtremes& row : kAtExtremes) {
    CAPTURE(name_of(row.kind));
    CHECK(std::isnan(activation_value(row.kind, kNaN)));
    CHECK(std::isnan(activation_derivative(row.kind, kNaN)));
    CHECK(activation_value(row.kind, 0.0F) == 0.0F);
    for (std::size_t i = 0; i < kExtremes.size(); ++i) {
      CAPTURE(kExtremes[i]);
      CHECK(activation_value(row.kind, kExtremes[i]) == row.value[i]);
      CHECK(activation_derivative(row.kind, kExtremes[i]) == row.derivative[i]);
      if (!std::isinf(kExtremes[i])) continue;  // the closed forms of the others are larger numbers
      const double x = kExtremes[i];
      CHECK(activation_value(row.kind, x) == row.value[i]);
      CHECK(activation_derivative(row.kind, x) == row.derivative[i]);
    }
  }
}

#if defined(FE_OVERFLOW)  // WebAssembly has no flags of exceptions
TEST_CASE("activation: no spurious floating-point exception, from tiny numbers to the largest") {
  constexpr int kExceptions = FE_OVERFLOW | FE_DIVBYZERO | FE_INVALID;
  const auto raised = [](Activation kind, auto x) {
    std::feclearexcept(FE_ALL_EXCEPT);
    const auto value = activation_value(kind, x);
    const int by_value = std::isinf(value) ? 0 : std::fetestexcept(kExceptions);
    std::feclearexcept(FE_ALL_EXCEPT);
    const auto derivative = activation_derivative(kind, x);
    return by_value | (std::isinf(derivative) ? 0 : std::fetestexcept(kExceptions));
  };
  for (const Activation kind : kActivations) {
    CAPTURE(name_of(kind));
    for (double x = 1e-300; x < 1e308; x *= 1.37) {
      CAPTURE(x);
      CHECK(raised(kind, x) == 0);
      CHECK(raised(kind, -x) == 0);
      if (x < 1e-40 || x > 3e38) continue;
      CHECK(raised(kind, static_cast<float>(x)) == 0);
      CHECK(raised(kind, static_cast<float>(-x)) == 0);
    }
    CHECK(raised(kind, std::numeric_limits<double>::lowest()) == 0);
    CHECK(raised(kind, std::numeric_limits<double>::max()) == 0);
  }
}

TEST_CASE("activation: a tensor raises no floating-point exception where no result overflows") {
  constexpr int kExceptions = FE_OVERFLOW | FE_DIVBYZERO | FE_INVALID;
  Matrix x(2, 600);
  float magnitude = 1e-40F;
  for (Index i = 0; i < x.cols(); ++i) {
    x(0, i) = magnitude;
    x(1, i) = -magnitude;
    magnitude = std::min(magnitude * 1.37F, 1e18F);
  }
  const Matrix ones = Matrix::Ones(x.rows(), x.cols());
  Matrix y(x.rows(), x.cols());
  for (const Activation kind : kActivations) {
    CAPTURE(name_of(kind));
    std::feclearexcept(FE_ALL_EXCEPT);
    activation_forward<float>(kind, view(std::as_const(x)), view(y));
    activation_backward<float>(kind, view(std::as_const(x)), view(ones), view(y));
    CHECK(std::fetestexcept(kExceptions) == 0);
  }
}
#endif

TEST_CASE("activation: exact GELU(x) is x + GELU(-x)") {
  for (float x = 0.0F; x < 8.0F; x += 0.0625F) {
    const double sum = static_cast<double>(activation_value(Activation::kGelu, x)) -
                       activation_value(Activation::kGelu, -x);
    CHECK(sum == doctest::Approx(x).epsilon(1.3e-7));
  }
}

TEST_CASE("activation: the derivative agrees with the central difference of the value") {
  for (const Activation kind : kActivations) {
    for (float x = -6.0F; x <= 6.0F; x += 0.125F) {
      if (x == 0.0F) continue;            // where the derivative of ReLU jumps
      constexpr float kStep = 0.015625F;  // exact in float32
      const double slope = (static_cast<double>(activation_value(kind, x + kStep)) -
                            activation_value(kind, x - kStep)) /
                           (2.0 * kStep);
      CHECK(std::abs(slope - activation_derivative(kind, x)) <
            1e-4);  // step^2 / 6 times the third derivative, below 2
    }
  }
}

TEST_CASE("activation: activation_forward may work in place") {
  Matrix m(2, 3);
  m << -2, -1, 0, 1, 2, 3;
  const Matrix before = m;
  activation_forward<float>(Activation::kGelu, ConstMatrixView(m.data(), 2, 3), view(m));
  for (Index i = 0; i < 6; ++i)
    CHECK(m.data()[i] == activation_value(Activation::kGelu, before.data()[i]));
}

TEST_CASE("activation: activation_backward multiplies by the derivative") {
  Matrix z(2, 3);
  z << -2, -1, 0, 1, 2, 3;
  Matrix grad_hidden(2, 3);
  grad_hidden << 1, -2, 3, -4, 5, -6;
  for (const Activation kind : kActivations) {
    Matrix grad(2, 3);
    activation_backward<float>(kind, ConstMatrixView(z.data(), 2, 3),
                               ConstMatrixView(grad_hidden.data(), 2, 3), view(grad));
    for (Index i = 0; i < 6; ++i)
      CHECK(grad.data()[i] == grad_hidden.data()[i] * activation_derivative(kind, z.data()[i]));
  }
}
