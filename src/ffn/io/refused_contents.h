#pragma once
// Says what a safetensors file contains whose feed-forward networks cannot be read: packed or
// quantized weights, adapters without the model, experts fused in one tensor, networks with other
// layers inside.

#include <optional>
#include <string>

#include "ffn/io/safetensors.h"

namespace ffn {

/// Returns a phrase that names contents which are not read, and one of their tensors, such as
/// `weights quantized by AWQ (tensor "h.0.up_proj.qweight")`; nullopt if the file has none of them.
/// Names decide, so that it is asked of files without a network that is read.
std::optional<std::string> refused_contents(const SafetensorsHeader& header);

}  // namespace ffn
