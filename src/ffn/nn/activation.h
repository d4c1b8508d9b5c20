#pragma once
// Activation functions and their derivatives.
//
// The double functions are the specification: closed forms without cancellation. Exact GELU is x
// erfc(-x / sqrt 2) / 2, because 1 + erf loses all digits below x = -5; the other smooth functions
// are x times a sigmoid, including the tanh form, since (1 + tanh u) / 2 = sigmoid(2u). The float32
// functions (kernels/activation_kernel.h) use SIMD. Their values are at most 0.503 ulp off, their
// derivatives at most 6.1e-8 in absolute terms: beside a zero of the derivative, such as GELU's at
// -0.7518, that is many ulp. Single elements, curves and hidden tensors use the same code and have
// the same bits. A floating-point exception of overflow is raised only where the result overflows.
//
// NaN gives NaN. At infinities values and derivatives are the limits: of the smooth functions +inf
// with derivative 1, and -0 with derivative 0 of either sign; core/activation_kind.h states those
// of the others.

#include <vector>

#include "ffn/core/activation_kind.h"
#include "ffn/core/matrix.h"

namespace ffn {

/// Returns the value at x, computed by the closed form.
double activation_value(Activation kind, double x);

/// Returns the value at x, with the same bits as in a hidden tensor.
float activation_value(Activation kind, float x);

/// Returns the derivative at x, computed by the closed form.
double activation_derivative(Activation kind, double x);

/// Returns the derivative at x, with the same bits as in a backward pass.
float activation_derivative(Activation kind, float x);

/// Values and derivatives of an activation at some points, one number per point.
template <class Scalar>
struct ActivationCurveOf {
  std::vector<Scalar> value;
  std::vector<Scalar> derivative;
};

/// Evaluates an activation at the points x.
template <class Scalar>
ActivationCurveOf<Scalar> activation_curve(Activation kind, const std::vector<Scalar>& x) {
  ActivationCurveOf<Scalar> curve;
  curve.value.reserve(x.size());
  curve.derivative.reserve(x.size());
  for (const Scalar point : x) {
    curve.value.push_back(activation_value(kind, point));
    curve.derivative.push_back(activation_derivative(kind, point));
  }
  return curve;
}

/// Computes hidden = activation(pre_activation) element-wise. The shapes must be equal; hidden may
/// be the memory of pre_activation.
template <class Scalar>
void activation_forward(Activation kind, const ConstMatrixViewOf<Scalar>& pre_activation,
                        MatrixViewOf<Scalar> hidden);

/// Computes grad_pre_activation = grad_hidden * activation'(pre_activation) element-wise;
/// grad_pre_activation may be the memory of grad_hidden.
template <class Scalar>
void activation_backward(Activation kind, const ConstMatrixViewOf<Scalar>& pre_activation,
                         const ConstMatrixViewOf<Scalar>& grad_hidden,
                         MatrixViewOf<Scalar> grad_pre_activation);

}  // namespace ffn
