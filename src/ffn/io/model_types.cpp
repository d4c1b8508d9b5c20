#include "ffn/io/model_types.h"

#include <string>

#include "ffn/core/ascii.h"

namespace ffn {

namespace {

// Each type's source is, unless a comment names another one, its configuration class in
// https://github.com/huggingface/transformers/tree/main/src/transformers/models: TYPE/
// configuration_TYPE.py, whose __init__ has the key with its default.
constexpr ModelType kModelTypes[] = {
    // The code, not a key, decides.
    // bloom/modeling_bloom.py: bloom_gelu_forward is the tanh form.
    {"bloom", "", "gelu_new"},
    // mpt/modeling_mpt.py: nn.GELU(approximate="none"). Files of llm-foundry may state another one
    // in ffn_config (llmfoundry/models/layers/ffn.py).
    {"mpt", "ffn_config.ffn_act_fn", "gelu"},
    {"dbrx", "ffn_config.ffn_act_fn", "silu"},
    // ctrl/modeling_ctrl.py: point_wise_feed_forward_network
    {"ctrl", "", "relu"},
    // esm/modeling_esm.py: EsmIntermediate calls gelu, x 0.5 (1 + erf(x / sqrt(2))).
    {"esm", "", "gelu"},
    // https://huggingface.co/tiiuae/falcon-7b/blob/main/modeling_falcon.py, before Transformers had
    // the model: nn.GELU()
    {"RefinedWeb RefinedWebModel", "", "gelu"},
    {"falcon", "activation", "gelu"},
    // https://huggingface.co/THUDM/chatglm-6b/blob/main/modeling_chatglm.py: gelu_impl, the tanh
    // form; https://huggingface.co/THUDM/chatglm3-6b/blob/main/modeling_chatglm.py: swiglu
    {.names = "chatglm", .keys = "", .otherwise = "gelu_new", .when = "inner_hidden_size"},
    {.names = "chatglm", .keys = "", .otherwise = "silu", .when = "ffn_hidden_size"},
    // https://huggingface.co/Qwen/Qwen-7B/blob/main/modeling_qwen.py: F.silu
    {"qwen", "", "silu"},
    // gpt_oss/modeling_gpt_oss.py: (up + 1) gate sigmoid(1.702 gate), both clamped at 7, although
    // hidden_act is "silu".
    {"gpt_oss", "", "swiglu_oai"},
    // gemma3n/modeling_gemma3n.py: _gaussian_topk before the activation in the first layers
    {"gemma3n gemma3n_text", "", "gelu_topk"},
    // dinov2/modeling_dinov2.py: Dinov2SwiGLUFFN
    {.names = "dinov2 dinov2_with_registers",
     .keys = "",
     .otherwise = "silu",
     .when = "use_swiglu_ffn"},

    // The name has a meaning of its own.
    // openai/modeling_openai.py: ACT_FNS has gelu_new under "gelu".
    {.names = "openai-gpt", .keys = "afn", .otherwise = "gelu_new", .tanh_gelu_key = "afn"},
    // gemma/modeling_gemma.py, https://github.com/huggingface/transformers/pull/29402: published
    // configurations have hidden_act "gelu", which stands for the tanh form.
    {.names = "gemma",
     .keys = "hidden_activation hidden_act",
     .otherwise = "gelu_pytorch_tanh",
     .tanh_gelu_key = "hidden_act"},
    // xlm/modeling_xlm.py: gelu_activation is a boolean, gelu or relu.
    {.names = "xlm flaubert", .keys = "gelu_activation", .otherwise = "gelu", .width = "emb_dim"},
    // t5/configuration_t5.py: "gated-gelu" stands for gelu_new; dense_act_fn, if saved, replaces
    // it.
    {"t5 longt5 switch_transformers", "dense_act_fn feed_forward_proj", "relu"},
    {"mt5 umt5", "dense_act_fn feed_forward_proj", "gelu_new"},
    {"pix2struct_text_model", "dense_act_fn", "gelu_new"},

    // The name is under another key.
    {.names = "distilbert", .keys = "activation", .otherwise = "gelu", .width = "dim"},
    {"xlnet", "ff_activation", "gelu"},
    {"modernbert modernbert-decoder", "hidden_activation", "gelu"},
    {"gemma2 gemma3 gemma3_text recurrent_gemma", "hidden_activation", "gelu_pytorch_tanh"},
    {"bart mbart pegasus pegasus_x marian led blenderbot blenderbot-small plbart mvp xglm whisper "
     "trocr",
     "activation_function", "gelu"},
    {"m2m_100 nllb-moe opt fsmt speech_to_text detr conditional_detr deformable_detr "
     "table-transformer",
     "activation_function", "relu"},
    {"gpt2 gpt_neo gptj codegen bigbird_pegasus", "activation_function", "gelu_new"},
    {"gpt_bigcode", "activation_function", "gelu_pytorch_tanh"},
    {"imagegpt", "activation_function", "quick_gelu"},
    {"exaone", "activation_function", "silu"},
    // https://huggingface.co/nomic-ai/nomic-bert-2048/blob/main/modeling_hf_nomic_bert.py has
    // activation_function, nomic_bert/configuration_nomic_bert.py hidden_act
    {"nomic_bert", "activation_function hidden_act", ""},
    // https://huggingface.co/allenai/OLMo-7B/blob/main/config.json
    {"hf_olmo", "activation_type", "swiglu"},

    // Parts of models, and types whose parts all have the same default.
    {.names = "clip clip_text_model clip_vision_model clipseg clipseg_text_model "
              "clipseg_vision_model owlvit owlvit_text_model owlvit_vision_model",
     .keys = "hidden_act",
     .otherwise = "quick_gelu",
     .every_part = true},
    {.names = "siglip siglip_text_model siglip_vision_model siglip2 siglip2_text_model "
              "siglip2_vision_model",
     .keys = "hidden_act",
     .otherwise = "gelu_pytorch_tanh",
     .every_part = true},
    {.names = "blip blip_text_model blip_vision_model",
     .keys = "hidden_act",
     .otherwise = "gelu",
     .every_part = true},
    {"chinese_clip_text_model altclip_text_model", "hidden_act", "gelu"},
    {"chinese_clip_vision_model altclip_vision_model", "hidden_act", "quick_gelu"},
    {"chinese_clip altclip", "hidden_act", "gelu", ModelPart::kText},
    {"chinese_clip altclip", "hidden_act", "quick_gelu", ModelPart::kVision},
    {"blip-2 instructblip", "hidden_act", "gelu", ModelPart::kVision},
    {"blip-2 instructblip", "hidden_act", "gelu", ModelPart::kQformer},
    {"blip_2_vision_model blip_2_qformer instructblip_vision_model instructblip_qformer",
     "hidden_act", "gelu"},
    // Here hidden_size of vision_config is the width of the text part.
    {.names = "qwen2_vl",
     .keys = "hidden_act",
     .otherwise = "quick_gelu",
     .part = ModelPart::kVision,
     .width = "embed_dim"},
    {"qwen2_5_vl", "hidden_act", "silu", ModelPart::kVision},
    {"llama4", "hidden_act", "gelu", ModelPart::kVision},
    {"gemma3", "hidden_act", "gelu_pytorch_tanh", ModelPart::kVision},

    // hidden_act
    {"llama mistral mixtral phi3 phimoe qwen2 qwen2_moe qwen3 qwen3_moe qwen2_vl qwen2_vl_text "
     "qwen2_5_vl qwen2_5_vl_text olmo olmo2 olmo3 olmoe smollm3 granite granitemoe stablelm cohere "
     "cohere2 deepseek_v2 deepseek_v3 glm glm4 llama4 llama4_text mllama_text_model jamba",
     "hidden_act", "silu"},
    // Code on the Hub: internlm/internlm2-7b, internlm/internlm-7b, baichuan-inc/Baichuan2-7B-Base,
    // each configuration_TYPE.py
    {"internlm internlm2 baichuan", "hidden_act", "silu"},
    {"persimmon nemotron arcee", "hidden_act", "relu2"},
    {"starcoder2", "hidden_act", "gelu_pytorch_tanh"},
    {"phi albert big_bird nystromformer fnet", "hidden_act", "gelu_new"},
    {"wav2vec2-bert", "hidden_act", "swish"},
    {"vivit", "hidden_act", "gelu_fast"},
    {"reformer", "hidden_act", "relu"},
    // mobilebert/modeling_mobilebert.py: the networks work inside a bottleneck.
    {.names = "mobilebert", .keys = "hidden_act", .otherwise = "relu", .width = kNoWidth},
    {.names = "funnel", .keys = "hidden_act", .otherwise = "gelu_new"},
    {.names = "swin swinv2 donut-swin maskformer-swin clap_audio_model perceiver",
     .keys = "hidden_act",
     .otherwise = "gelu",
     .width = kNoWidth},
    {"bert roberta xlm-roberta xlm-roberta-xl camembert electra deberta deberta-v2 longformer "
     "layoutlm layoutlmv2 layoutlmv3 ernie ernie_m rembert bert-generation megatron-bert convbert "
     "roformer mpnet splinter lilt xmod squeezebert luke ibert markuplm canine lxmert tapas vilt "
     "visual_bert yoso dpr biogpt gpt_neox gpt_neox_japanese clap_text_model",
     "hidden_act", "gelu"},
    {"vit deit beit vit_mae vit_msn dinov2 dinov2_with_registers yolos videomae timesformer "
     "data2vec-text data2vec-audio data2vec-vision audio-spectrogram-transformer "
     "llama4_vision_model",
     "hidden_act", "gelu"},
    {"wav2vec2 wav2vec2-conformer hubert wavlm unispeech unispeech-sat sew speecht5", "hidden_act",
     "gelu"},
};

// Returns letters and digits in lower case.
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (is_letter_or_digit(c)) letters += lower_case(c);
  }
  return letters;
}

