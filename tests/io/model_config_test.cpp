#include "ffn/io/model_config.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ffn/io/checkpoint_error.h"

using namespace ffn;

namespace {

NetworkConfig config_of(std::string_view json, std::string_view stack = "") {
  return ModelConfig(json).of(stack);
}

// The values of published configurations that concern the networks, each of the named model of
// https://huggingface.co.
struct Published {
  const char* model;
  const char* json;
  const char* stack;
  Activation activation;
  const char* key;
  std::int64_t d_model;  // 0: not stated
  std::int64_t n_heads;  // 0: not stated
};

const Published kPublished[] = {
    {"openai-community/gpt2",
     R"({"activation_function": "gelu_new", "model_type": "gpt2", "n_embd": 768, "n_head": 12})",
     "h.*.mlp", Activation::kGeluTanh, "activation_function", 768, 12},
    {"google-bert/bert-base-uncased",
     R"({"hidden_act": "gelu", "hidden_size": 768, "model_type": "bert", "num_attention_heads": 12})",
     "bert.encoder.layer.*", Activation::kGelu, "hidden_act", 768, 12},
    {"openai-community/openai-gpt",
     R"({"afn": "gelu", "model_type": "openai-gpt", "n_embd": 768, "n_head": 12})", "h.*.mlp",
     Activation::kGeluTanh, "afn", 768, 12},
    {"distilbert/distilbert-base-uncased",
     R"({"activation": "gelu", "dim": 768, "hidden_dim": 3072, "model_type": "distilbert", "n_heads": 12})",
     "distilbert.transformer.layer.*.ffn", Activation::kGelu, "activation", 768, 12},
    {"google/mobilebert-uncased",
     R"({"hidden_act": "relu", "hidden_size": 512, "model_type": "mobilebert", "num_attention_heads": 4})",
     "mobilebert.encoder.layer.*", Activation::kRelu, "hidden_act", 0, 4},
    {"albert/albert-base-v2",
     R"({"embedding_size": 128, "hidden_act": "gelu_new", "hidden_size": 768, "model_type": "albert", "num_attention_heads": 12})",
     "albert.encoder.albert_layer_groups.*.albert_layers.0", Activation::kGeluTanh, "hidden_act",
     768, 12},
    {"FacebookAI/xlm-mlm-en-2048",
     R"({"emb_dim": 2048, "gelu_activation": true, "model_type": "xlm", "n_heads": 16})", "ffns.*",
     Activation::kGelu, "gelu_activation", 2048, 16},
    {"an XLM with ReLU", R"({"gelu_activation": false, "model_type": "xlm"})", "ffns.*",
     Activation::kRelu, "gelu_activation", 0, 0},
    {"xlnet/xlnet-base-cased",
     R"({"d_model": 768, "ff_activation": "gelu", "model_type": "xlnet", "n_head": 12})",
     "transformer.layer.*.ff", Activation::kGelu, "ff_activation", 768, 12},
    {"facebook/opt-125m",
     R"({"activation_function": "relu", "hidden_size": 768, "model_type": "opt", "num_attention_heads": 12})",
     "model.decoder.layers.*", Activation::kRelu, "activation_function", 768, 12},
    {"facebook/nllb-200-distilled-600M",
     R"({"activation_function": "relu", "d_model": 1024, "decoder_attention_heads": 16, "encoder_attention_heads": 8, "model_type": "m2m_100"})",
     "model.encoder.layers.*", Activation::kRelu, "activation_function", 1024, 8},
    {"its decoder",
     R"({"activation_function": "relu", "d_model": 1024, "decoder_attention_heads": 16, "encoder_attention_heads": 8, "model_type": "m2m_100"})",
     "model.decoder.layers.*", Activation::kRelu, "activation_function", 1024, 16},
    {"Helsinki-NLP/opus-mt-en-de",
     R"({"activation_function": "swish", "d_model": 512, "model_type": "marian"})",
     "model.encoder.layers.*", Activation::kSilu, "activation_function", 512, 0},
    {"facebook/detr-resnet-50",
     R"({"activation_function": "relu", "d_model": 256, "model_type": "detr"})",
     "model.encoder.layers.*", Activation::kRelu, "activation_function", 256, 0},
    {"google-t5/t5-small", R"({"d_model": 512, "model_type": "t5", "num_heads": 8})",
     "encoder.block.*.layer.1.DenseReluDense", Activation::kRelu, "model_type \"t5\"", 512, 8},
    {"google/t5-v1_1-small",
     R"({"d_model": 512, "feed_forward_proj": "gated-gelu", "model_type": "t5", "num_heads": 6})",
     "encoder.block.*.layer.1.DenseReluDense", Activation::kGeluTanh, "feed_forward_proj", 512, 6},
    {"google/flan-t5-small",
     R"({"dense_act_fn": "gelu_new", "feed_forward_proj": "gated-gelu", "model_type": "t5"})",
     "decoder.block.*.layer.2.DenseReluDense", Activation::kGeluTanh, "dense_act_fn", 0, 0},
    {"bigscience/bloom-560m", R"({"hidden_size": 1024, "model_type": "bloom", "n_head": 16})",
     "h.*.mlp", Activation::kGeluTanh, "model_type \"bloom\"", 1024, 16},
    {"mosaicml/mpt-7b", R"({"d_model": 4096, "model_type": "mpt", "n_heads": 32})",
     "transformer.blocks.*.ffn", Activation::kGelu, "model_type \"mpt\"", 4096, 32},
    {"an MPT with tanh GELU",
     R"({"ffn_config": {"ffn_act_fn": {"approximate": "tanh", "name": "gelu"}}, "model_type": "mpt"})",
     "transformer.blocks.*.ffn", Activation::kGeluTanh, "ffn_config.ffn_act_fn", 0, 0},
    {"databricks/dbrx-base",
     R"({"d_model": 6144, "ffn_config": {"ffn_act_fn": {"name": "silu"}}, "model_type": "dbrx"})",
     "transformer.blocks.*.ffn.experts.mlp", Activation::kSilu, "ffn_config.ffn_act_fn", 6144, 0},
    {"tiiuae/falcon-7b",
     R"({"activation": "gelu", "hidden_size": 4544, "model_type": "falcon", "num_attention_heads": 71})",
     "transformer.h.*.mlp", Activation::kGelu, "activation", 4544, 71},
    {"adept/persimmon-8b-base", R"({"hidden_size": 4096, "model_type": "persimmon"})",
     "model.layers.*.mlp", Activation::kReluSquared, "model_type \"persimmon\"", 4096, 0},
    {"bigcode/gpt_bigcode-santacoder",
     R"({"activation_function": "gelu_fast", "model_type": "gpt_bigcode", "n_embd": 2048})",
     "transformer.h.*.mlp", Activation::kGeluTanh, "activation_function", 2048, 0},
    {"google/gemma-2b",
     R"({"hidden_act": "gelu", "hidden_activation": null, "model_type": "gemma"})",
     "model.layers.*.mlp", Activation::kGeluTanh, "hidden_act", 0, 0},
    {"a Gemma with exact GELU",
     R"({"hidden_act": "gelu_pytorch_tanh", "hidden_activation": "gelu", "model_type": "gemma"})",
     "model.layers.*.mlp", Activation::kGelu, "hidden_activation", 0, 0},
    {"google/gemma-3-4b-it",
     R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560, "model_type": "gemma3_text"}, "vision_config": {"hidden_size": 1152, "model_type": "siglip_vision_model", "num_attention_heads": 16}})",
     "language_model.model.layers.*.mlp", Activation::kGeluTanh, "model_type \"gemma3_text\"", 2560,
     0},
    {"its image encoder",
     R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560, "model_type": "gemma3_text"}, "vision_config": {"hidden_size": 1152, "model_type": "siglip_vision_model", "num_attention_heads": 16}})",
     "vision_tower.vision_model.encoder.layers.*.mlp", Activation::kGeluTanh,
     "model_type \"siglip_vision_model\"", 1152, 16},
    {"openai/clip-vit-base-patch32, without defaults",
     R"({"model_type": "clip", "text_config": {"hidden_size": 512}, "vision_config": {"hidden_size": 768}})",
     "vision_model.encoder.layers.*.mlp", Activation::kGeluSigmoid, "model_type \"clip\"", 768, 0},
    {"laion/CLIP-ViT-H-14-laion2B-s32B-b79K",
     R"({"model_type": "clip", "text_config": {}, "text_config_dict": {"hidden_act": "gelu", "hidden_size": 1024}, "vision_config_dict": {"hidden_act": "gelu", "hidden_size": 1280}})",
     "text_model.encoder.layers.*.mlp", Activation::kGelu, "text_config_dict.hidden_act", 1024, 0},
    {"Qwen/Qwen2-VL-7B-Instruct",
     R"({"hidden_act": "silu", "hidden_size": 3584, "model_type": "qwen2_vl", "vision_config": {"embed_dim": 1280, "hidden_size": 3584, "model_type": "qwen2_vl", "num_heads": 16}})",
     "visual.blocks.*.mlp", Activation::kGeluSigmoid, "model_type \"qwen2_vl\"", 1280, 16},
    {"its language model",
     R"({"hidden_act": "silu", "hidden_size": 3584, "model_type": "qwen2_vl", "vision_config": {"embed_dim": 1280, "hidden_size": 3584, "model_type": "qwen2_vl", "num_heads": 16}})",
     "model.layers.*.mlp", Activation::kSilu, "hidden_act", 3584, 0},
    {"llava-hf/llava-1.5-7b-hf",
     R"({"model_type": "llava", "text_config": {"model_type": "llama"}, "vision_config": {"model_type": "clip_vision_model", "hidden_size": 1024}})",
     "model.layers.*.mlp", Activation::kSilu, "model_type \"llama\"", 0, 0},
    {"facebook/vit-mae-base, decoder",
     R"({"decoder_hidden_size": 512, "decoder_num_attention_heads": 16, "hidden_act": "gelu", "hidden_size": 768, "model_type": "vit_mae", "num_attention_heads": 12})",
     "decoder.decoder_layers.*", Activation::kGelu, "hidden_act", 512, 16},
    {"microsoft/swin-tiny-patch4-window7-224",
     R"({"embed_dim": 96, "hidden_act": "gelu", "hidden_size": 768, "model_type": "swin", "num_heads": [3, 6, 12, 24]})",
     "swin.encoder.layers.0.blocks.*", Activation::kGelu, "hidden_act", 0, 0},
    {"facebook/dinov2-giant",
     R"({"hidden_act": "gelu", "hidden_size": 1536, "model_type": "dinov2", "use_swiglu_ffn": true})",
     "encoder.layer.*.mlp", Activation::kSilu, "model_type \"dinov2\"", 1536, 0},
    {"facebook/dinov2-base",
     R"({"hidden_act": "gelu", "hidden_size": 768, "model_type": "dinov2", "use_swiglu_ffn": false})",
     "encoder.layer.*.mlp", Activation::kGelu, "hidden_act", 768, 0},
    {"THUDM/chatglm3-6b",
     R"({"ffn_hidden_size": 13696, "hidden_size": 4096, "model_type": "chatglm"})",
     "transformer.encoder.layers.*.mlp", Activation::kSilu, "model_type \"chatglm\"", 4096, 0},
    {"an old BERT without model_type", R"({"architectures": ["BertForMaskedLM"]})",
     "bert.encoder.layer.*", Activation::kGelu, "model_type \"bert\"", 0, 0},
    {"nomic-ai/nomic-embed-text-v1.5",
     R"({"activation_function": "swiglu", "model_type": "nomic_bert", "n_embd": 768})",
     "encoder.layers.*.mlp", Activation::kSilu, "activation_function", 768, 0},
    {"a nomic_bert as Transformers writes it",
     R"({"hidden_act": "silu", "hidden_size": 768, "model_type": "nomic_bert"})",
     "encoder.layers.*.mlp", Activation::kSilu, "hidden_act", 768, 0},
    {"google/t5gemma-2b-2b-prefixlm, encoder",
     R"({"encoder": {"hidden_activation": "gelu_pytorch_tanh", "hidden_size": 2304, "model_type": "t5_gemma_module", "num_attention_heads": 8}, "decoder": {"hidden_activation": "relu"}, "model_type": "t5gemma"})",
     "model.encoder.layers.*.mlp", Activation::kGeluTanh, "encoder.hidden_activation", 2304, 8},
    {"facebook/DiT-XL-2-256, transformer",
     R"({"_class_name": "DiTTransformer2DModel", "activation_fn": "gelu-approximate", "num_attention_heads": 16})",
     "transformer_blocks.*.ff", Activation::kGeluTanh, "activation_fn", 0, 16},
    {"a type that the table does not have",
     R"({"activation": "nn.GELU", "hidden_act": "gelu", "hidden_size": 8, "model_type": "new"})",
     "layers.*.mlp", Activation::kGelu, "hidden_act", 8, 0},
};

