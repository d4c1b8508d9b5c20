#pragma once
// Activation functions, each its value beside its derivative. Every function is evaluated in double and rounded once
// to float32, in a form without cancellation: exact GELU as 0.5 x erfc(-x / sqrt 2) (1 + erf loses every digit below
// x = -5), the tanh form as x / (1 + e^(-2u)).
//
// For every kind: NaN gives NaN; +inf gives value +inf and derivative 1; -inf gives value 0 (GELU: -0) and derivative 0.

#include <string_view>

#include "ffn/core/matrix.h"

namespace ffn {

enum class Activation {
  kRelu,      ///< max(0, x); its derivative at exactly 0 is 0 by convention, as in PyTorch
  kGelu,      ///< x Phi(x) with the exact normal distribution: nn.GELU(), BERT (Hendrycks & Gimpel 2016, arXiv 1606.08415)
  kGeluTanh,  ///< 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): nn.GELU(approximate="tanh"), GPT-2
};

/// "relu", "gelu" or "gelu_tanh".
std::string_view name_of(Activation kind);

/// The activation of that name. Throws ArgumentError for any other name.
Activation activation_named(std::string_view name);

/// Value at x.
float activation_value(Activation kind, float x);

/// Derivative at x.
float activation_derivative(Activation kind, float x);

/// hidden = activation(pre_activation), element by element; the shapes must be equal, the memory may be the same.
void activation_forward(Activation kind, const ConstMatrixView& pre_activation, MatrixView hidden);

}  // namespace ffn
