#include "ffn/nn/activation.h"

#include <cmath>
#include <string>

#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;          // 1 / sqrt 2
constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;  // 1 / sqrt(2 pi)
constexpr double kTwoSqrtTwoOverPi = 1.59576912160573071176;  // 2 sqrt(2 / pi)
constexpr double kCubic = 0.044715;                           // Hendrycks & Gimpel's fitted coefficients
constexpr double kQuick = 1.702;

double normal_distribution(double x) { return 0.5 * std::erfc(-x * kSqrtHalf); }
double normal_density(double x) { return kInverseSqrtTwoPi * std::exp(-0.5 * x * x); }
double sigmoid(double u) { return 1.0 / (1.0 + std::exp(-u)); }

// The kinds of the form x sigmoid(u(x)): u and its slope.
struct Argument {
  double u;
  double slope;
};

Argument sigmoid_argument(Activation kind, double x) {
  if (kind == Activation::kGeluTanh) {
    const double square = x * x;
    return {kTwoSqrtTwoOverPi * x * (1.0 + kCubic * square), kTwoSqrtTwoOverPi * (1.0 + 3.0 * kCubic * square)};
  }
  const double factor = kind == Activation::kGeluSigmoid ? kQuick : 1.0;
  return {factor * x, factor};
}

double relu(double x) { return x > 0.0 || std::isnan(x) ? x : 0.0; }
double relu_slope(double x) { return std::isnan(x) ? x : (x > 0.0 ? 1.0 : 0.0); }

}  // namespace

std::string_view name_of(Activation kind) {
  switch (kind) {
    case Activation::kRelu: return "relu";
    case Activation::kGelu: return "gelu";
    case Activation::kGeluTanh: return "gelu_tanh";
    case Activation::kGeluSigmoid: return "gelu_sigmoid";
    case Activation::kSilu: return "silu";
  }
  throw ArgumentError("activation", std::to_string(static_cast<int>(kind)), "a member of ffn::Activation");
}

Activation activation_named(std::string_view name) {
  for (const Activation kind : kActivations) {
    if (name_of(kind) == name) return kind;
  }
  throw ArgumentError("activation", "\"" + std::string(name) + "\"", "\"relu\", \"gelu\", \"gelu_tanh\", \"gelu_sigmoid\" or \"silu\"");
}

double activation_value(Activation kind, double x) {
  if (kind == Activation::kRelu) return relu(x);
  if (std::isinf(x)) return x > 0.0 ? x : -0.0;  // the limits; the formulas would give inf * 0 = NaN
  if (kind == Activation::kGelu) return x * normal_distribution(x);
  return x * sigmoid(sigmoid_argument(kind, x).u);
}

// d/dx [x s(u(x))] = s(u) + x s(u) s(-u) u'.
double activation_derivative(Activation kind, double x) {
  if (kind == Activation::kRelu) return relu_slope(x);
  if (std::isinf(x)) return x > 0.0 ? 1.0 : 0.0;
  if (kind == Activation::kGelu) return normal_distribution(x) + x * normal_density(x);
  const Argument argument = sigmoid_argument(kind, x);
  const double s = sigmoid(argument.u);
  return s + x * s * sigmoid(-argument.u) * argument.slope;
}

float activation_value(Activation kind, float x) { return static_cast<float>(activation_value(kind, static_cast<double>(x))); }

float activation_derivative(Activation kind, float x) { return static_cast<float>(activation_derivative(kind, static_cast<double>(x))); }

}  // namespace ffn
