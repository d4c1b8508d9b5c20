#pragma once
// The part of a nested configuration that describes a stack of networks: vision_config for the
// stack of the image model.

#include <string>
#include <string_view>

#include "ffn/io/config_json.h"
#include "ffn/io/model_types.h"

namespace ffn {

/// A part of a configuration.
struct ConfigPart {
  const ConfigJson::Value* object;
  std::string path;       ///< keys that lead to it, for messages: "text_config."
  std::string_view type;  ///< its model type; that of the whole if it states none
  bool own_type = true;   ///< whether it states the type itself
  ModelPart part = ModelPart::kWhole;
  bool decoder = false;  ///< whether the stack belongs to a decoder
  bool encoder = false;  ///< whether it belongs to an encoder
  bool missing = false;  ///< the configuration of the part is not there; object is the whole

  /// Returns its row in the table of model types, nullptr if there is none.
  const ModelType* row(const ConfigJson& json) const;
};

/// Returns the part that the name of a stack selects; the whole if it selects none.
ConfigPart select_part(const ConfigJson& json, std::string_view stack);

/// Returns the text part inside `part`; its object is nullptr if there is none.
ConfigPart text_part(const ConfigJson& json, const ConfigPart& part);

/// Returns the value under keys that are joined by dots, nullptr if there is none.
const ConfigJson::Value* find_path(const ConfigJson& json, const ConfigJson::Value& object,
                                   std::string_view keys);

}  // namespace ffn
