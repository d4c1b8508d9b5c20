#include "ffn/io/naming_table.h"

#include <array>

namespace ffn {

namespace {

using Family = ModelFamily;
using Order = FusedOrder;
using Layout = WeightLayout;

// Sources are paths in a public repository, after its owner and name; "transformers" is
// huggingface/transformers, "models" its folder src/transformers/models.
constexpr auto kNamings = std::to_array<NetworkNaming>({
    // models/gpt2/modeling_gpt2.py: GPT2MLP, Conv1D
    {.stem = "mlp.",
     .first = "c_fc",
     .second = "c_proj",
     .family = Family::kGpt2,
     .layout = Layout::kInOut},
    // models/bert/modeling_bert.py: BertIntermediate, BertOutput
    {.first = "intermediate.dense", .second = "output.dense", .family = Family::kBert},
    // models/llama/modeling_llama.py: LlamaMLP, down_proj(act(gate_proj) * up_proj)
    {"", "gate_proj", "up_proj", "down_proj"},
    // models/phi3/modeling_phi3.py: Phi3MLP, gate, up = chunk(2), up * act(gate)
    {.first = "gate_up_proj",
     .second = "down_proj",
     .fused = Order::kActivationFirst,
     .always_fused = true},
    // Qwen/Qwen-7B modeling_qwen.py: QWenMLP, c_proj(w1 * silu(w2))
    {"mlp.", "w2", "w1", "c_proj"},
    // LGAI-EXAONE/EXAONE-3.0-7.8B-Instruct modeling_exaone.py: ExaoneGatedMLP, c_proj(act(c_fc_0)
    // * c_fc_1)
    {"mlp.", "c_fc_0", "c_fc_1", "c_proj"},
    // models/mixtral/modeling_mixtral.py and meta-llama/llama model.py: w2(act(w1) * w3)
    {"", "w1", "w3", "w2"},
    // models/t5/modeling_t5.py: T5DenseGatedActDense, wo(act(wi_0) * wi_1)
    {"", "wi_0", "wi_1", "wo"},
    // Lightning-AI/litgpt litgpt/model.py: LLaMAMLP, proj(act(fc_1) * fc_2)
    {"", "fc_1", "fc_2", "proj"},
    // models/nomic_bert and nomic-ai/contrastors mlp.py: GatedMLP, fc2(fc11 * act(fc12))
    {"", "fc12", "fc11", "fc2"},
    // huggingface/pytorch-image-models timm/layers/mlp.py: SwiGLU, fc2(act(fc1_g) * fc1_x)
    {"", "fc1_g", "fc1_x", "fc2"},
    // facebookresearch/dinov2 dinov2/layers/swiglu_ffn.py: x1, x2 = chunk(2), silu(x1) * x2
    {.first = "w12", .second = "w3", .fused = Order::kActivationFirst, .always_fused = true},
    // models/dinov2/modeling_dinov2.py: Dinov2SwiGLUFFN, x1, x2 = chunk(2), silu(x1) * x2
    {.first = "weights_in",
     .second = "weights_out",
     .fused = Order::kActivationFirst,
     .always_fused = true},
    // models/modernbert/modeling_modernbert.py: input, gate = chunk(2), act(input) * gate
    {.first = "Wi", .second = "Wo", .fused = Order::kActivationFirst, .always_fused = true},
    // allenai/OLMo olmo/model.py: SwiGLU, x, gate = chunk(2), silu(gate) * x
    {.first = "ff_proj", .second = "ff_out", .fused = Order::kActivationLast},
    // PyTorch torch/nn/modules/transformer.py
    {"", "linear1", "", "linear2"},
    // models/opt/modeling_opt.py; with a gate in fc1 flash-attention's GatedMlp activates the
    // second half, timm's SwiGLUPacked the first
    {.first = "fc1", .second = "fc2", .fused = Order::kUnknown},
    // models/distilbert/modeling_distilbert.py: FFN
    {"", "lin1", "", "lin2"},
    // models/gpt_neox/modeling_gpt_neox.py; with a gate THUDM/chatglm3-6b modeling_chatglm.py: x =
    // chunk(2), silu(x[0]) * x[1]
    {.first = "dense_h_to_4h", .second = "dense_4h_to_h", .fused = Order::kActivationFirst},
    // rasbt/LLMs-from-scratch ch04: FeedForward
    {"ff.", "layers.0", "", "layers.2"},
    // lucidrains/vit-pytorch vit.py before 1.0: FeedForward
    {"", "net.0", "", "net.3"},
    // lucidrains/vit-pytorch vit_pytorch/vit.py: FeedForward
    {"", "net.1", "", "net.4"},
    // huggingface/diffusers models/activations.py: GEGLU, x, gate = chunk(2), x * gelu(gate)
    {.first = "net.0.proj", .second = "net.2", .fused = Order::kActivationLast},
    // a Sequential of Linear, activation, Linear
    {"", "net.0", "", "net.2"},
    // models/t5/modeling_t5.py: T5DenseActDense
    {"", "wi", "", "wo"},
    // models/gptj/modeling_gptj.py: GPTJMLP
    {"", "fc_in", "", "fc_out"},
    // models/mpt/modeling_mpt.py: MptMLP
    {"", "up_proj", "", "down_proj"},
    // models/albert/modeling_albert.py: AlbertLayer
    {"", "ffn", "", "ffn_output"},
    // models/xlnet/modeling_xlnet.py: XLNetFeedForward
    {"ff.", "layer_1", "", "layer_2"},
    // models/wav2vec2/modeling_wav2vec2.py: Wav2Vec2FeedForward
    {"", "intermediate_dense", "", "output_dense"},
    // Lightning-AI/litgpt litgpt/model.py: GptNeoxMLP
    {"mlp.", "fc", "", "proj"},
    // harvardnlp/annotated-transformer: PositionwiseFeedForward
    {"", "w_1", "", "w_2"},
});

}  // namespace

std::span<const NetworkNaming> naming_table() { return kNamings; }

}  // namespace ffn
