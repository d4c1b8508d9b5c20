"""Decoders with GPT-2's names for the two layers, c_fc and c_proj, which the models store in either layout."""

from .family import Family, Stack
from .sources import github, modeling

GPT2 = """
matrix     wte V D
matrix:F16 wpe P D
norm       h.*.ln_1 D
conv1d     h.*.attn.c_attn D 3*D
conv1d     h.*.attn.c_proj D D
norm       h.*.ln_2 D
conv1d     h.*.mlp.c_fc D F
conv1d     h.*.mlp.c_proj F D
norm       ln_f D
"""
GPT2_CONFIG = {
    "architectures": ["GPT2LMHeadModel"],
    "model_type": "gpt2",
    "activation_function": "gelu_new",
    "n_ctx": "P",
    "n_embd": "D",
    "n_head": 2,
    "n_layer": 2,
    "n_positions": "P",
    "vocab_size": "V",
}
GPT2_SIZES = {"D": 4, "F": 16, "P": 1024}


def prefixed(prefix, tensors):
    """Returns the lines with a prefix before every name."""
    return "\n".join(line.replace(line.split()[1], prefix + line.split()[1], 1) for line in tensors.splitlines() if line)


def c_fc(prefix, act, by, transposed=True):
    return [Stack(f"{prefix}h.*.mlp", "c_fc", "c_proj", act, by, transposed=transposed)]


def gpt2(name, what, prefix):
    return Family(name, what, modeling("gpt2"), prefixed(prefix, GPT2), c_fc(prefix, "gelu_new", "names"), config=GPT2_CONFIG, sizes=GPT2_SIZES)


NANO_GPT = """
matrix transformer.wte V D
matrix transformer.wpe P D
scale  transformer.h.*.ln_1 D
matrix transformer.h.*.attn.c_attn 3*D D
matrix transformer.h.*.attn.c_proj D D
scale  transformer.h.*.ln_2 D
matrix transformer.h.*.mlp.c_fc F D
matrix transformer.h.*.mlp.c_proj D F
scale  transformer.ln_f D
matrix lm_head V D
"""
NANO_GPT_BIASED = NANO_GPT.replace("scale ", "norm ").replace("matrix transformer.h", "linear transformer.h")
NANO_GPT_SOURCE = [github("karpathy/nanoGPT/master/model.py")]

