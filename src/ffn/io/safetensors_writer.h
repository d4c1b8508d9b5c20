#pragma once
// Tensors to the bytes of a safetensors file, the same bytes as the reference writer's: tensors by descending alignment of
// their element type, then by name; metadata by key; the header padded with spaces to a multiple of 8 bytes.

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/shape.h"
#include "ffn/io/dtype.h"

namespace ffn {

/// A tensor that shall go into a file; its values, row-major, are only viewed.
struct TensorToWrite {
  std::string name;
  Shape shape;
  std::span<const float> values;
  Dtype dtype = Dtype::kF32;  ///< F32, or rounded to F16 or BF16, or F64
};

using SafetensorsMetadata = std::map<std::string, std::string>;

/// Throws ArgumentError for a name twice or called "__metadata__", text that is not UTF-8, another element type, and values that are
/// not as many as the shape says.
std::vector<std::byte> write_safetensors(const std::vector<TensorToWrite>& tensors, const SafetensorsMetadata& metadata = {});

}  // namespace ffn
