#include "ffn/nn/activation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ffn/core/check.h"
#include "ffn/kernels/relu.h"
#include "ffn/kernels/smooth_unit.h"

namespace ffn {

namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;          // 1 / sqrt 2
constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;  // 1 / sqrt(2 pi)
constexpr double kTwoSqrtTwoOverPi = 1.59576912160573071176;  // 2 sqrt(2 / pi)
constexpr double kCubic = 0.044715;  // Hendrycks & Gimpel's fitted coefficients
constexpr double kQuick = 1.702;

double normal_distribution(double x) { return 0.5 * std::erfc(-x * kSqrtHalf); }
double normal_density(double x) { return kInverseSqrtTwoPi * std::exp(-0.5 * x * x); }
double sigmoid(double u) { return 1.0 / (1.0 + std::exp(-u)); }

[[noreturn]] void reject_kind(Activation kind) {
  reject("activation", static_cast<int>(kind), "a member of ffn::Activation");
}

// u(x) and its derivative, for the activations of the form x sigmoid(u(x)).
struct Argument {
  double u;
  double slope;
};

Argument sigmoid_argument(Activation kind, double x) {
  const double square = x * x;
  switch (kind) {
    case Activation::kGeluTanh:
      return {kTwoSqrtTwoOverPi * x * (1.0 + kCubic * square),
              kTwoSqrtTwoOverPi * (1.0 + 3.0 * kCubic * square)};
    case Activation::kGeluSigmoid: return {kQuick * x, kQuick};
    case Activation::kSilu: return {x, 1.0};
    default: reject_kind(kind);
  }
}

double relu(double x) { return x > 0 || std::isnan(x) ? x : 0; }
double relu_slope(double x) {
  if (std::isnan(x)) return x;
  return x > 0 ? 1.0 : 0.0;
}

double identity_slope(double x) { return std::isnan(x) ? x : 1.0; }

// Maps an activation other than ReLU, which has a kernel of its own, and the identity to the
// enumerator of the SIMD kernel.
SmoothUnit unit_of(Activation kind) {
  switch (kind) {
    case Activation::kGelu: return SmoothUnit::kGelu;
    case Activation::kGeluTanh: return SmoothUnit::kGeluTanh;
    case Activation::kGeluSigmoid: return SmoothUnit::kGeluSigmoid;
    case Activation::kSilu: return SmoothUnit::kSilu;
    default: reject_kind(kind);
  }
}

void value_of(Activation kind, const double* x, double* y, Index count) {
  for (Index i = 0; i < count; ++i) y[i] = activation_value(kind, x[i]);
}
void value_of(Activation kind, const float* x, float* y, Index count) {
  if (kind == Activation::kRelu) {
    relu_value(x, y, static_cast<std::size_t>(count));
  } else if (kind == Activation::kIdentity) {
    std::copy_n(x, x == y ? 0 : count, y);
  } else {
    smooth_unit_value(unit_of(kind), x, y, static_cast<std::size_t>(count));
  }
}

void derivative_of(Activation kind, const double* x, double* y, Index count) {
  for (Index i = 0; i < count; ++i) y[i] = activation_derivative(kind, x[i]);
}
void derivative_of(Activation kind, const float* x, float* y, Index count) {
  if (kind == Activation::kRelu) {
    relu_derivative(x, y, static_cast<std::size_t>(count));
  } else if (kind == Activation::kIdentity) {
    std::transform(x, x + count, y, [](float each) { return std::isnan(each) ? each : 1.0F; });
  } else {
    smooth_unit_derivative(unit_of(kind), x, y, static_cast<std::size_t>(count));
  }
}

}  // namespace

double activation_value(Activation kind, double x) {
  if (kind == Activation::kRelu) return relu(x);
  if (kind == Activation::kIdentity) return x;
  if (std::isinf(x))
    return x > 0.0 ? x : -0.0;  // the limits; the formulas would give inf * 0 = NaN
  if (kind == Activation::kGelu) return x * normal_distribution(x);
  return x * sigmoid(sigmoid_argument(kind, x).u);
}

// d/dx [x s(u(x))] = s(u) + x s(u) s(-u) u'.
double activation_derivative(Activation kind, double x) {
  if (kind == Activation::kRelu) return relu_slope(x);
  if (kind == Activation::kIdentity) return identity_slope(x);
  if (std::isinf(x)) return x > 0.0 ? 1.0 : 0.0;
  if (kind == Activation::kGelu) return normal_distribution(x) + x * normal_density(x);
  const Argument argument = sigmoid_argument(kind, x);
  const double s = sigmoid(argument.u);
  const double bend = x * s * sigmoid(-argument.u);
  return bend == 0.0
             ? s
             : s + bend *
                       argument
                           .slope;  // for large |x| the slope overflows to infinity while bend is 0
}

float activation_value(Activation kind, float x) {
  value_of(kind, &x, &x, 1);
  return x;
}

float activation_derivative(Activation kind, float x) {
  derivative_of(kind, &x, &x, 1);
  return x;
}

template <class Scalar>
void activation_forward(Activation kind, const ConstMatrixViewOf<Scalar>& pre_activation,
                        MatrixViewOf<Scalar> hidden) {
  value_of(kind, pre_activation.data(), hidden.data(), pre_activation.size());
}

template <class Scalar>
void activation_backward(Activation kind, const ConstMatrixViewOf<Scalar>& pre_activation,
                         const ConstMatrixViewOf<Scalar>& grad_hidden,
                         MatrixViewOf<Scalar> grad_pre_activation) {
  constexpr Index kChunk = 256;  // derivatives are computed in chunks in a buffer on the stack
  Scalar derivative[kChunk];
  for (Index first = 0; first < pre_activation.size(); first += kChunk) {
    const Index count = std::min(kChunk, pre_activation.size() - first);
    derivative_of(kind, pre_activation.data() + first, derivative, count);
    const Scalar* grad = grad_hidden.data() + first;
    for (Index i = 0; i < count; ++i)
      grad_pre_activation.data()[first + i] = grad[i] * derivative[i];
  }
}

template void activation_forward<float>(Activation, const ConstMatrixViewOf<float>&,
                                        MatrixViewOf<float>);
template void activation_forward<double>(Activation, const ConstMatrixViewOf<double>&,
                                         MatrixViewOf<double>);
template void activation_backward<float>(Activation, const ConstMatrixViewOf<float>&,
                                         const ConstMatrixViewOf<float>&, MatrixViewOf<float>);
template void activation_backward<double>(Activation, const ConstMatrixViewOf<double>&,
                                          const ConstMatrixViewOf<double>&, MatrixViewOf<double>);

}  // namespace ffn
