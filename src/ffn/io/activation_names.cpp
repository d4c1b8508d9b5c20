#include "ffn/io/activation_names.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "ffn/core/ascii.h"

namespace ffn {

namespace {

struct Alias {
  std::string_view name;
  Activation activation;
};

// Names besides the columns of FFN_ACTIVATIONS, in lower case.
constexpr Alias kAliases[] = {
    // https://github.com/huggingface/transformers/blob/main/src/transformers/activations.py. The
    // tanh forms differ in rounding only: gelu_fast writes sqrt(2/pi) with ten digits.
    {"gelu_python", Activation::kGelu},
    {"gelu_accurate", Activation::kGeluTanh},
    {"gelu_fast", Activation::kGeluTanh},
    {"gelu_python_tanh", Activation::kGeluTanh},
    {"gelu_pytorch_tanh", Activation::kGeluTanh},
    {"swish", Activation::kSilu},
    // The activations of gates: https://arxiv.org/abs/2002.05202; `activation_type` of OLMo,
    // `activation_function` of nomic_bert.
    {"reglu", Activation::kRelu},
    {"geglu", Activation::kGelu},
    {"swiglu", Activation::kSilu},
    // `activation_fn` of https://github.com/huggingface/diffusers models/attention.py: FeedForward;
    // ApproximateGELU is x sigmoid(1.702 x).
    {"gelu-approximate", Activation::kGeluTanh},
    {"geglu-approximate", Activation::kGeluSigmoid},
    {"linear-silu", Activation::kSilu},
    // QuickGELU of https://github.com/openai/CLIP/blob/main/clip/model.py
    {"quickgelu", Activation::kGeluSigmoid},
    // `--squared-relu` and `squared-relu` of Megatron-LM and NeMo
    {"squared_relu", Activation::kReluSquared},
    {"squared-relu", Activation::kReluSquared},
};

// Returns the name in lower case, without module and empty brackets.
std::string plain_name(std::string_view name) {
  if (name.ends_with("()")) name.remove_suffix(2);
  if (name.find('(') == std::string_view::npos) name.remove_prefix(name.rfind('.') + 1);
  std::string plain(name);
  std::transform(plain.begin(), plain.end(), plain.begin(), lower_case);
  return plain;
}

std::optional<Activation> find(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return kActivations[static_cast<std::size_t>(found - names.begin())];
}

}  // namespace

std::optional<Activation> activation_named(std::string_view name) {
  if (const auto found = find(kTorchActivations, name)) return found;
  const std::string plain = plain_name(name);
  if (const auto found = find(kHuggingFaceActivations, plain)) return found;
  if (const auto found = find(NamesOf<Activation>::names, plain)) return found;
  const auto* const found = std::find_if(std::begin(kAliases), std::end(kAliases),
                                         [&](const Alias& alias) { return alias.name == plain; });
  if (found == std::end(kAliases)) return std::nullopt;
  return found->activation;
}

}  // namespace ffn
