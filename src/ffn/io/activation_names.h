#pragma once
// Names of activation functions in files: this library's own, Hugging Face's (ACT2FN of
// transformers/activations.py), PyTorch's, and those of other libraries' configurations.

#include <optional>
#include <string_view>

#include "ffn/core/activation_kind.h"

namespace ffn {

/// Returns the activation with that name, nullopt if this library does not have it. Upper and lower
/// case, a module before the name (`nn.GELU`, `torch.nn.functional.silu`) and empty brackets after
/// it (`ReLU()`) do not matter. A gate's name stands for its activation: `swiglu` is silu. Two
/// names of the same formula in different rounding are one activation: `gelu_fast` and `gelu_new`.
std::optional<Activation> activation_named(std::string_view name);

}  // namespace ffn