std::int64_t value_of(std::optional<std::int64_t> number) { return number.value_or(0); }

CheckpointReason config_reason(std::string_view json) {
  try {
    config_of(json, "decoder.layers.*");
  } catch (const CheckpointError& error) {
    return error.reason();
  }
  FAIL("accepted");
  return {};
}

}  // namespace

TEST_CASE("model_config: published configurations determine activation, width and heads") {
  for (const Published& each : kPublished) {
    CAPTURE(each.model);
    const NetworkConfig config = config_of(each.json, each.stack);
    CHECK(config.activation == each.activation);
    CHECK(config.refused.empty());
    CHECK(config.key == each.key);
    CHECK(value_of(config.d_model) == each.d_model);
    CHECK(value_of(config.n_heads) == each.n_heads);
  }
}

TEST_CASE("model_config: activations that this library does not have are refused by name") {
  const auto refused = [](std::string_view json) {
    const NetworkConfig config = config_of(json, "model.layers.*.mlp");
    CHECK(!config.activation);
    CHECK(!config.key.empty());
    return config.refused;
  };
  CHECK(refused(R"({"hidden_act": "gelu_10"})") == "gelu_10");
  CHECK(refused(R"({"hidden_act": "xielu", "model_type": "apertus"})") == "xielu");
  CHECK(refused(R"({"feed_forward_proj": "gated-tanh", "model_type": "t5"})") == "tanh");
  // Its experts clamp both factors and add 1 to one, whatever hidden_act says.
  CHECK(refused(R"({"hidden_act": "silu", "model_type": "gpt_oss"})") == "swiglu_oai");
  CHECK(refused(R"({"hidden_act": "silu", "model_type": "deepseek_v4", "swiglu_limit": 10.0})") ==
        "silu with swiglu_limit");
  CHECK(
      refused(
          R"({"hidden_act": "silu", "mlp_multipliers": [0.88, 0.59], "model_type": "falcon_h1"})") ==
      "silu with mlp_multipliers");
  CHECK(config_of(R"({"hidden_act": "silu", "swiglu_limit": null})").activation ==
        Activation::kSilu);
  CHECK(refused(R"({"model_type": "gemma3n", "text_config": {"model_type": "gemma3n_text"}})") ==
        "gelu_topk");
}

