#pragma once
// Activation functions, each its value beside its derivative.
//
// The double functions are the specification: closed forms without cancellation, exact GELU as x erfc(-x / sqrt 2) / 2 (1 + erf loses
// every digit below x = -5), the others as x times a sigmoid, the tanh form too, since (1 + tanh u) / 2 is the sigmoid of 2u.
// The float32 functions compute in double as well, on vector lanes (kernels/smooth_unit.h), and round once: at most 0.503 units in the
// last place. One element, a curve and a network's hidden tensor go through the same code and have the same bits.
//
// For every kind: NaN gives NaN; +inf gives value +inf and derivative 1; -inf gives value 0 (all but ReLU: -0) and
// derivative 0 (of either sign).

#include <array>
#include <string_view>

#include "ffn/core/matrix.h"

namespace ffn {

enum class Activation {
  kRelu,         ///< max(0, x); its derivative at exactly 0 is 0 by convention, as in PyTorch
  kGelu,         ///< x Phi(x) with the exact normal distribution: nn.GELU(), BERT (Hendrycks & Gimpel 2016, arXiv 1606.08415)
  kGeluTanh,     ///< 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): nn.GELU(approximate="tanh"), GPT-2
  kGeluSigmoid,  ///< x sigmoid(1.702 x): the same paper's quick form
  kSilu,         ///< x sigmoid(x): nn.SiLU(), swish (Elfwing et al. 2017, arXiv 1702.03118), for comparison
};

inline constexpr std::array kActivations{Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kGeluSigmoid,
                                         Activation::kSilu};

/// "relu", "gelu", "gelu_tanh", "gelu_sigmoid" or "silu".
std::string_view name_of(Activation kind);

/// The activation of that name. Throws ArgumentError for any other name.
Activation activation_named(std::string_view name);

/// The value at x by the closed form.
double activation_value(Activation kind, double x);

/// The value at x as a hidden tensor has it, bit for bit.
float activation_value(Activation kind, float x);

/// The derivative at x by the closed form.
double activation_derivative(Activation kind, double x);

/// The derivative at x as the backward pass has it, bit for bit.
float activation_derivative(Activation kind, float x);

/// hidden = activation(pre_activation), element by element; the shapes must be equal, the memory may be the same.
template <class Scalar>
void activation_forward(Activation kind, const ConstMatrixViewOf<Scalar>& pre_activation, MatrixViewOf<Scalar> hidden);

/// grad_pre_activation = grad_hidden * activation'(pre_activation), element by element; the memory may be grad_hidden's.
template <class Scalar>
void activation_backward(Activation kind, const ConstMatrixViewOf<Scalar>& pre_activation, const ConstMatrixViewOf<Scalar>& grad_hidden,
                         MatrixViewOf<Scalar> grad_pre_activation);

}  // namespace ffn
