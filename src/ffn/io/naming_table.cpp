#include "ffn/io/naming_table.h"

namespace ffn {

namespace {

using Family = ModelFamily;
using Order = FusedOrder;
using Layout = WeightLayout;

// Two layers, stored (out, in).
constexpr NetworkNaming plain(std::string_view stem, std::string_view first,
                              std::string_view second, std::string_view source,
                              std::string_view absent = {}) {
  return {Family::kLinear, stem,  first,          {},     second,
          Order::kNone,    false, Layout::kOutIn, absent, source};
}

// Three layers.
constexpr NetworkNaming gated(std::string_view stem, std::string_view first, std::string_view gate,
                              std::string_view second, std::string_view source,
                              std::string_view absent = {}) {
  return {Family::kGated, stem,  first,          gate,   second,
          Order::kNone,   false, Layout::kOutIn, absent, source};
}

// Two layers, the first with the gate in it.
constexpr NetworkNaming fused(std::string_view stem, std::string_view first,
                              std::string_view second, Order order, std::string_view source) {
  return {Family::kGated, stem, first, {}, second, order, true, Layout::kOutIn, {}, source};
}

// Two layers, the first with the gate in it if it has 2 d_ff outputs.
constexpr NetworkNaming maybe_fused(std::string_view stem, std::string_view first,
                                    std::string_view second, Order order, std::string_view source,
                                    std::string_view absent = {}) {
  return {Family::kLinear, stem, first, {}, second, order, false, Layout::kOutIn, absent, source};
}

// Sources are paths in a public repository, after its owner and name; "transformers" is
// huggingface/transformers, "models" its folder src/transformers/models.
constexpr std::array kNamings{
    NetworkNaming{Family::kGpt2,
                  "mlp.",
                  "c_fc",
                  {},
                  "c_proj",
                  Order::kNone,
                  false,
                  Layout::kInOut,
                  {},
                  "models/gpt2/modeling_gpt2.py: GPT2MLP, Conv1D"},
    NetworkNaming{Family::kBert,
                  {},
                  "intermediate.dense",
                  {},
                  "output.dense",
                  Order::kNone,
                  false,
                  Layout::kOutIn,
                  {},
                  "models/bert/modeling_bert.py: BertIntermediate, BertOutput"},

    gated({}, "gate_proj", "up_proj", "down_proj",
          "models/llama/modeling_llama.py: LlamaMLP, down_proj(act(gate_proj) * up_proj)",
          "ffn_sub_norm"),
    fused({}, "gate_up_proj", "down_proj", Order::kActivationFirst,
          "models/phi3/modeling_phi3.py: Phi3MLP, gate, up = chunk(2), up * act(gate)"),
    gated("mlp.", "w2", "w1", "c_proj",
          "Qwen/Qwen-7B modeling_qwen.py: QWenMLP, c_proj(w1 * silu(w2))"),
    gated("mlp.", "c_fc_0", "c_fc_1", "c_proj",
          "LGAI-EXAONE/EXAONE-3.0-7.8B-Instruct modeling_exaone.py: ExaoneGatedMLP, "
          "c_proj(act(c_fc_0) * c_fc_1)"),
    gated({}, "w1", "w3", "w2",
          "models/mixtral/modeling_mixtral.py and meta-llama/llama model.py: w2(act(w1) * w3)"),
    gated({}, "wi_0", "wi_1", "wo",
          "models/t5/modeling_t5.py: T5DenseGatedActDense, wo(act(wi_0) * wi_1)"),
    gated({}, "fc_1", "fc_2", "proj",
          "Lightning-AI/litgpt litgpt/model.py: LLaMAMLP, proj(act(fc_1) * fc_2)"),
    gated({}, "fc12", "fc11", "fc2",
          "models/nomic_bert and nomic-ai/contrastors mlp.py: GatedMLP, fc2(fc11 * act(fc12))",
          "norm"),
    gated({}, "fc1_g", "fc1_x", "fc2", "timm/layers/mlp.py: SwiGLU, fc2(norm(act(fc1_g) * fc1_x))",
          "norm"),
    fused({}, "w12", "w3", Order::kActivationFirst,
          "facebookresearch/dinov2 dinov2/layers/swiglu_ffn.py: x1, x2 = chunk(2), silu(x1) * x2"),
    fused({}, "weights_in", "weights_out", Order::kActivationFirst,
          "models/dinov2/modeling_dinov2.py: Dinov2SwiGLUFFN, x1, x2 = chunk(2), silu(x1) * x2"),
    fused({}, "Wi", "Wo", Order::kActivationFirst,
          "models/modernbert/modeling_modernbert.py: input, gate = chunk(2), act(input) * gate"),
    maybe_fused({}, "ff_proj", "ff_out", Order::kActivationLast,
                "allenai/OLMo olmo/model.py: SwiGLU, x, gate = chunk(2), silu(gate) * x"),

    plain({}, "linear1", "linear2", "PyTorch torch/nn/modules/transformer.py"),
    maybe_fused({}, "fc1", "fc2", Order::kUnknown,
                "models/opt/modeling_opt.py; with a gate in fc1 flash-attention's GatedMlp "
                "activates the second half, timm's SwiGLUPacked the first",
                "ffn_layernorm"),
    plain({}, "lin1", "lin2", "models/distilbert/modeling_distilbert.py: FFN"),
    maybe_fused({}, "dense_h_to_4h", "dense_4h_to_h", Order::kActivationFirst,
                "models/gpt_neox/modeling_gpt_neox.py; with a gate THUDM/chatglm3-6b "
                "modeling_chatglm.py: x = chunk(2), silu(x[0]) * x[1]"),
    plain("ff.", "layers.0", "layers.2", "rasbt/LLMs-from-scratch ch04: FeedForward"),
    plain({}, "net.0", "net.3", "lucidrains/vit-pytorch vit.py before 1.0: FeedForward"),
    plain({}, "net.1", "net.4", "lucidrains/vit-pytorch vit_pytorch/vit.py: FeedForward"),
    maybe_fused({}, "net.0.proj", "net.2", Order::kActivationLast,
                "huggingface/diffusers models/activations.py: GEGLU, x, gate = chunk(2), "
                "x * gelu(gate)"),
    plain({}, "net.0", "net.2", "a Sequential of Linear, activation, Linear"),
    plain({}, "wi", "wo", "models/t5/modeling_t5.py: T5DenseActDense"),
    plain({}, "fc_in", "fc_out", "models/gptj/modeling_gptj.py: GPTJMLP"),
    plain({}, "up_proj", "down_proj", "models/mpt/modeling_mpt.py: MptMLP"),
    plain({}, "ffn", "ffn_output", "models/albert/modeling_albert.py: AlbertLayer"),
    plain("ff.", "layer_1", "layer_2", "models/xlnet/modeling_xlnet.py: XLNetFeedForward"),
    plain({}, "intermediate_dense", "output_dense",
          "models/wav2vec2/modeling_wav2vec2.py: Wav2Vec2FeedForward"),
    plain("mlp.", "fc", "proj", "Lightning-AI/litgpt litgpt/model.py: GptNeoxMLP"),
    plain({}, "w_1", "w_2", "harvardnlp/annotated-transformer: PositionwiseFeedForward"),
};

}  // namespace

std::span<const NetworkNaming> naming_table() { return kNamings; }

}  // namespace ffn
