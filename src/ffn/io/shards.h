#pragma once
// Models in several files: each shard is a safetensors file of its own, and an index, as
// model.safetensors.index.json of Hugging Face's libraries, names the shard of each tensor:
//
//   {"metadata": {...}, "weight_map": {"name of a tensor": "name of a file", ...}}

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ffn/io/safetensors.h"

namespace ffn {

/// The file of each tensor, by the tensor's name.
using WeightMap = std::vector<std::pair<std::string, std::string>>;

/// Parses an index. Throws CheckpointError kNotJson, kWrongType or kMissingField.
WeightMap parse_weight_map(std::string_view text);

/// Joins the headers of several files to one, in which TensorInfo::file is the index of the file.
/// Metadata of earlier files take precedence. Tensors of the index that no file has are the
/// header's absent ones. Throws CheckpointError kDuplicateKey for a tensor of two files.
SafetensorsHeader join_shards(std::vector<SafetensorsHeader> headers,
                              const std::vector<std::string>& names, const WeightMap& index = {});

}  // namespace ffn
