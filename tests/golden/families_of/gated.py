"""Decoders with Llama's names: gated networks (Shazeer 2020, arXiv 2002.05202) whose activation the configuration says."""

from .family import Family, Stack
from .sources import modeling


def llama_layers(prefix="model.", heads="D"):
    """Returns the lines of Llama's tensors but for the networks: grouped keys and values, RMS norms, no biases."""
    return f"""
    matrix {prefix}embed_tokens V D
    scale  {prefix}layers.*.{{input_layernorm,post_attention_layernorm}} D
    matrix {prefix}layers.*.self_attn.q_proj {heads} D
    matrix {prefix}layers.*.self_attn.o_proj D {heads}
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
    names = {
        "hidden_size": "D",
        "intermediate_size": "F",
        "num_attention_heads": 4,
        "num_hidden_layers": 2,
        "num_key_value_heads": 2,
        "vocab_size": "V",
    }
    return {"architectures": [architecture], "model_type": model_type} | ({"hidden_act": act} if act else {}) | names | more


LLAMA = llama_layers() + gate_up_down()


def llama_like(name, what, model, architecture, act="silu", tensors=LLAMA, dtype="BF16", **more):
    """Returns a family whose networks have Llama's names, with the options of Family."""
    more.setdefault("config", config(model, architecture, act))
    source = modeling(model, *more.pop("more_sources", []))
    return Family(name, what, source, tensors, more.pop("stacks", [gated("model.layers.*.mlp", act)]), dtype=dtype, **more)


def with_bias(tensors, *names):
    """Returns the lines with nn.Linear's biases for the layers whose names end so."""
    lines = tensors.splitlines()
    return "\n".join(line.replace("matrix", "linear") if line.split()[1:2] and line.split()[1].endswith(names) else line for line in lines)


def wide_heads(prefix="model."):
    """Returns Llama's lines with heads that are together wider than d_model."""
    return llama_layers(prefix, "Q") + gate_up_down(prefix)


def gemma_norms(prefix="model."):
    return f"""
    scale  {prefix}layers.*.{{pre,post}}_feedforward_layernorm D
    """


OLMO2_NORMS = """
    scale  model.layers.*.self_attn.q_norm D
    scale  model.layers.*.self_attn.k_norm K
    """
QK_NORMS = """
    scale  model.layers.*.self_attn.{q,k}_norm 3
    """
GEMMA_CONFIG = {
    "head_dim": 3,
    "model_type": "gemma",
    "hidden_size": "D",
    "intermediate_size": "F",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "num_key_value_heads": 2,
    "vocab_size": "V",
}
WIDE = {"Q": 12, "K": 6}
GEMMA_TANH = "https://github.com/huggingface/transformers/pull/29402"  # the code that ignores hidden_act

