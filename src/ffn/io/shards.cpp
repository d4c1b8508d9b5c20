#include "ffn/io/shards.h"

#include <algorithm>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/json_events.h"
#include "ffn/io/sorted_order.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

constexpr const char* kIndex = "index";
constexpr const char* kWeightMap = "weight_map";

// Collects the entries of weight_map; other members of the index are skipped.
class IndexEvents final : public JsonEvents {
 public:
  // Returns the entries after the last event.
  WeightMap take() {
    if (!found_) {
      reject(CheckpointReason::kMissingField, {kIndex, " ", kWeightMap}, "missing",
             "model.safetensors.index.json, which has it");
    }
    return std::move(files_);
  }

  bool start_object() override {
    if (!is_map()) return value("object");
    found_ = true;
    open(true);
    return true;
  }
  bool key(std::string& text) override {
    if (depth_ <= 2) key_ = std::move(text);
    return true;
  }
  bool end_object() override { return end(); }
  bool start_array() override { return value("array"); }
  bool end_array() override { return end(); }
  bool number_unsigned(std::uint64_t /*value*/) override { return value("number"); }
  bool number_integer(std::int64_t /*value*/) override { return value("number"); }
  bool number_float(const std::string& /*text*/) override { return value("number"); }
  bool string(std::string& text) override {
    if (!in_map()) return value("string");
    files_.emplace_back(std::move(key_), std::move(text));
    return true;
  }
  bool boolean(bool /*value*/) override { return value("boolean"); }
  bool null() override { return value("null"); }
  bool number_overflow(const std::string& /*text*/) override { reject_text(); }
  bool parse_error(std::size_t /*position*/) override { reject_text(); }

  [[noreturn]] static void reject_text() {
    reject(CheckpointReason::kNotJson, kIndex, "no JSON object", "model.safetensors.index.json");
  }

 private:
  bool is_map() const { return depth_ == 1 && key_ == kWeightMap; }
  bool in_map() const { return depth_ == 2 && of_map_; }

  // Handles a value that is neither the map nor the name of a file.
  bool value(const std::string& type) {
    const bool container = type == "object" || type == "array";
    if (depth_ == 0 && type != "object") reject_text();
    if (is_map())
      reject(CheckpointReason::kWrongType, {kIndex, " ", kWeightMap}, type, "an object");
    if (in_map()) {
      reject(CheckpointReason::kWrongType, {kIndex, " ", kWeightMap, " ", short_quoted(key_)}, type,
             "the name of a file");
    }
    if (container) open(false);
    return true;
  }

  void open(bool map) {
    depth_ += 1;
    if (depth_ == 2) of_map_ = map;
  }

  bool end() {
    depth_ -= 1;
    if (depth_ == 1) key_.clear();
    return true;
  }

  int depth_ = 0;  // of objects and arrays
  bool found_ = false;
  bool of_map_ = false;  // whether the value of the index that contains the next one is the map
  std::string key_;
  WeightMap files_;
};

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
  // The parser treats NUL as the end of its input; valid JSON contains none.
  if (text.find('\0') != std::string_view::npos) IndexEvents::reject_text();
  IndexEvents events;
  parse_json(text, events);
  WeightMap map = events.take();
  const auto order = sorted_order(
      map.size(), [&](std::size_t a, std::size_t b) { return map[a].first < map[b].first; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::string& name = map[order[i]].first;
    if (name != map[order[i - 1]].first) continue;
    reject(CheckpointReason::kDuplicateKey, {kIndex, " ", kWeightMap},
           {"two values for ", short_quoted(name)}, "every name once");
  }
  return map;
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
