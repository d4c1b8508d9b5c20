#include "ffn/io/model_types.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "ffn/io/activation_names.h"

using namespace ffn;

namespace {

const ModelType* row_of(std::string_view name, ModelPart part = ModelPart::kWhole, bool own = true,
                        std::string_view set = {}) {
  return find_model_type(name, part, own, [&](std::string_view key) { return key == set; });
}

}  // namespace

TEST_CASE("model_types: no type has two rows for the same part and condition") {
  std::map<std::string, int> rows;
  for (const ModelType& row : model_types()) {
    CHECK(!(row.keys.empty() && row.otherwise.empty()));
    for_each_word(row.names, [&](std::string_view name) {
      CHECK(!name.empty());
      const auto part = std::to_string(static_cast<int>(row.part));
      CHECK(++rows[std::string(name) + " " + part + " " + std::string(row.when)] == 1);
    });
  }
  CHECK(rows.size() > 150);
}

TEST_CASE("model_types: every default is an activation, but those that are refused") {
  for (const ModelType& row : model_types()) {
    if (row.otherwise.empty()) continue;
    CAPTURE(row.names);
    const bool refused = row.otherwise == "swiglu_oai" || row.otherwise == "gelu_topk";
    CHECK(activation_named(row.otherwise).has_value() != refused);
  }
}

TEST_CASE("model_types: the row of the part applies, then that of the type") {
  CHECK(row_of("llama")->otherwise == "silu");
  CHECK(row_of("Llama") == nullptr);
  CHECK(row_of("lla") == nullptr);
  CHECK(row_of("") == nullptr);
  CHECK(row_of("qwen2_vl")->otherwise == "silu");
  CHECK(row_of("qwen2_vl", ModelPart::kVision)->otherwise == "quick_gelu");
  CHECK(row_of("qwen2_vl", ModelPart::kText, false)->otherwise == "silu");
  // An image encoder has no activation of the text model that contains it.
  CHECK(row_of("llama", ModelPart::kVision, false) == nullptr);
  CHECK(row_of("vit", ModelPart::kVision, true)->otherwise == "gelu");
  CHECK(row_of("clip", ModelPart::kVision, false)->otherwise == "quick_gelu");
  CHECK(row_of("blip-2", ModelPart::kText, false) == nullptr);
}

TEST_CASE("model_types: a row with a condition applies if its key is set") {
  CHECK(row_of("chatglm") == nullptr);
  CHECK(row_of("chatglm", ModelPart::kWhole, true, "ffn_hidden_size")->otherwise == "silu");
  CHECK(row_of("chatglm", ModelPart::kWhole, true, "inner_hidden_size")->otherwise == "gelu_new");
  CHECK(row_of("dinov2", ModelPart::kWhole, true, "use_swiglu_ffn")->otherwise == "silu");
  CHECK(row_of("dinov2")->otherwise == "gelu");
}

TEST_CASE("model_types: the name of a class contains the type") {
  CHECK(model_type_of_class("BertForMaskedLM") == "bert");
  CHECK(model_type_of_class("GPT2LMHeadModel") == "gpt2");
  CHECK(model_type_of_class("XLMRobertaForMaskedLM") == "xlm-roberta");
  CHECK(model_type_of_class("OpenAIGPTLMHeadModel") == "openai-gpt");
  CHECK(model_type_of_class("M2M100ForConditionalGeneration") == "m2m_100");
  CHECK(model_type_of_class("CLIPTextModel") == "clip_text_model");
  CHECK(model_type_of_class("Gemma3ForConditionalGeneration") == "gemma3");
  CHECK(model_type_of_class("BertJapaneseTokenizer").empty());
  CHECK(model_type_of_class("").empty());
}

TEST_CASE("model_types: words of a list are compared whole") {
  CHECK(has_word("a bc d", "bc"));
  CHECK(has_word("a", "a"));
  CHECK(!has_word("a bc d", "b"));
  CHECK(!has_word("a bc d", ""));
  CHECK(!has_word("", "a"));
}
