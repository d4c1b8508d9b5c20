#include "ffn/io/model_config.h"

#include <algorithm>
#include <utility>

#include "ffn/io/activation_names.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/config_part.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;
using Kind = ConfigJson::Kind;
using Value = ConfigJson::Value;

// Keys that always state the width of the residual stream, and keys of the number of heads.
constexpr std::string_view kWidthKeys = "hidden_size d_model n_embd";
constexpr std::string_view kHeadKeys =
    "num_attention_heads n_head n_heads num_heads attention_heads";

// Diffusers names a model by _class_name; its act_fn is that of convolutional blocks
// (https://github.com/huggingface/diffusers models/unets/unet_2d_condition.py).
constexpr std::string_view kDiffusersClass = "_class_name";
constexpr std::string_view kDiffusersKeys = "activation_fn";

// Keys that change what a network computes besides its activation: limits of both factors
// (models/gpt_oss, deepseek_v4) and factors before and after the activation (models/falcon_h1/
// modeling_falcon_h1.py: FalconH1MLP).
constexpr std::string_view kChangingKeys = "swiglu_limit mlp_multipliers";

// An activation's name in a file and what states it.
struct NamedIn {
  std::string name;  // empty: none
  std::string key;
};

void set_activation(NetworkConfig& config, NamedIn found) {
  if (found.name.empty()) return;
  config.activation = activation_named(found.name);
  if (!config.activation) config.refused = std::move(found.name);
  config.key = std::move(found.key);
}

// Returns the name of a value under `key`: a string, {"name": "gelu", "approximate": "tanh"} of MPT
// and DBRX, or the boolean gelu_activation of XLM.
std::string name_in(const ConfigJson& json, const Value& value, std::string_view key,
                    std::string_view tanh_gelu_key) {
  constexpr std::string_view kGated = "gated-";
  if (value.kind == Kind::kBoolean && key == "gelu_activation")
    return value.integer != 0 ? "gelu" : "relu";
  const bool described = value.kind == Kind::kObject;
  if (!described && value.kind != Kind::kString)
    reject(Reason::kWrongType, {"config ", short_quoted(key)}, "of another type",
           "the name of an activation");
  std::string name(described ? json.text(value, "name") : value.text);
  const bool gated = name.starts_with(kGated);
  if (gated) name.erase(0, kGated.size());
  if (name.empty()) {
    reject(Reason::kWrongType, {"config ", short_quoted(key)}, "without a name",
           "the name of an activation");
  }
  const bool tanh =
      gated || key == tanh_gelu_key || (described && json.text(value, "approximate") == "tanh");
  return tanh && name == "gelu" ? "gelu_tanh" : name;
}

// Refuses an activation beside a key that changes the network.
void refuse_changes(const ConfigJson& json, const Value& object, NetworkConfig& config) {
  for_each_word(kChangingKeys, [&](std::string_view key) {
    if (!config.activation || json.find(object, key) == nullptr) return;
    config.refused = std::string(name_of(*config.activation)).append(" with ").append(key);
    config.activation.reset();
  });
}

std::string_view activation_keys(const ConfigJson& json, const ModelType* row) {
  if (row != nullptr) return row->keys;
  return json.find(json.root(), kDiffusersClass) != nullptr ? kDiffusersKeys : kActivationKeys;
}

// Returns the name that a configuration states; none if two keys of a type that is not in the table
// contradict one another.
NamedIn stated(const ConfigJson& json, const ConfigPart& part, const ModelType* row) {
  NamedIn found;
  bool contradictory = false;
  for_each_word(activation_keys(json, row), [&](std::string_view key) {
    if (row != nullptr && !found.name.empty()) return;
    const Value* const value = find_path(json, *part.object, key);
    if (value == nullptr) return;
    const std::string name =
        name_in(json, *value, key, row != nullptr ? row->tanh_gelu_key : std::string_view());
    if (!found.name.empty() && activation_named(name) != activation_named(found.name))
      contradictory = true;
    if (found.name.empty()) found = {name, part.path + std::string(key)};
  });
  return contradictory ? NamedIn{} : found;
}

