#include "ffn/nn/activation.h"

#include <cmath>
#include <string>

#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;          // 1 / sqrt 2
constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;  // 1 / sqrt(2 pi)
constexpr double kSqrtTwoOverPi = 0.79788456080286535588;     // sqrt(2 / pi)
constexpr double kCubic = 0.044715;                           // Hendrycks & Gimpel's fitted coefficient

double normal_distribution(double x) { return 0.5 * std::erfc(-x * kSqrtHalf); }
double normal_density(double x) { return kInverseSqrtTwoPi * std::exp(-0.5 * x * x); }

// The argument of tanh in the tanh form, and its slope.
double tanh_argument(double x) { return kSqrtTwoOverPi * (x + kCubic * x * x * x); }
double tanh_argument_slope(double x) { return kSqrtTwoOverPi * (1.0 + 3.0 * kCubic * x * x); }

// (1 + tanh u) / 2 without cancellation at either end.
double half_one_plus_tanh(double u) { return 1.0 / (1.0 + std::exp(-2.0 * u)); }

double gelu(double x) { return x * normal_distribution(x); }
double gelu_slope(double x) { return normal_distribution(x) + x * normal_density(x); }

double gelu_tanh(double x) { return x * half_one_plus_tanh(tanh_argument(x)); }

// d/dx [x s(u(x))] = s + x s' u' with s' = 2 s(u) s(-u).
double gelu_tanh_slope(double x) {
  const double u = tanh_argument(x);
  const double s = half_one_plus_tanh(u);
  return s + 2.0 * x * s * half_one_plus_tanh(-u) * tanh_argument_slope(x);
}

float relu(float x) { return x > 0.0F || std::isnan(x) ? x : 0.0F; }
float relu_slope(float x) { return std::isnan(x) ? x : (x > 0.0F ? 1.0F : 0.0F); }

}  // namespace

std::string_view name_of(Activation kind) {
  switch (kind) {
    case Activation::kRelu: return "relu";
    case Activation::kGelu: return "gelu";
    case Activation::kGeluTanh: return "gelu_tanh";
  }
  throw ArgumentError("activation", std::to_string(static_cast<int>(kind)), "a member of ffn::Activation");
}

Activation activation_named(std::string_view name) {
  for (const Activation kind : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh}) {
    if (name_of(kind) == name) return kind;
  }
  throw ArgumentError("activation", "\"" + std::string(name) + "\"", "\"relu\", \"gelu\" or \"gelu_tanh\"");
}

float activation_value(Activation kind, float x) {
  if (kind == Activation::kRelu) return relu(x);
  if (std::isinf(x)) return x > 0.0F ? x : -0.0F;  // the limits; the formulas would give inf * 0 = NaN
  return static_cast<float>(kind == Activation::kGelu ? gelu(x) : gelu_tanh(x));
}

float activation_derivative(Activation kind, float x) {
  if (kind == Activation::kRelu) return relu_slope(x);
  if (std::isinf(x)) return x > 0.0F ? 1.0F : 0.0F;
  return static_cast<float>(kind == Activation::kGelu ? gelu_slope(x) : gelu_tanh_slope(x));
}

void activation_forward(Activation kind, const ConstMatrixView& pre_activation, MatrixView hidden) {
  for (Index i = 0; i < pre_activation.size(); ++i) hidden.data()[i] = activation_value(kind, pre_activation.data()[i]);
}

}  // namespace ffn
