#include "ffn/io/refused_contents.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ffn/io/network_candidates.h"

namespace ffn {

namespace {

enum class Place { kBegin, kInside, kEnd };

// A part of a tensor's name, and what it says about the file. With a companion the file also has
// the tensor whose name ends with that in place of the part; `dimensions` is 0 for any number.
struct Row {
  Place place;
  std::string_view part;
  std::string_view companion;
  std::size_t dimensions;
  const char* what;
};

constexpr const char* kAdapter = "the weights of a LoRA adapter, not those of its model";
constexpr const char* kLycoris = "the weights of a LyCORIS adapter, not those of its model";
constexpr const char* kBnb4 = "weights quantized to 4 bits by bitsandbytes";
constexpr const char* kEetq = "weights quantized by EETQ";
constexpr const char* kTorchAo = "weights quantized by torchao";
constexpr const char* kOneBias = "networks with a bias in the last layer only (JinaBERT)";
constexpr const char* kRwkv = "a recurrent model (RWKV), not a Transformer";
constexpr const char* kInner = "networks with another layer inside";
constexpr const char* kExperts = "experts of a mixture fused in one tensor";

// The first row that fits decides.
constexpr auto kRows = std::to_array<Row>({
    // https://github.com/huggingface/peft, src/peft/tuners/tuners_utils.py BaseTunerLayer
    {Place::kInside, ".base_layer.", "", 0,
     "a model whose adapter is not merged (PEFT; merge_and_unload() merges it)"},
    // https://github.com/huggingface/peft, src/peft/tuners/lora/layer.py
    {Place::kInside, ".lora_A.", "", 0, kAdapter},
    {Place::kInside, ".lora_B.", "", 0, kAdapter},
    {Place::kEnd, ".lora_A", "", 0, kAdapter},
    // https://github.com/kohya-ss/sd-scripts, networks/lora.py
    {Place::kBegin, "lora_unet_", "", 0, kAdapter},
    {Place::kBegin, "lora_te", "", 0, kAdapter},
    {Place::kInside, ".lora_down.", "", 0, kAdapter},
    {Place::kInside, ".lora_up.", "", 0, kAdapter},
    {Place::kInside, ".lora.down.", "", 0, kAdapter},
    // https://github.com/KohakuBlueleaf/LyCORIS, lycoris/modules/loha.py and lokr.py
    {Place::kEnd, ".hada_w1_a", "", 0, kLycoris},
    {Place::kInside, ".lokr_w1", "", 0, kLycoris},
    // https://github.com/AutoGPTQ/AutoGPTQ, auto_gptq/nn_modules/qlinear
    {Place::kEnd, ".qweight", ".g_idx", 0, "weights quantized by GPTQ"},
    // https://github.com/casper-hansen/AutoAWQ, awq/modules/linear/gemm.py
    {Place::kEnd, ".qweight", ".qzeros", 0, "weights quantized by AWQ"},
    // https://github.com/NetEase-FuXi/EETQ, python/eetq/modules/qlinear.py
    {Place::kEnd, ".qweight", ".weight_scales", 0, kEetq},
    {Place::kEnd, ".weight", ".weight_scales", 0, kEetq},
    {Place::kEnd, ".qweight", "", 0, "packed weights (GPTQ, AWQ or another method)"},
    // https://github.com/bitsandbytes-foundation/bitsandbytes, functional.py QuantState.as_dict
    {Place::kEnd, ".quant_state.bitsandbytes__nf4", "", 0, kBnb4},
    {Place::kEnd, ".quant_state.bitsandbytes__fp4", "", 0, kBnb4},
    {Place::kEnd, ".absmax", ".quant_map", 0, kBnb4},
    // https://github.com/mobiusml/hqq, hqq/core/quantize.py
    {Place::kEnd, ".W_q", "", 0, "weights quantized by HQQ"},
    // https://github.com/huggingface/optimum-quanto, optimum/quanto/tensor/qtensor.py
    {Place::kEnd, "._data", "._scale", 0, "weights quantized by Quanto"},
    {Place::kEnd, "._data._data", "", 0, "weights quantized by Quanto"},
    // https://github.com/pytorch/ao, torchao/prototype/safetensors/safetensors_support.py
    {Place::kEnd, "_weight_qdata", "", 0, kTorchAo},
    {Place::kEnd, ":qdata", "", 0, kTorchAo},
    // https://github.com/vllm-project/compressed-tensors, src/compressed_tensors/compressors/nvfp4
    // and pack_quantized
    {Place::kEnd, ".weight_packed", ".weight_global_scale", 0,
     "weights quantized to NVFP4 (compressed-tensors)"},
    {Place::kEnd, ".weight_packed", "", 0, "packed weights (compressed-tensors)"},
    // https://github.com/NVIDIA/TensorRT-Model-Optimizer, modelopt/torch/export
    {Place::kEnd, ".weight", ".weight_scale_2", 0, "weights quantized to NVFP4 (ModelOpt)"},
    // https://github.com/openai/gpt-oss, gpt_oss/torch/weights.py
    {Place::kEnd, "_blocks", "_scales", 0, "experts of a mixture quantized to MXFP4"},
    {Place::kEnd, ".blocks", ".scales", 0, "experts of a mixture quantized to MXFP4"},
    // https://github.com/Vahe1994/AQLM, inference_lib/src/aqlm/inference.py
    {Place::kEnd, ".codes", ".codebooks", 0, "weights quantized by AQLM"},
    // https://github.com/Cornell-RelaxML/quip-sharp, lib/linear/quantized_linear.py
    {Place::kEnd, ".Qidxs", "", 0, "weights quantized by QuIP#"},
    // https://github.com/turboderp-org/exllamav2, exllamav2/module.py, and exllamav3,
    // exllamav3/modules/quant/exl3.py
    {Place::kEnd, ".q_weight", "", 0, "weights quantized by ExLlamaV2 (EXL2)"},
    {Place::kEnd, ".trellis", "", 0, "weights quantized by ExLlamaV3 (EXL3)"},
    // https://github.com/ml-explore/mlx, python/mlx/nn/layers/quantized.py
    {Place::kEnd, ".weight", ".scales", 0, "weights quantized by MLX"},
    // https://github.com/huggingface/transformers, models/llama4 (experts, width, 2 d_ff)
    {Place::kEnd, "experts.gate_up_proj", "", 3, kExperts},
    {Place::kEnd, "experts.down_proj", "", 3, kExperts},
    // https://github.com/huggingface/transformers, models/granitemoe (experts, 2 d_ff, width)
    {Place::kEnd, ".input_linear.weight", ".output_linear.weight", 3, kExperts},
    // https://github.com/huggingface/transformers, models/dbrx (experts * d_ff, width)
    {Place::kEnd, "experts.mlp.w1", "experts.mlp.v1", 0, kExperts},
    // https://huggingface.co/jinaai/jina-bert-implementation modeling_bert.py: JinaBertGLUMLP, of
    // which feed_forward_type is the activation; DNABERT-2 has these names, too
    {Place::kEnd, ".mlp.gated_layers.weight", ".mlp.wo.bias", 0, kOneBias},
    // https://huggingface.co/jinaai/jina-bert-v2-qk-post-norm modeling_bert.py: JinaBertGLUMLP,
    // JinaBertMLP
    {Place::kEnd, ".mlp.up_gated_layer.weight", ".mlp.down_layer.bias", 0, kOneBias},
    {Place::kEnd, ".mlp.up_layer.weight", ".mlp.down_layer.bias", 0, kOneBias},
    // https://github.com/huggingface/transformers, models/mamba and models/rwkv
    {Place::kEnd, ".mixer.A_log", "", 0, "a state-space model (Mamba), not a Transformer"},
    {Place::kEnd, ".feed_forward.receptance.weight", "", 0, kRwkv},
    {Place::kEnd, ".ffn.receptance.weight", "", 0, kRwkv},
    // https://github.com/ggml-org/llama.cpp, gguf-py/gguf/constants.py
    {Place::kBegin, "blk.", "", 0, "tensors with the names of GGUF files"},
});

std::size_t find_part(std::string_view name, const Row& row) {
  if (row.place == Place::kInside) return name.find(row.part);
  if (row.place == Place::kBegin) return name.starts_with(row.part) ? 0 : std::string_view::npos;
  return name.ends_with(row.part) ? name.size() - row.part.size() : std::string_view::npos;
}

bool fits(const SafetensorsHeader& header, const TensorInfo& tensor, const Row& row) {
  if (row.dimensions != 0 && tensor.shape.size() != row.dimensions) return false;
  const std::size_t at = find_part(tensor.name, row);
  if (at == std::string_view::npos) return false;
  return row.companion.empty() ||
         header.find(tensor.name.substr(0, at).append(row.companion)) != nullptr;
}

std::string described(const char* what, const TensorInfo& tensor) {
  return std::string(what) + " (" + part_name(tensor) + ")";
}

}  // namespace

std::optional<std::string> refused_contents(const SafetensorsHeader& header) {
  const std::vector<const TensorInfo*> tensors = header.with_prefix("");
  for (const Row& row : kRows) {
    const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const TensorInfo* tensor) {
      return fits(header, *tensor, row);
    });
    if (found != tensors.end()) return described(row.what, **found);
  }
  if (const TensorInfo* const inner = find_inner_layer(header)) return described(kInner, *inner);
  return std::nullopt;
}

}  // namespace ffn