bool fits(const ModelType& row, ModelPart part, bool own) {
  if (row.every_part || row.part == part) return true;
  return row.part == ModelPart::kWhole && (own || part == ModelPart::kText);
}

}  // namespace

bool has_word(std::string_view words, std::string_view word) {
  bool found = false;
  for_each_word(words, [&](std::string_view each) { found = found || each == word; });
  return found;
}

std::span<const ModelType> model_types() { return kModelTypes; }

const ModelType* find_model_type(std::string_view name, ModelPart part, bool own,
                                 const std::function<bool(std::string_view)>& has) {
  const ModelType* found = nullptr;
  for (const ModelType& row : kModelTypes) {
    if (!has_word(row.names, name) || !fits(row, part, own)) continue;
    if (!row.when.empty() && !has(row.when)) continue;
    const bool closer = found == nullptr || (row.part == part && found->part != part);
    if (closer) found = &row;
  }
  return found;
}

std::string_view model_type_of_class(std::string_view name) {
  const std::string letters = letters_of(name);
  std::string_view found;
  for (const ModelType& row : kModelTypes) {
    for_each_word(row.names, [&](std::string_view type) {
      const std::string start = letters_of(type);
      if (!letters.starts_with(start)) return;
      const std::string_view rest = std::string_view(letters).substr(start.size());
      const bool whole = rest.empty() || rest.starts_with("for") || rest.starts_with("model") ||
                         rest.starts_with("lmhead");
      if (whole && type.size() > found.size()) found = type;
    });
  }
  return found;
}

}  // namespace ffn
