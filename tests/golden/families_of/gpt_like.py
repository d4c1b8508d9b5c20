"""Decoders whose networks are not gated, with GPT-2's names or Megatron's."""

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
        config={"architectures": ["OpenAIGPTLMHeadModel"], "model_type": "openai-gpt", "afn": "gelu", "n_ctx": "P", "n_embd": "D", "n_head": 2, "n_layer": 2, "n_positions": "P", "vocab_size": "V"},
        sizes={"D": 4, "F": 16, "P": 512},
    ),
    Family(
        "imagegpt",
        "ImageGPT: GPT-2's names with 1024 positions, quick GELU, norms without biases",
        modeling("imagegpt"),
        prefixed("transformer.", GPT2.replace("norm ", "scale")) + "\nmatrix lm_head V-1 D",
        c_fc("transformer.", "quick_gelu", "config"),
        config={"architectures": ["ImageGPTForCausalImageModeling"], "model_type": "imagegpt", "activation_function": "quick_gelu", "n_embd": "D", "n_head": 2, "n_inner": None, "n_layer": 2, "n_positions": "P", "vocab_size": "V"},
        sizes=GPT2_SIZES,
    ),
    Family("nanogpt", "nanoGPT with bias=False, weights (out, in)", NANO_GPT_SOURCE, NANO_GPT, c_fc("transformer.", "gelu", "caller", False), sizes={"D": 6, "F": 24}),
    Family("nanogpt_d1", "nanoGPT with d_model 1: norms and embedding tell the layout", NANO_GPT_SOURCE, NANO_GPT, c_fc("transformer.", "gelu", "caller", False), sizes={"D": 1, "F": 4}),
    Family("nanogpt_bias", "nanoGPT with bias=True", NANO_GPT_SOURCE, NANO_GPT_BIASED, c_fc("transformer.", "gelu", "caller", False), sizes={"D": 6, "F": 24}),
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
        config={"architectures": ["GPTNeoForCausalLM"], "model_type": "gpt_neo", "activation_function": "gelu_new", "hidden_size": "D", "intermediate_size": None, "num_heads": 2, "num_layers": 2, "vocab_size": "V"},
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
        config={"architectures": ["GPTBigCodeForCausalLM"], "model_type": "gpt_bigcode", "activation_function": "gelu_pytorch_tanh", "multi_query": True, "n_embd": "D", "n_head": 2, "n_inner": "F", "n_layer": 2, "n_positions": "P", "vocab_size": "V"},
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
        config={"architectures": ["Starcoder2ForCausalLM"], "model_type": "starcoder2", "hidden_act": "gelu_pytorch_tanh", "hidden_size": "D", "intermediate_size": "F", "num_attention_heads": 4, "num_hidden_layers": 2, "num_key_value_heads": 2, "use_bias": True, "vocab_size": "V"},
    ),
    Family(
        "gptj",
        "GPT-J",
        modeling("gptj"),
        """
        matrix transformer.wte V D
        norm   transformer.h.*.ln_1 D
        matrix transformer.h.*.attn.{k,v,q,out}_proj D D
        linear transformer.h.*.mlp.fc_in F D
        linear transformer.h.*.mlp.fc_out D F
        norm   transformer.ln_f D
        linear lm_head V D
        """,
        [Stack("transformer.h.*.mlp", "fc_in", "fc_out", "gelu_new")],
        dtype="F16",
        config={"architectures": ["GPTJForCausalLM"], "model_type": "gptj", "activation_function": "gelu_new", "n_embd": "D", "n_head": 2, "n_inner": None, "n_layer": 2, "n_positions": "P", "rotary_dim": 2, "vocab_size": "V"},
    ),
    Family(
        "gpt_neox",
        "GPT-NeoX and Pythia",
        modeling("gpt_neox"),
        """
        matrix     gpt_neox.embed_in V D
        norm       gpt_neox.layers.*.{input_layernorm,post_attention_layernorm} D
        linear     gpt_neox.layers.*.attention.query_key_value 3*D D
        linear     gpt_neox.layers.*.attention.dense D D
        tensor:F32 gpt_neox.layers.*.attention.rotary_emb.inv_freq 1
        linear     gpt_neox.layers.*.mlp.dense_h_to_4h F D
        linear     gpt_neox.layers.*.mlp.dense_4h_to_h D F
        norm       gpt_neox.final_layer_norm D
        matrix     embed_out V D
        """,
        [Stack("gpt_neox.layers.*.mlp", "dense_h_to_4h", "dense_4h_to_h", "gelu")],
        dtype="F16",
        config={"architectures": ["GPTNeoXForCausalLM"], "model_type": "gpt_neox", "hidden_act": "gelu", "hidden_size": "D", "intermediate_size": "F", "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": "V"},
    ),
    Family(
        "bloom",
        "BLOOM: the tanh form is in its code, not in its configuration",
        modeling("bloom"),
        """
        matrix word_embeddings V D
        norm   word_embeddings_layernorm D
        norm   h.*.{input_layernorm,post_attention_layernorm} D
        linear h.*.self_attention.query_key_value 3*D D
        linear h.*.self_attention.dense D D
        linear h.*.mlp.dense_h_to_4h 4*D D
        linear h.*.mlp.dense_4h_to_h D 4*D
        norm   ln_f D
        """,
        [Stack("h.*.mlp", "dense_h_to_4h", "dense_4h_to_h", "bloom_gelu")],
        dtype="F16",
        sizes={"D": 6},
        config={"architectures": ["BloomForCausalLM"], "model_type": "bloom", "n_embed": "D", "n_layer": 2, "num_attention_heads": 2, "vocab_size": "V"},
    ),
    Family(
        "falcon",
        "Falcon 7B: no biases, one head for all keys and values",
        modeling("falcon"),
        """
        matrix transformer.word_embeddings V D
        norm   transformer.h.*.input_layernorm D
        matrix transformer.h.*.self_attention.query_key_value D+2*K D
        matrix transformer.h.*.self_attention.dense D D
        matrix transformer.h.*.mlp.dense_h_to_4h 4*D D
        matrix transformer.h.*.mlp.dense_4h_to_h D 4*D
        norm   transformer.ln_f D
        matrix lm_head V D
        """,
        [Stack("transformer.h.*.mlp", "dense_h_to_4h", "dense_4h_to_h", "gelu")],
        dtype="BF16",
        sizes={"D": 6, "K": 3},
        config={"architectures": ["FalconForCausalLM"], "model_type": "falcon", "alibi": False, "bias": False, "hidden_size": "D", "multi_query": True, "num_attention_heads": 2, "num_hidden_layers": 2, "parallel_attn": True, "vocab_size": "V"},
    ),
    Family(
        "persimmon",
        "Persimmon: the square of ReLU",
        modeling("persimmon"),
        """
        matrix model.embed_tokens V D
        norm   model.layers.*.{input_layernorm,post_attention_layernorm} D
        linear model.layers.*.self_attn.query_key_value 3*D D
        linear model.layers.*.self_attn.dense D D
        norm   model.layers.*.self_attn.{q,k}_layernorm D//2
        linear model.layers.*.mlp.dense_h_to_4h F D
        linear model.layers.*.mlp.dense_4h_to_h D F
        norm   model.final_layernorm D
        matrix lm_head V D
        """,
        [Stack("model.layers.*.mlp", "dense_h_to_4h", "dense_4h_to_h", "relu2")],
        dtype="BF16",
        config={"architectures": ["PersimmonForCausalLM"], "model_type": "persimmon", "hidden_act": "relu2", "hidden_size": "D", "intermediate_size": "F", "num_attention_heads": 2, "num_hidden_layers": 2, "vocab_size": "V"},
    ),
    Family(
        "mpt",
        "MPT: up_proj and down_proj without a gate, no biases",
        modeling("mpt"),
        """
        matrix transformer.wte V D
        scale  transformer.blocks.*.norm_{1,2} D
        matrix transformer.blocks.*.attn.Wqkv 3*D D
        matrix transformer.blocks.*.attn.out_proj D D
        matrix transformer.blocks.*.ffn.up_proj 4*D D
        matrix transformer.blocks.*.ffn.down_proj D 4*D
        scale  transformer.norm_f D
        """,
        [Stack("transformer.blocks.*.ffn", "up_proj", "down_proj", "gelu")],
        dtype="BF16",
        sizes={"D": 6},
        config={"architectures": ["MPTForCausalLM"], "model_type": "mpt", "d_model": "D", "expansion_ratio": 4, "n_heads": 2, "n_layers": 2, "no_bias": True, "vocab_size": "V"},
    ),
    Family(
        "phi",
        "Phi-1, Phi-1.5 and Phi-2",
        modeling("phi"),
        """
        matrix model.embed_tokens V D
        norm   model.layers.*.input_layernorm D
        linear model.layers.*.self_attn.{q,k,v}_proj D D
        linear model.layers.*.self_attn.dense D D
        linear model.layers.*.mlp.fc1 F D
        linear model.layers.*.mlp.fc2 D F
        norm   model.final_layernorm D
        linear lm_head V D
        """,
        [Stack("model.layers.*.mlp", "fc1", "fc2", "gelu_new")],
        dtype="F16",
        config={"architectures": ["PhiForCausalLM"], "model_type": "phi", "hidden_act": "gelu_new", "hidden_size": "D", "intermediate_size": "F", "num_attention_heads": 2, "num_hidden_layers": 2, "partial_rotary_factor": 0.4, "vocab_size": "V"},
    ),
    Family(
        "nemotron",
        "Nemotron: up_proj and down_proj without a gate, the square of ReLU",
        modeling("nemotron"),
        """
        matrix model.embed_tokens V D
        norm   model.layers.*.{input_layernorm,post_attention_layernorm} D
        matrix model.layers.*.self_attn.{q,o}_proj D D
        matrix model.layers.*.self_attn.{k,v}_proj K D
        matrix model.layers.*.mlp.up_proj F D
        matrix model.layers.*.mlp.down_proj D F
        norm   model.norm D
        matrix lm_head V D
        """,
        [Stack("model.layers.*.mlp", "up_proj", "down_proj", "relu2")],
        dtype="BF16",
        config={"architectures": ["NemotronForCausalLM"], "model_type": "nemotron", "hidden_act": "relu2", "hidden_size": "D", "intermediate_size": "F", "mlp_bias": False, "num_attention_heads": 4, "num_hidden_layers": 2, "num_key_value_heads": 2, "vocab_size": "V"},
    ),
    Family(
        "raschka_book",
        "The GPT of Raschka's book: the tanh form written by hand, scale and shift of norms",
        [github("rasbt/LLMs-from-scratch/main/ch04/01_main-chapter-code/gpt.py")],
        """
        matrix tok_emb V D
        matrix pos_emb P D
        tensor trf_blocks.*.att.mask P P
        matrix trf_blocks.*.att.{W_query,W_key,W_value} D D
        linear trf_blocks.*.att.out_proj D D
        linear trf_blocks.*.ff.layers.0 4*D D
        linear trf_blocks.*.ff.layers.2 D 4*D
        tensor trf_blocks.*.norm{1,2}.{scale,shift} D
        tensor final_norm.{scale,shift} D
        matrix out_head V D
        """,
        [Stack("trf_blocks.*.ff", "layers.0", "layers.2", "gelu_new", "caller")],
        sizes={"D": 6},
        metadata=None,
    ),
    Family(
        "litgpt_neox",
        "LitGPT's GptNeoxMLP",
        [github("Lightning-AI/litgpt/main/litgpt/model.py")],
        """
        matrix lm_head V D
        matrix transformer.wte V D
        norm   transformer.h.*.norm_{1,2} D
        linear transformer.h.*.attn.qkv 3*D D
        linear transformer.h.*.attn.proj D D
        linear transformer.h.*.mlp.fc F D
        linear transformer.h.*.mlp.proj D F
        norm   transformer.ln_f D
        """,
        [Stack("transformer.h.*.mlp", "fc", "proj", "gelu", "caller")],
        dtype="F16",
    ),
]