TEST_CASE("model_config: nothing is guessed") {
  for (const char* const json :
       {"{}", R"({"model_type": "new"})", R"({"model_type": "nomic_bert"})",
        R"({"model_type": "chatglm"})", R"({"hidden_act": null})",
        R"({"hidden_act": "gelu", "activation_function": "gelu_new"})",
        R"({"_class_name": "UNet2DConditionModel", "act_fn": "silu"})"}) {
    CAPTURE(json);
    const NetworkConfig config = config_of(json, "model.layers.*.mlp");
    CHECK(!config.activation);
    CHECK(config.refused.empty());
    CHECK(config.key.empty());
  }
  // The text model's values say nothing about an image encoder.
  const NetworkConfig vision =
      config_of(R"({"hidden_act": "silu", "hidden_size": 64, "model_type": "llama", "n_head": 2})",
                "model.vision_tower.encoder.layers.*.mlp");
  CHECK(!vision.activation);
  CHECK(!vision.d_model);
  CHECK(!vision.n_heads);
  const NetworkConfig different =
      config_of(R"({"hidden_size": 8, "d_model": 9, "n_head": 2, "num_heads": 4})");
  CHECK(!different.d_model);
  CHECK(!different.n_heads);
}

TEST_CASE("model_config: values of a wrong type are rejected") {
  CHECK(config_reason(R"({"hidden_act": 1})") == CheckpointReason::kWrongType);
  CHECK(config_reason(R"({"hidden_act": true})") == CheckpointReason::kWrongType);
  CHECK(config_reason(R"({"hidden_size": "8"})") == CheckpointReason::kWrongType);
  CHECK(config_reason(R"({"n_head": 1.5})") == CheckpointReason::kWrongType);
  CHECK(config_reason(R"({"model_type": 3})") == CheckpointReason::kWrongType);
  CHECK(config_reason(R"({"hidden_size": 0})") == CheckpointReason::kBadNumber);
  CHECK(config_reason(R"({"hidden_size": 9007199254740992})") == CheckpointReason::kBadNumber);
  CHECK(config_reason(R"({"hidden_size": NaN})") == CheckpointReason::kWrongType);
  CHECK(config_reason(R"({"hidden_act": Infinity})") == CheckpointReason::kWrongType);
  CHECK(config_of(R"({"hidden_act": "relu", "initializer_range": NaN})").activation ==
        Activation::kRelu);
  CHECK_THROWS_WITH_AS(config_of(R"({"hidden_size": 9223372036854775808})"),
                       "config \"hidden_size\" is \"9223372036854775808\"; expected a whole number "
                       "from 1 to 9007199254740991",
                       CheckpointError);
  CHECK(config_reason(R"({"hidden_size": 1000000000000000000000})") ==
        CheckpointReason::kBadNumber);
  CHECK(config_reason(R"({"n_head": 1, "n_head": 2})") == CheckpointReason::kDuplicateKey);
  CHECK(config_reason("[]") == CheckpointReason::kWrongType);
  CHECK_THROWS_WITH_AS(
      config_of(R"({"hidden_act": []})"),
      "config \"hidden_act\" is of another type; expected the name of an activation",
      CheckpointError);
}