std::optional<std::int64_t> number_under(const ConfigJson& json, const Value& object,
                                         std::string_view key) {
  const Value* const value = json.find(object, key);
  if (value == nullptr || value->kind == Kind::kArray) return std::nullopt;  // one for each layer
  if (value->kind != Kind::kInteger)
    reject(Reason::kWrongType, {"config ", short_quoted(key)}, "of another type", "a whole number");
  if (value->integer < 1 || value->integer > kMaxExactInteger) {
    const std::string number =
        value->text.empty() ? std::to_string(value->integer) : short_quoted(value->text);
    reject(Reason::kBadNumber, {"config ", short_quoted(key)}, number,
           {"a whole number from 1 to ", kMaxExactInteger});
  }
  return value->integer;
}

// Returns the number under any of the keys; nullopt if two differ.
std::optional<std::int64_t> number_in(const ConfigJson& json, const Value& object,
                                      std::string_view keys) {
  std::optional<std::int64_t> found;
  bool contradictory = false;
  for_each_word(keys, [&](std::string_view key) {
    const auto number = number_under(json, object, key);
    if (!number) return;
    contradictory = contradictory || (found && *found != *number);
    found = number;
  });
  return contradictory ? std::nullopt : found;
}

std::optional<std::int64_t> width_in(const ConfigJson& json, const ConfigPart& part,
                                     const ModelType* row) {
  if (part.decoder) {
    if (const auto width = number_under(json, *part.object, "decoder_hidden_size")) return width;
  }
  if (row == nullptr || row->width.empty()) return number_in(json, *part.object, kWidthKeys);
  if (row->width == kNoWidth) return std::nullopt;
  return number_under(json, *part.object, row->width);
}

std::optional<std::int64_t> heads_in(const ConfigJson& json, const ConfigPart& part) {
  constexpr std::string_view kDecoder = "decoder_attention_heads decoder_num_attention_heads";
  constexpr std::string_view kEncoder = "encoder_attention_heads";
  std::optional<std::int64_t> found;
  if (part.decoder) found = number_in(json, *part.object, kDecoder);
  if (part.encoder && !part.decoder) found = number_in(json, *part.object, kEncoder);
  return found ? found : number_in(json, *part.object, kHeadKeys);
}

const std::string* find_metadata(const SafetensorsHeader::Metadata& metadata,
                                 std::string_view key) {
  const auto found = std::find_if(metadata.begin(), metadata.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  return found == metadata.end() ? nullptr : &found->second;
}

std::int64_t heads_of(std::string_view key, const std::string& text) {
  constexpr std::size_t kMostDigits = 6;
  const bool number = !text.empty() && text.size() <= kMostDigits &&
                      text.find_first_not_of("0123456789") == std::string::npos &&
                      text.find_first_not_of('0') != std::string::npos;
  if (!number)
    reject(Reason::kBadNumber, {"metadata ", key}, short_quoted(text), "a number of heads");
  return std::stol(text);
}

}  // namespace

NetworkConfig ModelConfig::of(std::string_view stack) const {
  NetworkConfig config;
  ConfigPart part = select_part(json_, stack);
  const ModelType* row = part.row(json_);
  NamedIn found = part.missing ? NamedIn{} : stated(json_, part, row);
  if (found.name.empty() && !part.missing) {
    const ConfigPart text = text_part(json_, part);
    if (text.object != nullptr) {
      part = text;
      row = part.row(json_);
      found = stated(json_, part, row);
    }
  }
  if (found.name.empty() && row != nullptr)
    found = {std::string(row->otherwise), "model_type " + short_quoted(part.type)};
  set_activation(config, std::move(found));
  if (part.missing) return config;
  refuse_changes(json_, *part.object, config);
  config.d_model = width_in(json_, part, row);
  config.n_heads = heads_in(json_, part);
  return config;
}

NetworkConfig activation_in(const SafetensorsHeader::Metadata& metadata) {
  NetworkConfig config;
  NamedIn found;
  bool contradictory = false;
  for_each_word(kActivationKeys, [&](std::string_view key) {
    const std::string* const name = find_metadata(metadata, key);
    if (name == nullptr) return;
    if (!found.name.empty() && activation_named(*name) != activation_named(found.name))
      contradictory = true;
    if (found.name.empty()) found = {*name, std::string(key)};
  });
  if (!contradictory) set_activation(config, std::move(found));
  return config;
}

std::optional<std::int64_t> heads_in(const SafetensorsHeader::Metadata& metadata) {
  std::optional<std::int64_t> found;
  for_each_word(kHeadKeys, [&](std::string_view key) {
    const std::string* const text = find_metadata(metadata, key);
    if (text != nullptr && !found) found = heads_of(key, *text);
  });
  return found;
}

}  // namespace ffn
