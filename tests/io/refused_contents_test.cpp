#include "ffn/io/refused_contents.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace ffn;

namespace {

struct Named {
  std::string name;
  Shape shape = {2, 2};
};

std::string contents_of(const std::vector<Named>& named) {
  std::vector<TensorInfo> tensors;
  for (const Named& tensor : named) tensors.push_back({tensor.name, Dtype::kF16, tensor.shape, {}});
  return refused_contents(SafetensorsHeader(tensors, {})).value_or("nothing refused");
}

const std::string kUp = "h.0.up_proj";

// Checks the phrase for a layer with these names after kUp; the first is the tensor that is named.
void check_layer(const std::vector<std::string>& endings, const std::string& what) {
  std::vector<Named> tensors{{"model.embed_tokens.weight"}, {kUp + ".bias"}};
  for (const std::string& ending : endings) tensors.push_back({kUp + ending});
  CHECK(contents_of(tensors) == what + " (tensor \"" + kUp + endings.front() + "\")");
}

}  // namespace

TEST_CASE("refused_contents: plain models have none") {
  CHECK(contents_of({}) == "nothing refused");
  CHECK(contents_of({{kUp + ".weight"}, {kUp + ".bias"}, {kUp + ".weight_scale"}}) ==
        "nothing refused");
  CHECK(contents_of({{"experts.0.up_proj.weight"}, {"experts.gate_up_proj", {4, 4}}}) ==
        "nothing refused");
}

TEST_CASE("refused_contents: methods of quantization are named") {
  check_layer({".qweight", ".qzeros", ".scales", ".g_idx"}, "weights quantized by GPTQ");
  check_layer({".qweight", ".qzeros", ".scales"}, "weights quantized by AWQ");
  check_layer({".qweight"}, "packed weights (GPTQ, AWQ or another method)");
  for (const char* type : {"nf4", "fp4"}) {
    check_layer({std::string(".weight.quant_state.bitsandbytes__") + type, ".weight",
                 ".weight.absmax", ".weight.quant_map"},
                "weights quantized to 4 bits by bitsandbytes");
  }
  check_layer({".weight.absmax", ".weight.quant_map"},
              "weights quantized to 4 bits by bitsandbytes");
  check_layer({".W_q", ".scale", ".zero"}, "weights quantized by HQQ");
  check_layer({".weight._data", ".weight._scale"}, "weights quantized by Quanto");
  check_layer({".weight._data._data"}, "weights quantized by Quanto");
  check_layer({".weight", ".weight_scales"}, "weights quantized by EETQ");
  check_layer({".qweight", ".weight_scales"}, "weights quantized by EETQ");
  check_layer({"._weight_qdata", "._weight_scale"}, "weights quantized by torchao");
  check_layer({".weight:qdata"}, "weights quantized by torchao");
  check_layer({".weight_packed", ".weight_scale", ".weight_global_scale"},
              "weights quantized to NVFP4 (compressed-tensors)");
  check_layer({".weight_packed", ".weight_scale", ".weight_shape"},
              "packed weights (compressed-tensors)");
  check_layer({".weight", ".weight_scale", ".weight_scale_2"},
              "weights quantized to NVFP4 (ModelOpt)");
  check_layer({".codes", ".codebooks", ".scales"}, "weights quantized by AQLM");
  check_layer({".Qidxs"}, "weights quantized by QuIP#");
  check_layer({".q_weight"}, "weights quantized by ExLlamaV2 (EXL2)");
  check_layer({".trellis"}, "weights quantized by ExLlamaV3 (EXL3)");
  check_layer({".weight", ".scales", ".biases"}, "weights quantized by MLX");
}

TEST_CASE("refused_contents: adapters are told from models with an adapter") {
  const std::string adapter = "the weights of a LoRA adapter, not those of its model";
  check_layer({".lora_A.weight", ".lora_B.weight"}, adapter);
  check_layer({".lora_B.default.weight"}, adapter);
  check_layer({".lora_A"}, adapter);
  check_layer({".lora_down.weight", ".lora_up.weight"}, adapter);
  check_layer({".lora_up.weight"}, adapter);
  check_layer({".lora.down.weight"}, adapter);
  for (const char* name : {"lora_unet_mid_block.alpha", "lora_te1_text_model_encoder.alpha"})
    CHECK(contents_of({{name}}) == adapter + " (tensor \"" + name + "\")");
  const std::string lycoris = "the weights of a LyCORIS adapter, not those of its model";
  check_layer({".hada_w1_a"}, lycoris);
  check_layer({".lokr_w1_b"}, lycoris);
  check_layer({".base_layer.weight", ".lora_A.default.weight", ".lora_B.default.weight"},
              "a model whose adapter is not merged (PEFT; merge_and_unload() merges it)");
}

TEST_CASE("refused_contents: fused experts") {
  const auto check_experts = [](const std::vector<Named>& tensors, const std::string& what) {
    CHECK(contents_of(tensors) == what + " (tensor \"" + tensors.front().name + "\")");
  };
  const std::string fused = "experts of a mixture fused in one tensor";
  check_experts({{"layers.0.mlp.experts.gate_up_proj", {4, 2, 6}}}, fused);
  check_experts({{"layers.0.mlp.experts.down_proj", {4, 3, 2}}}, fused);
  check_experts({{"block_sparse_moe.input_linear.weight", {4, 6, 2}},
                 {"block_sparse_moe.output_linear.weight", {4, 2, 3}}},
                fused);
  check_experts({{"ffn.experts.mlp.w1"}, {"ffn.experts.mlp.v1"}, {"ffn.experts.mlp.w2"}}, fused);
  const std::string mxfp4 = "experts of a mixture quantized to MXFP4";
  check_experts({{"mlp.experts.gate_up_proj_blocks"}, {"mlp.experts.gate_up_proj_scales"}}, mxfp4);
  check_experts({{"block.0.mlp.mlp1_weight.blocks"}, {"block.0.mlp.mlp1_weight.scales"}}, mxfp4);
  check_experts({{"blk.0.ffn_gate.weight"}}, "tensors with the names of GGUF files");
}

TEST_CASE("refused_contents: networks with a bias in the last layer only") {
  const std::string layer = "encoder.layer.0.mlp.";
  for (const auto& [first, last] : {std::pair{"gated_layers", "wo"},
                                    {"up_gated_layer", "down_layer"},
                                    {"up_layer", "down_layer"}}) {
    const std::string weight = layer + first + ".weight";
    CHECK(contents_of({{weight}, {layer + last + ".weight"}, {layer + last + ".bias", {2}}}) ==
          "networks with a bias in the last layer only (JinaBERT) (tensor \"" + weight + "\")");
  }
}

TEST_CASE("refused_contents: networks with another layer inside, and models of another kind") {
  CHECK(
      contents_of({{"h.0.mlp.fc1.weight"}, {"h.0.mlp.norm.weight", {2}}, {"h.0.mlp.fc2.weight"}}) ==
      "networks with another layer inside (tensor \"h.0.mlp.norm.weight\")");
  CHECK(
      contents_of({{"backbone.layers.0.mixer.A_log"}}) ==
      "a state-space model (Mamba), not a Transformer (tensor \"backbone.layers.0.mixer.A_log\")");
  for (const std::string name :
       {"rwkv.blocks.0.feed_forward.receptance.weight", "blocks.0.ffn.receptance.weight"}) {
    CHECK(contents_of({{name}}) ==
          "a recurrent model (RWKV), not a Transformer (tensor \"" + name + "\")");
  }
}