TEST_CASE("model_config: metadata state the activation and the heads") {
  const SafetensorsHeader::Metadata written{
      {"format", "pt"}, {"n_head", "2"}, {"activation_function", "gelu_new"}};
  const NetworkConfig gpt2 = activation_in(written);
  CHECK(gpt2.activation == Activation::kGeluTanh);
  CHECK(gpt2.key == "activation_function");
  CHECK(heads_in(written) == 2);
  CHECK(!gpt2.n_heads);
  CHECK(!gpt2.d_model);
  for (const Activation activation : kActivations) {
    const NetworkConfig ours = activation_in({{"activation", std::string(name_of(activation))}});
    CHECK(ours.activation == activation);
  }
  CHECK(activation_in({{"hidden_act", "mish"}}).refused == "mish");
  CHECK(!activation_in({{"hidden_act", "gelu"}, {"activation", "relu"}}).activation);
  CHECK(!activation_in({}).activation);
  CHECK(!heads_in({{"activation", "relu"}}));
  CHECK_THROWS_AS(heads_in({{"n_head", "0"}}), CheckpointError);
  CHECK_THROWS_AS(heads_in({{"n_head", "000"}}), CheckpointError);
  CHECK_THROWS_WITH_AS(heads_in({{"n_heads", "-1"}}),
                       "metadata n_heads is \"-1\"; expected a number of heads", CheckpointError);
}

TEST_CASE("model_config: an activation without a name is refused, not replaced by the default") {
  CHECK_THROWS_WITH_AS(
      ModelConfig(R"({"model_type": "llama", "hidden_act": ""})").of("mlp"),
      "config \"hidden_act\" is without a name; expected the name of an activation",
      CheckpointError);
  CHECK_THROWS_AS(ModelConfig(R"({"model_type": "t5", "feed_forward_proj": "gated-"})").of("wi"),
                  CheckpointError);
}

TEST_CASE("model_config: a key of 0 is not set") {
  const ModelConfig config(
      R"({"model_type": "chatglm", "inner_hidden_size": 0, "ffn_hidden_size": 8})");
  CHECK(config.of("layers.*.mlp").activation == Activation::kSilu);
}
