#pragma once
// Activation functions and their derivatives.
//
// The double functions are the specification: closed forms without cancellation. Exact GELU is x
// erfc(-x / sqrt 2) / 2, because 1 + erf loses all digits below x = -5; the others are x times a
// sigmoid, including the tanh form, since (1 + tanh u) / 2 = sigmoid(2u). The float32 functions
// also compute in double, with SIMD (kernels/smooth_unit.h), and round once: the error is at most
// 0.503 ulp. Single elements, curves and hidden tensors use the same code and have the same bits.
//
// For every activation: NaN gives NaN; +inf gives +inf with derivative 1; -inf gives -0 (ReLU: +0;
// the identity: -inf) with derivative 0 of either sign (the identity: 1).

#include <array>
#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/core/names.h"

namespace ffn {

enum class Activation {
  kRelu,      ///< max(0, x); its derivative at exactly 0 is 0 by convention, as in PyTorch
  kGelu,      ///< x Phi(x) with the exact normal distribution: nn.GELU(), BERT (Hendrycks & Gimpel
              ///< 2016, arXiv 1606.08415)
  kGeluTanh,  ///< 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): nn.GELU(approximate="tanh"),
              ///< GPT-2
  kGeluSigmoid,  ///< x sigmoid(1.702 x): the same paper's quick form
  kSilu,         ///< x sigmoid(x): nn.SiLU(), swish (Elfwing et al. 2017, arXiv 1702.03118)
  kIdentity,     ///< x, that is no activation: nn.Identity(). Then the two linear layers equal one
};
FFN_NAMES(Activation, "activation", "relu", "gelu", "gelu_tanh", "gelu_sigmoid", "silu",
          "identity");

inline constexpr std::array kActivations{Activation::kRelu,     Activation::kGelu,
                                         Activation::kGeluTanh, Activation::kGeluSigmoid,
                                         Activation::kSilu,     Activation::kIdentity};

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
