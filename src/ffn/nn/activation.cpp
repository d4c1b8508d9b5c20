#include "ffn/nn/activation.h"

#include <algorithm>
#include <cmath>

#include "ffn/kernels/activation_constants.h"
#include "ffn/kernels/activation_kernel.h"

namespace ffn {

namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;  // 1 / sqrt 2

// Above it the smooth functions have reached their limits, but squares or exponentials would
// overflow, which raises a floating-point exception.
constexpr double kLargestArgument = 1000.0;
double limited(double x) { return std::clamp(x, -kLargestArgument, kLargestArgument); }

constexpr double kLogLargest = 709.782712893384;  // log of the largest double, rounded down

double normal_distribution(double x) { return 0.5 * std::erfc(-x * kSqrtHalf); }
double normal_density(double x) {
  const double t = limited(x);
  return kInverseSqrtTwoPi * std::exp(-0.5 * t * t);
}
double sigmoid(double u) { return u < -kLogLargest ? 0.0 : 1.0 / (1.0 + std::exp(-u)); }

// The closed form of each activation.
template <Activation kind>
struct ClosedForm;

template <>
struct ClosedForm<Activation::kRelu> {
  static double value(double x) { return x > 0 || std::isnan(x) ? x : 0; }
  static double derivative(double x) {
    if (std::isnan(x)) return x;
    return x > 0 ? 1.0 : 0.0;
  }
};

template <>
struct ClosedForm<Activation::kReluSquared> {
  static double value(double x) { return x > 0 ? x * x : ClosedForm<Activation::kRelu>::value(x); }
  static double derivative(double x) { return 2.0 * ClosedForm<Activation::kRelu>::value(x); }
};

template <>
struct ClosedForm<Activation::kIdentity> {
  static double value(double x) { return x; }
  static double derivative(double x) { return std::isnan(x) ? x : 1.0; }
};

// An activation with the limits x and 0, where the formulas of `Form` would give inf * 0 = NaN.
template <class Form>
struct Limited {
  static double value(double x) {
    if (std::isinf(x)) return x > 0.0 ? x : -0.0;
    return Form::finite_value(x);
  }
  static double derivative(double x) {
    if (std::isinf(x)) return x > 0.0 ? 1.0 : 0.0;
    return Form::finite_derivative(x);
  }
};

template <>
struct ClosedForm<Activation::kGelu> : Limited<ClosedForm<Activation::kGelu>> {
  static double finite_value(double x) { return x * normal_distribution(x); }
  static double finite_derivative(double x) {
    return normal_distribution(x) + x * normal_density(x);
  }
};

// x s(u(x)), where s is the sigmoid and `Argument` has u and its derivative as `at` and `slope`.
template <class Argument>
struct SigmoidForm : Limited<SigmoidForm<Argument>> {
  static double finite_value(double x) { return x * sigmoid(Argument::at(limited(x))); }
  // d/dx [x s(u(x))] = s(u) + x s(u) s(-u) u'
  static double finite_derivative(double x) {
    const double u = Argument::at(limited(x));
    const double s = sigmoid(u);
    return s + x * s * sigmoid(-u) * Argument::slope(limited(x));
  }
};

struct TanhArgument {
  static double at(double x) { return kTwoSqrtTwoOverPi * x * (1.0 + kGeluCubic * (x * x)); }
  static double slope(double x) { return kTwoSqrtTwoOverPi * (1.0 + 3.0 * kGeluCubic * (x * x)); }
};

struct QuickArgument {
  static double at(double x) { return kGeluQuick * x; }
  static double slope(double) { return kGeluQuick; }
};

struct PlainArgument {
  static double at(double x) { return x; }
  static double slope(double) { return 1.0; }
};

template <>
struct ClosedForm<Activation::kGeluTanh> : SigmoidForm<TanhArgument> {};
template <>
struct ClosedForm<Activation::kGeluSigmoid> : SigmoidForm<QuickArgument> {};
template <>
struct ClosedForm<Activation::kSilu> : SigmoidForm<PlainArgument> {};

void value_of(Activation kind, const double* x, double* y, Index count) {
  with_activation(
      kind, [=]<Activation each>() { std::transform(x, x + count, y, &ClosedForm<each>::value); });
}
void value_of(Activation kind, const float* x, float* y, Index count) {
  activation_kernel_value(kind, x, y, static_cast<std::size_t>(count));
}

void derivative_of(Activation kind, const double* x, double* y, Index count) {
  with_activation(kind, [=]<Activation each>() {
    std::transform(x, x + count, y, &ClosedForm<each>::derivative);
  });
}
void derivative_of(Activation kind, const float* x, float* y, Index count) {
  activation_kernel_derivative(kind, x, y, static_cast<std::size_t>(count));
}

}  // namespace

double activation_value(Activation kind, double x) {
  return with_activation(kind, [x]<Activation each>() { return ClosedForm<each>::value(x); });
}

double activation_derivative(Activation kind, double x) {
  return with_activation(kind, [x]<Activation each>() { return ClosedForm<each>::derivative(x); });
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
