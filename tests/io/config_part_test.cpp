#include "ffn/io/config_part.h"

#include <doctest/doctest.h>

#include <string>

using namespace ffn;

namespace {

std::string path_of(const char* text, std::string_view stack) {
  const ConfigJson json(text);
  const ConfigPart part = select_part(json, stack);
  return part.missing ? "missing" : part.path;
}

}  // namespace

TEST_CASE("config_part: a stack's name selects the part of a nested configuration") {
  const char* const clip = R"({"model_type": "clip", "text_config": {}, "vision_config": {}})";
  CHECK(path_of(clip, "text_model.encoder.layers.*.mlp") == "text_config.");
  CHECK(path_of(clip, "vision_model.encoder.layers.*.mlp") == "vision_config.");
  CHECK(path_of(clip, "encoder.layers.*.mlp").empty());
  const char* const llava =
      R"({"text_config": {"model_type": "llama"}, "vision_config": {"model_type": "clip_vision_model"}})";
  CHECK(path_of(llava, "language_model.model.layers.*.mlp") == "text_config.");
  CHECK(path_of(llava, "model.vision_tower.vision_model.encoder.layers.*.mlp") == "vision_config.");
  CHECK(path_of(R"({"llm_config": {}, "vision_config": {}})",
                "language_model.model.layers.*.mlp") == "llm_config.");
  CHECK(path_of(R"({"qformer_config": {}})", "qformer.encoder.layer.*") == "qformer_config.");
  CHECK(path_of(R"({"audio_config": {}})", "audio_tower.layers.*") == "audio_config.");
  CHECK(path_of(R"({"mask_decoder_config": {}})", "mask_decoder.transformer.layers.*.mlp") ==
        "mask_decoder_config.");
  const char* const omni =
      R"({"thinker_config": {"text_config": {}, "vision_config": {}, "audio_config": {}}})";
  CHECK(path_of(omni, "thinker.visual.blocks.*.mlp") == "thinker_config.vision_config.");
  CHECK(path_of(omni, "thinker.audio_tower.layers.*") == "thinker_config.audio_config.");
  CHECK(path_of(omni, "thinker.model.layers.*.mlp") == "thinker_config.");
  const char* const pair =
      R"({"encoder": {"model_type": "vit"}, "decoder": {"model_type": "gpt2"}})";
  CHECK(path_of(pair, "encoder.encoder.layer.*") == "encoder.");
  CHECK(path_of(pair, "decoder.transformer.h.*.mlp") == "decoder.");
}

TEST_CASE("config_part: names behind the layer number and empty names select nothing") {
  CHECK(path_of(R"({"ffn_config": {}})", "transformer.blocks.*.ffn.experts").empty());
  CHECK(path_of(R"({"text_config": {}})", "").empty());
  CHECK(path_of(R"({"text_config": {}, "": {}})", "..h.*").empty());
}

TEST_CASE("config_part: a part without a configuration is missing, if the whole is not that part") {
  const char* const text_model = R"({"model_type": "llava_llama", "hidden_act": "silu"})";
  CHECK(path_of(text_model, "model.vision_tower.vision_model.encoder.layers.*.mlp") == "missing");
  CHECK(path_of(text_model, "model.layers.*.mlp").empty());
  CHECK(path_of(R"({"model_type": "clip_vision_model"})", "vision_model.encoder.layers.*.mlp")
            .empty());
  CHECK(path_of(R"({"model_type": "speecht5"})", "speecht5.encoder.wrapped_encoder.layers.*")
            .empty());
}

TEST_CASE("config_part: the type is the part's own, or that of the whole") {
  const ConfigJson json(
      R"({"architectures": ["CLIPModel"], "text_config": {}, "vision_config": {"model_type": "vit"}})");
  const ConfigPart text = select_part(json, "text_model.encoder.layers.*.mlp");
  CHECK(text.type == "clip");
  CHECK(!text.own_type);
  CHECK(text.encoder);
  CHECK(text.part == ModelPart::kText);
  REQUIRE(text.row(json) != nullptr);
  CHECK(text.row(json)->otherwise == "quick_gelu");
  const ConfigPart vision = select_part(json, "vision_model.encoder.layers.*.mlp");
  CHECK(vision.type == "vit");
  CHECK(vision.row(json)->otherwise == "gelu");
  CHECK(text_part(json, select_part(json, "h.*")).path == "text_config.");
  CHECK(text_part(json, text).object == nullptr);
  CHECK(select_part(json, "decoder.h.*").decoder);
}

TEST_CASE("config_part: only a first element that is a text names the class") {
  const auto type = [](const char* text) {
    const ConfigJson json(text);
    return std::string(select_part(json, "encoder.layer.*").type);
  };
  CHECK(type(R"({"architectures": ["BertModel", "GPT2Model"]})") == "bert");
  CHECK(type(R"({"architectures": [1, "BertModel"]})").empty());
  CHECK(type(R"({"architectures": ["", "BertModel"]})").empty());
  CHECK(type(R"({"architectures": []})").empty());
}

TEST_CASE("config_part: keys joined by dots lead into objects") {
  const ConfigJson json(R"({"a": {"b": 3}, "c": 4})");
  CHECK(find_path(json, json.root(), "a.b")->integer == 3);
  CHECK(find_path(json, json.root(), "c")->integer == 4);
  CHECK(find_path(json, json.root(), "c.b") == nullptr);
}
