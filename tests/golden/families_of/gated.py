"""Decoders with gated networks (Shazeer 2020, arXiv 2002.05202), and the parts that Llama's relatives share."""

from .family import Family, Stack
from .sources import github, modeling


def llama_layers(prefix="model."):
    """Returns the lines of Llama's tensors but for the networks: grouped keys and values, RMS norms, no biases."""
    return f"""
    matrix {prefix}embed_tokens V D
    scale  {prefix}layers.*.{{input_layernorm,post_attention_layernorm}} D
    matrix {prefix}layers.*.self_attn.{{q,o}}_proj D D
    matrix {prefix}layers.*.self_attn.{{k,v}}_proj K D
    scale  {prefix}norm D
    """


def gate_up_down(prefix="model.", name="mlp", width="F"):
    return f"""
    matrix {prefix}layers.*.{name}.{{gate,up}}_proj {width} D
    matrix {prefix}layers.*.{name}.down_proj D {width}
    """


def gated(name, act, by="config", layers=(0, 1)):
    """Returns a stack with Llama's names."""
    return Stack(name, "gate_proj", "down_proj", act, by, gate="up_proj", layers=layers)


def config(model_type, architecture, act="silu", **more):
    names = {"hidden_size": "D", "intermediate_size": "F", "num_attention_heads": 4, "num_hidden_layers": 2, "num_key_value_heads": 2, "vocab_size": "V"}
    return {"architectures": [architecture], "model_type": model_type} | ({"hidden_act": act} if act else {}) | names | more


LLAMA = llama_layers() + gate_up_down()

FAMILIES = [
    Family(
        "llama",
        "Llama 2 and 3",
        modeling("llama"),
        LLAMA + "matrix lm_head V D",
        [gated("model.layers.*.mlp", "silu")],
        dtype="BF16",
        config=config("llama", "LlamaForCausalLM", mlp_bias=False),
    ),
    Family(
        "llama_sharded",
        "Llama in two shards, with a layer that crosses them",
        [*modeling("llama"), "https://huggingface.co/docs/safetensors/index"],
        LLAMA + "matrix lm_head V D",
        [gated("model.layers.*.mlp", "silu")],
        dtype="BF16",
        config=config("llama", "LlamaForCausalLM"),
        second_shard=("lm_head", "model.norm", "model.layers.1.mlp.down_proj", "model.layers.1.mlp.up_proj", "model.layers.1.post"),
    ),
    Family(
        "phi3",
        "Phi-3: both layers of the gate in one matrix, the activated half first",
        modeling("phi3"),
        """
        matrix model.embed_tokens V D
        scale  model.layers.*.{input_layernorm,post_attention_layernorm} D
        matrix model.layers.*.self_attn.qkv_proj D+2*K D
        matrix model.layers.*.self_attn.o_proj D D
        matrix model.layers.*.mlp.gate_up_proj 2*F D
        matrix model.layers.*.mlp.down_proj D F
        scale  model.norm D
        matrix lm_head V D
        """,
        [Stack("model.layers.*.mlp", "gate_up_proj", "down_proj", "silu", fused="activation_first")],
        dtype="BF16",
        config=config("phi3", "Phi3ForCausalLM"),
    ),
    Family(
        "modernbert",
        "ModernBERT: the matrix Wi, the activated half first",
        modeling("modernbert"),
        """
        matrix model.embeddings.tok_embeddings V D
        scale  model.embeddings.norm D
        scale  model.layers.1.attn_norm D
        matrix model.layers.*.attn.Wqkv 3*D D
        matrix model.layers.*.attn.Wo D D
        scale  model.layers.*.mlp_norm D
        matrix model.layers.*.mlp.Wi 2*F D
        matrix model.layers.*.mlp.Wo D F
        scale  model.final_norm D
        matrix head.dense D D
        scale  head.norm D
        """,
        [Stack("model.layers.*.mlp", "Wi", "Wo", "gelu", fused="activation_first")],
        config={"architectures": ["ModernBertForMaskedLM"], "model_type": "modernbert", "classifier_activation": "gelu", "hidden_activation": "gelu", "hidden_size": "D", "intermediate_size": "F", "mlp_bias": False, "num_attention_heads": 2, "num_hidden_layers": 2, "vocab_size": "V"},
    ),
    Family(
        "mixtral",
        "Mixtral: experts w1 (activated), w3, w2",
        modeling("mixtral"),
        llama_layers()
        + """
        matrix model.layers.*.block_sparse_moe.gate 3 D
        matrix model.layers.*.block_sparse_moe.experts.{0,1,2}.{w1,w3} F D
        matrix model.layers.*.block_sparse_moe.experts.{0,1,2}.w2 D F
        matrix lm_head V D
        """,
        [Stack(f"model.layers.*.block_sparse_moe.experts.{expert}", "w1", "w2", "silu", gate="w3") for expert in range(3)],
        dtype="BF16",
        config=config("mixtral", "MixtralForCausalLM", num_experts_per_tok=2, num_local_experts=3),
    ),
]
