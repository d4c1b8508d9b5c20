"""Decoders whose networks are not gated, with names of their own."""

from .family import Family, Stack
from .sources import github, modeling

FAMILIES = [
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
        config={
            "architectures": ["GPTJForCausalLM"],
            "model_type": "gptj",
            "activation_function": "gelu_new",
            "n_embd": "D",
            "n_head": 2,
            "n_inner": None,
            "n_layer": 2,
            "n_positions": "P",
            "rotary_dim": 2,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["GPTNeoXForCausalLM"],
            "model_type": "gpt_neox",
            "hidden_act": "gelu",
            "hidden_size": "D",
            "intermediate_size": "F",
            "num_attention_heads": 4,
            "num_hidden_layers": 2,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["BloomForCausalLM"],
            "model_type": "bloom",
            "n_embed": "D",
            "n_layer": 2,
            "num_attention_heads": 2,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["FalconForCausalLM"],
            "model_type": "falcon",
            "alibi": False,
            "bias": False,
            "hidden_size": "D",
            "multi_query": True,
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "parallel_attn": True,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["PersimmonForCausalLM"],
            "model_type": "persimmon",
            "hidden_act": "relu2",
            "hidden_size": "D",
            "intermediate_size": "F",
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["MPTForCausalLM"],
            "model_type": "mpt",
            "d_model": "D",
            "expansion_ratio": 4,
            "n_heads": 2,
            "n_layers": 2,
            "no_bias": True,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["PhiForCausalLM"],
            "model_type": "phi",
            "hidden_act": "gelu_new",
            "hidden_size": "D",
            "intermediate_size": "F",
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "partial_rotary_factor": 0.4,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["NemotronForCausalLM"],
            "model_type": "nemotron",
            "hidden_act": "relu2",
            "hidden_size": "D",
            "intermediate_size": "F",
            "mlp_bias": False,
            "num_attention_heads": 4,
            "num_hidden_layers": 2,
            "num_key_value_heads": 2,
            "vocab_size": "V",
        },
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
