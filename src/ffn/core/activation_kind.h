#pragma once
// The set of activation functions: one row for each, from which the enumeration, its names, the
// texts of other libraries and the dispatch to closed forms and kernels derive. A row without its
// ClosedForm (nn/activation.cpp) or its Kernel (kernels/activation_kernel_of.h) does not compile.

#include <array>
#include <string_view>

#include "ffn/core/names.h"

/// Calls X(enumerator, our name, PyTorch's text of the layer, Hugging Face's name) for each
/// activation. The text is what print() shows of torch.nn's module, or, where torch.nn has none, of
/// the module of published models (QuickGELU of CLIP, ReLUSquaredActivation of Transformers).
/// Hugging Face's names are those of `transformers.activations.ACT2FN`, which configurations
/// contain.
///
/// - `relu`: max(0, x), +0 for -0 and -inf; its derivative at exactly 0 is 0 by convention, as in
///   PyTorch.
/// - `gelu`: x Phi(x) with the exact normal distribution; BERT (Hendrycks & Gimpel 2016, arXiv
///   1606.08415).
/// - `gelu_tanh`: 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))); GPT-2.
/// - `gelu_sigmoid`: x sigmoid(1.702 x), the same paper's quick form.
/// - `silu`: x sigmoid(x), swish (Elfwing et al. 2017, arXiv 1702.03118).
/// - `identity`: x, also at infinities, that is no activation; its derivative is 1. Then the two
///   linear layers equal one.
/// - `relu2`: max(0, x)^2 with derivative 2 max(0, x), +0 for -0 and -inf (So et al. 2021, arXiv
///   2109.08668); Persimmon, Nemotron. From 1.85e19 on float32 has +inf; the derivative at +inf is
///   +inf.
#define FFN_ACTIVATIONS(X)                                          \
  X(kRelu, "relu", "ReLU()", "relu")                                \
  X(kGelu, "gelu", "GELU(approximate='none')", "gelu")              \
  X(kGeluTanh, "gelu_tanh", "GELU(approximate='tanh')", "gelu_new") \
  X(kGeluSigmoid, "gelu_sigmoid", "QuickGELU()", "quick_gelu")      \
  X(kSilu, "silu", "SiLU()", "silu")                                \
  X(kIdentity, "identity", "Identity()", "linear")                  \
  X(kReluSquared, "relu2", "ReLUSquaredActivation()", "relu2")

/// Columns of FFN_ACTIVATIONS.
#define FFN_ACTIVATION_ENUMERATOR(enumerator, ours, torch, hugging_face) enumerator,
#define FFN_ACTIVATION_MEMBER(enumerator, ours, torch, hugging_face) Activation::enumerator,
#define FFN_ACTIVATION_NAME(enumerator, ours, torch, hugging_face) ours,
#define FFN_ACTIVATION_TORCH(enumerator, ours, torch, hugging_face) torch,
#define FFN_ACTIVATION_HUGGING_FACE(enumerator, ours, torch, hugging_face) hugging_face,
#define FFN_ACTIVATION_CASE(enumerator, ours, torch, hugging_face) \
  case Activation::enumerator: return function.template operator()<Activation::enumerator>();

namespace ffn {

/// The activation functions; FFN_ACTIVATIONS describes them.
enum class Activation { FFN_ACTIVATIONS(FFN_ACTIVATION_ENUMERATOR) };
FFN_NAMES(Activation, "activation", FFN_ACTIVATIONS(FFN_ACTIVATION_NAME));

/// All activations, in the order of the table.
inline constexpr std::array kActivations{FFN_ACTIVATIONS(FFN_ACTIVATION_MEMBER)};

/// PyTorch's texts of the layers, in the order of the table.
inline constexpr auto kTorchActivations =
    std::to_array<std::string_view>({FFN_ACTIVATIONS(FFN_ACTIVATION_TORCH)});

/// Hugging Face's names, in the order of the table.
inline constexpr auto kHuggingFaceActivations =
    std::to_array<std::string_view>({FFN_ACTIVATIONS(FFN_ACTIVATION_HUGGING_FACE)});

/// Throws ArgumentError for a value that is not an enumerator.
[[noreturn]] void reject_activation(Activation kind);

/// Calls `function` with the kind as its template argument and returns the result. Throws
/// ArgumentError for a value that is not an enumerator.
template <class Function>
auto with_activation(Activation kind, Function function) {
  switch (kind) { FFN_ACTIVATIONS(FFN_ACTIVATION_CASE) }
  reject_activation(kind);
}

}  // namespace ffn
