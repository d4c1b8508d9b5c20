#pragma once
// Writer of safetensors files, byte-identical to the reference implementation: tensors sorted by
// descending alignment of their element type, then by name; metadata sorted by key; the header
// padded with spaces to a multiple of 8 bytes.

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/shape.h"
#include "ffn/io/dtype.h"

namespace ffn {

/// A tensor to write; `values` is a row-major view that the caller owns.
struct TensorToWrite {
  std::string name;
  Shape shape;
  std::span<const float> values;
  Dtype dtype = Dtype::kF32;  ///< F32, F64, or F16 or BF16 with rounding
};

using SafetensorsMetadata = std::map<std::string, std::string>;

/// Returns the bytes of a file with these tensors and metadata. Throws ArgumentError for a
/// duplicate name, the name "__metadata__", text that is not UTF-8, another element type, and a
/// number of values that does not match the shape.
std::vector<std::byte> write_safetensors(const std::vector<TensorToWrite>& tensors,
                                         const SafetensorsMetadata& metadata = {});

}  // namespace ffn
