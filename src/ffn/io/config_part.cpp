#include "ffn/io/config_part.h"

#include <algorithm>
#include <iterator>

namespace ffn {

namespace {

using Value = ConfigJson::Value;

// The words in a name that select a part, and the keys of its configuration.
struct PartNames {
  ModelPart part;
  std::string_view words;  // separated by spaces
  std::string_view keys;   // by precedence
};

// CLIPConfig replaces every value of text_config by those of text_config_dict
// (transformers/models/clip/configuration_clip.py).
constexpr PartNames kParts[] = {
    {ModelPart::kQformer, "qformer", "qformer_config"},
    {ModelPart::kVision, "vision visual image", "vision_config_dict vision_config visual"},
    {ModelPart::kAudio, "audio speech", "audio_config"},
    {ModelPart::kText, "text language llm",
     "text_config_dict text_config llm_config language_config"},
    {ModelPart::kEncoder, "encoder", "encoder"},
    {ModelPart::kDecoder, "decoder", "decoder"},
};

bool contains_word(std::string_view name, std::string_view words) {
  bool found = false;
  for_each_word(words, [&](std::string_view word) {
    found = found || name.find(word) != std::string_view::npos;
  });
  return found;
}

const PartNames* part_named(std::string_view component) {
  const auto* const found =
      std::find_if(std::begin(kParts), std::end(kParts),
                   [&](const PartNames& part) { return contains_word(component, part.words); });
  return found == std::end(kParts) ? nullptr : found;
}

// Returns the model type that an object states, or the one of its first class; none if the first
// element of its list of classes is no text.
std::string_view type_of(const ConfigJson& json, const Value& object) {
  const std::string_view type = json.text(object, "model_type");
  const Value* const classes = json.find(object, "architectures");
  if (!type.empty() || classes == nullptr) return type;
  return model_type_of_class(classes->text);
}

// Moves to the object under a key, if there is one.
bool descend(const ConfigJson& json, ConfigPart& part, std::string_view key) {
  const Value* const object = json.find_object(*part.object, key);
  if (object == nullptr) return false;
  const std::string_view type = type_of(json, *object);
  part.object = object;
  part.path.append(key).append(".");
  part.own_type = !type.empty();
  if (part.own_type) part.type = type;
  return true;
}

bool descend_to_any(const ConfigJson& json, ConfigPart& part, std::string_view keys) {
  bool done = false;
  for_each_word(keys, [&](std::string_view key) { done = done || descend(json, part, key); });
  return done;
}

// Whether a text model's configuration says nothing about the part.
bool separate(ModelPart part) {
  return part == ModelPart::kVision || part == ModelPart::kAudio || part == ModelPart::kQformer;
}

// Follows one component of a stack's name.
void follow(const ConfigJson& json, ConfigPart& part, std::string_view component) {
  const PartNames* const names = part_named(component);
  if (names != nullptr) {
    part.decoder = part.decoder || names->part == ModelPart::kDecoder;
    part.encoder = part.encoder || names->part == ModelPart::kEncoder;
  }
  const std::string own = std::string(component) + "_config";
  const bool found = descend(json, part, component) || descend(json, part, own) ||
                     (names != nullptr && descend_to_any(json, part, names->keys));
  if (names == nullptr || (part.part != ModelPart::kWhole && !found)) return;
  part.part = names->part;
  if (found || !separate(names->part)) return;
  part.missing = !contains_word(part.type, names->words);
}

}  // namespace

const ModelType* ConfigPart::row(const ConfigJson& json) const {
  return find_model_type(type, part, own_type && !missing, [&](std::string_view key) {
    const Value* const value = missing ? nullptr : json.find(*object, key);
    if (value == nullptr) return false;
    const bool number =
        value->kind == ConfigJson::Kind::kBoolean || value->kind == ConfigJson::Kind::kInteger;
    return !number || value->integer != 0;
  });
}

ConfigPart select_part(const ConfigJson& json, std::string_view stack) {
  ConfigPart part{.object = &json.root(), .path = {}, .type = type_of(json, json.root())};
  std::string_view rest = stack.substr(0, stack.find('*'));
  while (!rest.empty()) {
    const std::size_t end = rest.find('.');
    if (end != 0) follow(json, part, rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return part;
}

ConfigPart text_part(const ConfigJson& json, const ConfigPart& part) {
  ConfigPart text = part;
  const auto* const names =
      std::find_if(std::begin(kParts), std::end(kParts),
                   [](const auto& each) { return each.part == ModelPart::kText; });
  text.part = ModelPart::kText;
  if (!descend_to_any(json, text, names->keys)) text.object = nullptr;
  return text;
}

const Value* find_path(const ConfigJson& json, const Value& object, std::string_view keys) {
  const std::size_t dot = keys.find('.');
  if (dot == std::string_view::npos) return json.find(object, keys);
  const Value* const inner = json.find_object(object, keys.substr(0, dot));
  return inner == nullptr ? nullptr : json.find(*inner, keys.substr(dot + 1));
}

}  // namespace ffn
