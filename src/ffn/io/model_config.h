#pragma once
// Reads from a model's configuration what no tensor of its feed-forward networks contains: the
// activation, and for comparison the width and the number of heads. The configuration is the
// config.json beside a file, or the file's own `__metadata__`. Keys and names are those of Hugging
// Face's Transformers; a name or a type that is not known decides nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ffn/core/activation_kind.h"
#include "ffn/io/config_json.h"
#include "ffn/io/safetensors.h"

namespace ffn {

/// The statements of a configuration about one stack of feed-forward networks.
struct NetworkConfig {
  std::optional<Activation> activation;  ///< nullopt if the configuration does not determine it

  /// Name of an activation that this library does not have; `activation` is then nullopt.
  std::string refused;

  /// The key or the type that determines it, for messages: `hidden_act`, `text_config.hidden_act`,
  /// `model_type "bloom"`; empty if nothing does.
  std::string key;

  std::optional<std::int64_t> d_model;  ///< width, above 0; nullopt if not stated
  std::optional<std::int64_t> n_heads;  ///< heads of attention, above 0; nullopt if not stated
};

/// A config.json.
class ModelConfig {
 public:
  /// Parses a config.json, which is untrusted. Throws CheckpointError as ConfigJson does.
  explicit ModelConfig(std::string_view json) : json_(json) {}

  /// Returns what it says about a stack. The name, such as `vision_model.encoder.layers.*.mlp`,
  /// selects the part of a nested configuration; the text part is the default. Throws
  /// CheckpointError kWrongType or kBadNumber for a value of another type than its key requires,
  /// kDuplicateKey for two values.
  NetworkConfig of(std::string_view stack) const;

 private:
  ConfigJson json_;
};

/// Returns the activation in a file's `__metadata__`: keys as in a config.json, names also this
/// library's own. The number of heads is not read.
NetworkConfig activation_in(const SafetensorsHeader::Metadata& metadata);

/// Returns the number of heads in a file's `__metadata__`. Throws CheckpointError kBadNumber for
/// one that is none.
std::optional<std::int64_t> heads_in(const SafetensorsHeader::Metadata& metadata);

}  // namespace ffn
