"""Mixtures of experts whose experts have tensors of their own."""

from .family import Family, Stack
from .gated import config, gate_up_down, gated, llama_layers
from .sources import modeling

MOE = "model.layers.*.block_sparse_moe"


def experts(prefix, count, width):
    """Returns the lines of the experts, with Llama's names."""
    numbers = "{" + ",".join(map(str, range(count))) + "}"
    return f"""
    matrix {prefix}.experts.{numbers}.{{gate,up}}_proj {width} D
    matrix {prefix}.experts.{numbers}.down_proj D {width}
    """


FAMILIES = [
    Family(
        "mixtral",
        "Mixtral: experts w1 (activated), w3, w2",
        modeling("mixtral"),
        llama_layers()
        + f"""
        matrix {MOE}.gate 3 D
        matrix {MOE}.experts.{{0,1,2}}.{{w1,w3}} F D
        matrix {MOE}.experts.{{0,1,2}}.w2 D F
        matrix lm_head V D
        """,
        [Stack(f"{MOE}.experts.{expert}", "w1", "w2", "silu", gate="w3") for expert in range(3)],
        dtype="BF16",
        config=config("mixtral", "MixtralForCausalLM", num_experts_per_tok=2, num_local_experts=3),
    ),
    Family(
        "qwen2_moe",
        "Qwen 1.5 MoE: experts, and a wider one that is always used",
        modeling("qwen2_moe"),
        llama_layers()
        + """
        matrix model.layers.*.mlp.gate 2 D
        matrix model.layers.*.mlp.shared_expert_gate 1 D
        """
        + experts("model.layers.*.mlp", 2, "E")
        + gate_up_down(name="mlp.shared_expert"),
        [
            *(gated(f"model.layers.*.mlp.experts.{expert}", "silu") for expert in range(2)),
            gated("model.layers.*.mlp.shared_expert", "silu"),
        ],
        dtype="BF16",
        sizes={"E": 5},
        config=config("qwen2_moe", "Qwen2MoeForCausalLM", moe_intermediate_size="E", num_experts=2, shared_expert_intermediate_size="F"),
    ),
    Family(
        "deepseek_v2",
        "DeepSeek V2: a first layer without experts, shared experts, latent attention",
        modeling("deepseek_v2"),
        """
        matrix model.embed_tokens V D
        scale  model.layers.*.{input_layernorm,post_attention_layernorm} D
        matrix model.layers.*.self_attn.q_proj 3*D D
        matrix model.layers.*.self_attn.kv_a_proj_with_mqa 5 D
        scale  model.layers.*.self_attn.kv_a_layernorm 4
        matrix model.layers.*.self_attn.kv_b_proj 4*D 4
        matrix model.layers.*.self_attn.o_proj D 2*D
        matrix model.layers.0.mlp.{gate,up}_proj F D
        matrix model.layers.0.mlp.down_proj D F
        matrix model.layers.{1,2}.mlp.gate 2 D
        matrix model.layers.{1,2}.mlp.shared_experts.{gate,up}_proj 2*E D
        matrix model.layers.{1,2}.mlp.shared_experts.down_proj D 2*E
        scale  model.norm D
        matrix lm_head V D
        """
        + experts("model.layers.{1,2}.mlp", 2, "E"),
        [
            gated("model.layers.*.mlp", "silu", layers=(0,)),
            *(gated(f"model.layers.*.mlp.experts.{expert}", "silu", layers=(1, 2)) for expert in range(2)),
            gated("model.layers.*.mlp.shared_experts", "silu", layers=(1, 2)),
        ],
        dtype="BF16",
        layers=3,
        sizes={"E": 5},
        config={
            "architectures": ["DeepseekV2ForCausalLM"],
            "model_type": "deepseek_v2",
            "first_k_dense_replace": 1,
            "hidden_act": "silu",
            "hidden_size": "D",
            "intermediate_size": "F",
            "moe_intermediate_size": "E",
            "n_routed_experts": 2,
            "n_shared_experts": 2,
            "num_attention_heads": 4,
            "num_hidden_layers": 3,
            "vocab_size": "V",
        },
    ),
    Family(
        "llama4",
        "Llama 4: a shared expert with Llama's names; the others in one tensor of three dimensions",
        modeling("llama4"),
        llama_layers("language_model.model.")
        + """
        matrix language_model.model.layers.*.feed_forward.router 2 D
        tensor language_model.model.layers.*.feed_forward.experts.gate_up_proj 2 D 2*F
        tensor language_model.model.layers.*.feed_forward.experts.down_proj 2 F D
        """
        + gate_up_down("language_model.model.", "feed_forward.shared_expert"),
        [gated("language_model.model.layers.*.feed_forward.shared_expert", "silu")],
        dtype="BF16",
        config={
            "architectures": ["Llama4ForConditionalGeneration"],
            "model_type": "llama4",
            "text_config": config("llama4_text", "Llama4ForCausalLM", num_local_experts=2, intermediate_size_mlp="F"),
        },
    ),
]