FAMILIES = [
    llama_like("llama", "Llama 2 and 3", "llama", "LlamaForCausalLM", tensors=LLAMA + "matrix lm_head V D"),
    llama_like(
        "llama_sharded",
        "Llama in two shards, with a layer that crosses them",
        "llama",
        "LlamaForCausalLM",
        tensors=LLAMA + "matrix lm_head V D",
        second_shard=("lm_head", "model.norm", "model.layers.1.mlp.down_proj", "model.layers.1.mlp.up_proj", "model.layers.1.post"),
    ),
    llama_like(
        "llama_biased",
        "Llama with mlp_bias: three biases in a network",
        "llama",
        "LlamaForCausalLM",
        tensors=with_bias(LLAMA, "_proj"),
        config=config("llama", "LlamaForCausalLM", attention_bias=True, mlp_bias=True),
    ),
    llama_like("mistral", "Mistral 7B", "mistral", "MistralForCausalLM", tensors=LLAMA + "matrix lm_head V D"),
    llama_like(
        "qwen2",
        "Qwen 2 and 2.5: biases of queries, keys and values only",
        "qwen2",
        "Qwen2ForCausalLM",
        tensors=with_bias(LLAMA, "q_proj", "{k,v}_proj"),
    ),
    llama_like(
        "qwen3",
        "Qwen 3: norms of queries and keys, heads wider together than d_model",
        "qwen3",
        "Qwen3ForCausalLM",
        tensors=wide_heads() + QK_NORMS,
        sizes=WIDE,
    ),
    llama_like(
        "smollm",
        "SmolLM: Llama with the embedding as the head",
        "llama",
        "LlamaForCausalLM",
        config=config("llama", "LlamaForCausalLM", tie_word_embeddings=True),
    ),
    llama_like(
        "granite",
        "Granite: Llama's names with multipliers",
        "granite",
        "GraniteForCausalLM",
        config=config("granite", "GraniteForCausalLM", embedding_multiplier=12.0, residual_multiplier=0.22),
    ),
    llama_like(
        "olmo",
        "OLMo in Transformers: norms without tensors",
        "olmo",
        "OlmoForCausalLM",
        tensors="\n".join(line for line in LLAMA.splitlines() if "scale" not in line),
        dtype="F32",
    ),
    llama_like(
        "olmo2",
        "OLMo 2: norms after the network",
        "olmo2",
        "Olmo2ForCausalLM",
        tensors=LLAMA.replace("input_layernorm", "post_feedforward_layernorm") + OLMO2_NORMS,
        dtype="F32",
    ),
    llama_like("stablelm", "StableLM: Llama's names with layer norms", "stablelm", "StableLmForCausalLM", tensors=LLAMA.replace("scale ", "norm ")),
    llama_like(
        "gemma",
        "Gemma 1 as first published: hidden_act says gelu, and its code takes the tanh form",
        "gemma",
        "GemmaForCausalLM",
        "gelu_pytorch_tanh",
        wide_heads(),
        sizes=WIDE,
        more_sources=[GEMMA_TANH],
        config=GEMMA_CONFIG | {"hidden_act": "gelu"},
    ),
    llama_like(
        "gemma_hidden_activation",
        "Gemma 1 with both keys: hidden_activation has precedence",
        "gemma",
        "GemmaForCausalLM",
        "gelu_pytorch_tanh",
        wide_heads(),
        sizes=WIDE,
        config=GEMMA_CONFIG | {"hidden_act": "gelu", "hidden_activation": "gelu_pytorch_tanh"},
    ),
    llama_like(
        "gemma2",
        "Gemma 2",
        "gemma2",
        "Gemma2ForCausalLM",
        "gelu_pytorch_tanh",
        wide_heads() + gemma_norms(),
        sizes=WIDE,
        config=GEMMA_CONFIG | {"model_type": "gemma2", "hidden_act": "gelu_pytorch_tanh", "hidden_activation": "gelu_pytorch_tanh"},
    ),
    Family(
        "gemma3",
        "Gemma 3 with pictures: a text model and SigLIP's vision model, whose configurations omit the activation",
        [*modeling("gemma3"), *modeling("siglip")],
        wide_heads("language_model.model.")
        + gemma_norms("language_model.model.")
        + """
        scale  language_model.model.layers.*.self_attn.{q,k}_norm 3
        tensor multi_modal_projector.mm_input_projection_weight W D
        scale  multi_modal_projector.mm_soft_emb_norm W
        linear vision_tower.vision_model.embeddings.patch_embedding W 3 2 2
        matrix vision_tower.vision_model.embeddings.position_embedding P W
        linear vision_tower.vision_model.encoder.layers.*.self_attn.{k,v,q,out}_proj W W
        norm   vision_tower.vision_model.encoder.layers.*.layer_norm{1,2} W
        linear vision_tower.vision_model.encoder.layers.*.mlp.fc1 G W
        linear vision_tower.vision_model.encoder.layers.*.mlp.fc2 W G
        norm   vision_tower.vision_model.post_layernorm W
        """,
        [
            gated("language_model.model.layers.*.mlp", "gelu_pytorch_tanh"),
            Stack("vision_tower.vision_model.encoder.layers.*.mlp", "fc1", "fc2", "gelu_pytorch_tanh"),
        ],
        dtype="BF16",
        sizes=WIDE | {"W": 6, "G": 9},
        config={
            "architectures": ["Gemma3ForConditionalGeneration"],
            "model_type": "gemma3",
            "text_config": {
                "model_type": "gemma3_text",
                "head_dim": 3,
                "hidden_size": "D",
                "intermediate_size": "F",
                "num_attention_heads": 4,
                "num_hidden_layers": 2,
                "num_key_value_heads": 2,
            },
            "vision_config": {
                "model_type": "siglip_vision_model",
                "hidden_size": "W",
                "intermediate_size": "G",
                "num_attention_heads": 2,
                "num_hidden_layers": 2,
                "vision_use_head": False,
            },
        },
    ),
]
