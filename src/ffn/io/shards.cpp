#include "ffn/io/shards.h"

#define JSON_NO_IO  // excludes the stream interface
#include <algorithm>
#include <nlohmann/json.hpp>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/sorted_order.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using nlohmann::json;

constexpr const char* kIndex = "index";

void check_names(const std::vector<TensorInfo>& tensors, const std::vector<std::string>& names) {
  const auto order = sorted_order(tensors.size(), [&](std::size_t a, std::size_t b) {
    return tensors[a].name < tensors[b].name;
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const TensorInfo& first = tensors[order[i - 1]];
    const TensorInfo& second = tensors[order[i]];
    if (first.name != second.name) continue;
    reject(CheckpointReason::kDuplicateKey, part_name(first),
           {"in ", short_quoted(names[first.file]), " and ", short_quoted(names[second.file])},
           "files of one model, each tensor in one of them");
  }
}

}  // namespace

WeightMap parse_weight_map(std::string_view text) {
  const json index = json::parse(text, nullptr, false);
  if (!index.is_object())
    reject(CheckpointReason::kNotJson, kIndex, "no JSON object", "model.safetensors.index.json");
  const auto map = index.find("weight_map");
  if (map == index.end())
    reject(CheckpointReason::kMissingField, {kIndex, " weight_map"}, "missing",
           "model.safetensors.index.json, which has it");
  if (!map->is_object())
    reject(CheckpointReason::kWrongType, {kIndex, " weight_map"}, map->type_name(), "an object");
  WeightMap files;
  for (const auto& [name, file] : map->items()) {
    if (!file.is_string()) {
      reject(CheckpointReason::kWrongType, {kIndex, " weight_map ", short_quoted(name)},
             file.type_name(), "the name of a file");
    }
    files.emplace_back(name, file.get<std::string>());
  }
  return files;
}

SafetensorsHeader join_shards(std::vector<SafetensorsHeader> headers,
                              const std::vector<std::string>& names, const WeightMap& index) {
  std::vector<TensorInfo> tensors;
  SafetensorsHeader::Metadata metadata;
  for (std::size_t file = 0; file < headers.size(); ++file) {
    for (TensorInfo tensor : headers[file].tensors()) {
      tensor.file = file;
      tensors.push_back(std::move(tensor));
    }
    for (const auto& entry : headers[file].metadata()) {
      const bool known = std::any_of(metadata.begin(), metadata.end(), [&](const auto& earlier) {
        return earlier.first == entry.first;
      });
      if (!known) metadata.push_back(entry);
    }
  }
  check_names(tensors, names);
  SafetensorsHeader joined(std::move(tensors), std::move(metadata));
  SafetensorsHeader::Metadata absent;
  for (const auto& entry : index) {
    if (joined.find(entry.first) == nullptr) absent.push_back(entry);
  }
  if (absent.empty()) return joined;
  return {joined.tensors(), joined.metadata(), std::move(absent)};
}

}  // namespace ffn