FAMILIES = [
    gpt2("gpt2", "GPT-2 as published", ""),
    gpt2("gpt2_transformer", "GPT-2 saved from GPT2LMHeadModel", "transformer."),
    gpt2("gpt2_module", "GPT-2 saved from DistributedDataParallel", "module.transformer."),
    Family(
        "cerebras_gpt",
        "GPT-2's names and layout with the exact GELU and 2048 positions",
        [*modeling("gpt2"), "https://huggingface.co/cerebras/Cerebras-GPT-111M/blob/main/config.json"],
        prefixed("transformer.", GPT2),
        c_fc("transformer.", "gelu", "config"),
        config=GPT2_CONFIG | {"activation_function": "gelu", "scale_attn_weights": True},
        sizes=GPT2_SIZES | {"P": 2048},
    ),
    Family(
        "gpt1",
        "GPT-1: the name gelu in its configuration means the tanh form",
        modeling("openai"),
        prefixed("transformer.", GPT2.replace("wte", "tokens_embed").replace("wpe", "positions_embed").replace("norm       ln_f D\n", "")),
        c_fc("transformer.", "gelu_new", "config"),
        config={
            "architectures": ["OpenAIGPTLMHeadModel"],
            "model_type": "openai-gpt",
            "afn": "gelu",
            "n_ctx": "P",
            "n_embd": "D",
            "n_head": 2,
            "n_layer": 2,
            "n_positions": "P",
            "vocab_size": "V",
        },
        sizes={"D": 4, "F": 16, "P": 512},
    ),
    Family(
        "imagegpt",
        "ImageGPT: GPT-2's names with 1024 positions, quick GELU, norms without biases",
        modeling("imagegpt"),
        prefixed("transformer.", GPT2.replace("norm ", "scale")) + "\nmatrix lm_head V-1 D",
        c_fc("transformer.", "quick_gelu", "config"),
        config={
            "architectures": ["ImageGPTForCausalImageModeling"],
            "model_type": "imagegpt",
            "activation_function": "quick_gelu",
            "n_embd": "D",
            "n_head": 2,
            "n_inner": None,
            "n_layer": 2,
            "n_positions": "P",
            "vocab_size": "V",
        },
        sizes=GPT2_SIZES,
    ),
    Family(
        "nanogpt",
        "nanoGPT with bias=False, weights (out, in)",
        NANO_GPT_SOURCE,
        NANO_GPT,
        c_fc("transformer.", "gelu", "caller", False),
        sizes={"D": 6, "F": 24},
    ),
    Family(
        "nanogpt_d1",
        "nanoGPT with d_model 1: norms and embedding tell the layout",
        NANO_GPT_SOURCE,
        NANO_GPT,
        c_fc("transformer.", "gelu", "caller", False),
        sizes={"D": 1, "F": 4},
    ),
    Family(
        "nanogpt_bias",
        "nanoGPT with bias=True",
        NANO_GPT_SOURCE,
        NANO_GPT_BIASED,
        c_fc("transformer.", "gelu", "caller", False),
        sizes={"D": 6, "F": 24},
    ),
    Family(
        "nanogpt_compiled",
        "nanoGPT saved after torch.compile",
        NANO_GPT_SOURCE,
        prefixed("_orig_mod.", NANO_GPT),
        c_fc("_orig_mod.transformer.", "gelu", "caller", False),
        sizes={"D": 6, "F": 24},
    ),
    Family(
        "mingpt",
        "minGPT: nanoGPT's names and layout with the tanh form written by hand",
        [github("karpathy/minGPT/master/mingpt/model.py")],
        NANO_GPT_BIASED + "\ntensor transformer.h.*.attn.bias 1 1 P P",
        c_fc("transformer.", "gelu_new", "caller", False),
        sizes={"D": 6, "F": 24},
    ),
    Family(
        "gpt_neo",
        "GPT-Neo: GPT-2's names, but nn.Linear",
        modeling("gpt_neo"),
        """
        matrix transformer.wte V D
        matrix transformer.wpe P D
        norm   transformer.h.*.ln_1 D
        matrix transformer.h.*.attn.attention.{k,v,q}_proj D D
        linear transformer.h.*.attn.attention.out_proj D D
        norm   transformer.h.*.ln_2 D
        linear transformer.h.*.mlp.c_fc F D
        linear transformer.h.*.mlp.c_proj D F
        norm   transformer.ln_f D
        """,
        c_fc("transformer.", "gelu_new", "config", False),
        config={
            "architectures": ["GPTNeoForCausalLM"],
            "model_type": "gpt_neo",
            "activation_function": "gelu_new",
            "hidden_size": "D",
            "intermediate_size": None,
            "num_heads": 2,
            "num_layers": 2,
            "vocab_size": "V",
        },
    ),
    Family(
        "gpt_bigcode",
        "StarCoder: GPT-2's names, but nn.Linear and one head for all keys and values",
        modeling("gpt_bigcode"),
        """
        matrix transformer.wte V D
        matrix transformer.wpe P D
        norm   transformer.h.*.ln_1 D
        linear transformer.h.*.attn.c_attn D+2*K D
        linear transformer.h.*.attn.c_proj D D
        norm   transformer.h.*.ln_2 D
        linear transformer.h.*.mlp.c_fc F D
        linear transformer.h.*.mlp.c_proj D F
        norm   transformer.ln_f D
        """,
        c_fc("transformer.", "gelu_pytorch_tanh", "config", False),
        config={
            "architectures": ["GPTBigCodeForCausalLM"],
            "model_type": "gpt_bigcode",
            "activation_function": "gelu_pytorch_tanh",
            "multi_query": True,
            "n_embd": "D",
            "n_head": 2,
            "n_inner": "F",
            "n_layer": 2,
            "n_positions": "P",
            "vocab_size": "V",
        },
    ),
    Family(
        "starcoder2",
        "StarCoder 2: c_fc and c_proj as nn.Linear in a Llama-like decoder",
        modeling("starcoder2"),
        """
        matrix model.embed_tokens V D
        norm   model.layers.*.{input_layernorm,post_attention_layernorm} D
        linear model.layers.*.self_attn.{q,o}_proj D D
        linear model.layers.*.self_attn.{k,v}_proj K D
        linear model.layers.*.mlp.c_fc F D
        linear model.layers.*.mlp.c_proj D F
        norm   model.norm D
        """,
        [Stack("model.layers.*.mlp", "c_fc", "c_proj", "gelu_pytorch_tanh")],
        dtype="BF16",
        config={
            "architectures": ["Starcoder2ForCausalLM"],
            "model_type": "starcoder2",
            "hidden_act": "gelu_pytorch_tanh",
            "hidden_size": "D",
            "intermediate_size": "F",
            "num_attention_heads": 4,
            "num_hidden_layers": 2,
            "num_key_value_heads": 2,
            "use_bias": True,
            "vocab_size": "V",
        },
    ),
]
