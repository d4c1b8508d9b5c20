"""Models with gated networks under other names: both layers in one matrix, the activation on the second, numbers instead of words."""

from .family import Family, Stack
from .gated import config
from .sources import github, modeling

PARTS = """
matrix model.embed_tokens V D
scale  model.layers.*.{input_layernorm,post_attention_layernorm} D
scale  model.norm D
matrix lm_head V D
"""
ATTENTION = """
matrix model.layers.*.self_attn.{q,o}_proj D D
matrix model.layers.*.self_attn.{k,v}_proj K D
"""
GATE_UP = """
matrix model.layers.*.mlp.gate_up_proj 2*F D
matrix model.layers.*.mlp.down_proj D F
"""
LITGPT = """
matrix lm_head V D
matrix transformer.wte V D
scale  transformer.h.*.norm_{1,2} D
matrix transformer.h.*.attn.qkv D+2*K D
matrix transformer.h.*.attn.proj D D
matrix transformer.h.*.mlp.fc_{1,2} F D
matrix transformer.h.*.mlp.proj D F
scale  transformer.ln_f D
"""


def litgpt(name, act, what):
    stacks = [Stack("transformer.h.*.mlp", "fc_1", "proj", act, "caller", gate="fc_2")]
    return Family(name, what, [github("Lightning-AI/litgpt/main/litgpt/model.py")], LITGPT, stacks, dtype="BF16")


FAMILIES = [
    Family(
        "phi3",
        "Phi-3: both layers of the gate in one matrix, the activated half first",
        modeling("phi3"),
        PARTS + GATE_UP + "matrix model.layers.*.self_attn.qkv_proj D+2*K D\nmatrix model.layers.*.self_attn.o_proj D D",
        [Stack("model.layers.*.mlp", "gate_up_proj", "down_proj", "silu", fused="activation_first")],
        dtype="BF16",
        config=config("phi3", "Phi3ForCausalLM"),
    ),
    Family(
        "glm4",
        "GLM-4 in Transformers: Phi-3's matrix",
        modeling("glm"),
        PARTS + GATE_UP + ATTENTION,
        [Stack("model.layers.*.mlp", "gate_up_proj", "down_proj", "silu", fused="activation_first")],
        dtype="BF16",
        config=config("glm", "GlmForCausalLM"),
    ),
    Family(
        "chatglm",
        "ChatGLM 2 and 3: BLOOM's names, but a gate in one matrix; its code has SiLU on the first half",
        ["https://huggingface.co/THUDM/chatglm3-6b/blob/main/modeling_chatglm.py"],
        """
        matrix transformer.embedding.word_embeddings V D
        scale  transformer.encoder.layers.*.{input_layernorm,post_attention_layernorm} D
        linear transformer.encoder.layers.*.self_attention.query_key_value D+2*K D
        matrix transformer.encoder.layers.*.self_attention.dense D D
        matrix transformer.encoder.layers.*.mlp.dense_h_to_4h 2*F D
        matrix transformer.encoder.layers.*.mlp.dense_4h_to_h D F
        scale  transformer.encoder.final_layernorm D
        matrix transformer.output_layer V D
        tensor transformer.rotary_pos_emb.inv_freq 2
        """,
        [Stack("transformer.encoder.layers.*.mlp", "dense_h_to_4h", "dense_4h_to_h", "silu", fused="activation_first")],
        dtype="F16",
        config={
            "architectures": ["ChatGLMModel"],
            "model_type": "chatglm",
            "add_bias_linear": False,
            "add_qkv_bias": True,
            "ffn_hidden_size": "F",
            "hidden_size": "D",
            "multi_query_attention": True,
            "multi_query_group_num": 2,
            "num_attention_heads": 4,
            "num_layers": 2,
            "padded_vocab_size": "V",
        },
    ),
    Family(
        "internlm2",
        "InternLM 2: w1 activated, w3, w2",
        ["https://huggingface.co/internlm/internlm2-7b/blob/main/modeling_internlm2.py"],
        """
        matrix model.tok_embeddings V D
        scale  model.layers.*.{attention_norm,ffn_norm} D
        matrix model.layers.*.attention.wqkv D+2*K D
        matrix model.layers.*.attention.wo D D
        matrix model.layers.*.feed_forward.{w1,w3} F D
        matrix model.layers.*.feed_forward.w2 D F
        scale  model.norm D
        matrix output V D
        """,
        [Stack("model.layers.*.feed_forward", "w1", "w2", "silu", gate="w3")],
        dtype="BF16",
        config=config("internlm2", "InternLM2ForCausalLM"),
    ),
    Family(
        "llama_original",
        "Llama as Meta published it: SiLU on w1 in its code, no config.json with an activation",
        [github("meta-llama/llama3/main/llama/model.py")],
        """
        matrix tok_embeddings V D
        scale  layers.*.{attention_norm,ffn_norm} D
        matrix layers.*.attention.{wq,wo} D D
        matrix layers.*.attention.{wk,wv} K D
        matrix layers.*.feed_forward.{w1,w3} F D
        matrix layers.*.feed_forward.w2 D F
        scale  norm D
        matrix output V D
        tensor rope.freqs 1
        """,
        [Stack("layers.*.feed_forward", "w1", "w2", "silu", "names", gate="w3")],
        dtype="BF16",
        metadata=None,
    ),
    Family(
        "qwen",
        "Qwen 1: w2 is activated, w1 is not; its configuration says twice d_ff",
        ["https://huggingface.co/Qwen/Qwen-7B/blob/main/modeling_qwen.py"],
        """
        matrix transformer.wte V D
        scale  transformer.h.*.ln_{1,2} D
        linear transformer.h.*.attn.c_attn 3*D D
        matrix transformer.h.*.attn.c_proj D D
        matrix transformer.h.*.mlp.{w1,w2} F D
        matrix transformer.h.*.mlp.c_proj D F
        scale  transformer.ln_f D
        matrix lm_head V D
        """,
        [Stack("transformer.h.*.mlp", "w2", "c_proj", "silu", gate="w1")],
        dtype="BF16",
        sizes={"F2": 26},
        config={
            "architectures": ["QWenLMHeadModel"],
            "model_type": "qwen",
            "hidden_size": "D",
            "intermediate_size": "F2",
            "no_bias": True,
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "vocab_size": "V",
        },
    ),
    Family(
        "exaone",
        "EXAONE 3: c_fc_0 activated, c_fc_1, c_proj",
        ["https://huggingface.co/LGAI-EXAONE/EXAONE-3.0-7.8B-Instruct/blob/main/modeling_exaone.py"],
        """
        matrix transformer.wte V D
        scale  transformer.h.*.ln_{1,2} D
        matrix transformer.h.*.attn.attention.{q_proj,out_proj} D D
        matrix transformer.h.*.attn.attention.{k,v}_proj K D
        matrix transformer.h.*.mlp.c_fc_{0,1} F D
        matrix transformer.h.*.mlp.c_proj D F
        scale  transformer.ln_f D
        matrix lm_head V D
        """,
        [Stack("transformer.h.*.mlp", "c_fc_0", "c_proj", "silu", gate="c_fc_1")],
        dtype="BF16",
        config={
            "architectures": ["ExaoneForCausalLM"],
            "model_type": "exaone",
            "activation_function": "silu",
            "hidden_size": "D",
            "intermediate_size": "F",
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "num_layers": 2,
            "vocab_size": "V",
        },
    ),
    Family(
        "olmo_native",
        "OLMo as published: ff_proj has both layers, the activated half last; no tensors of norms",
        [github("allenai/OLMo/main/olmo/model.py"), github("allenai/OLMo/main/hf_olmo/configuration_olmo.py")],
        """
        matrix model.transformer.wte V D
        matrix model.transformer.blocks.*.att_proj 3*D D
        matrix model.transformer.blocks.*.attn_out D D
        matrix model.transformer.blocks.*.ff_proj 2*F D
        matrix model.transformer.blocks.*.ff_out D F
        matrix model.transformer.ff_out V D
        """,
        [Stack("model.transformer.blocks.*", "ff_proj", "ff_out", "silu", fused="activation_last")],
        sizes={"F2": 26},
        config={
            "architectures": ["OLMoForCausalLM"],
            "model_type": "hf_olmo",
            "activation_type": "swiglu",
            "d_model": "D",
            "mlp_hidden_size": "F2",
            "n_heads": 2,
            "n_layers": 2,
            "vocab_size": "V",
        },
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
        config={
            "architectures": ["ModernBertForMaskedLM"],
            "model_type": "modernbert",
            "classifier_activation": "gelu",
            "hidden_activation": "gelu",
            "hidden_size": "D",
            "intermediate_size": "F",
            "mlp_bias": False,
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "vocab_size": "V",
        },
    ),
    Family(
        "nomic_bert",
        "Nomic BERT: fc12 is activated, fc11 is not",
        ["https://huggingface.co/nomic-ai/nomic-bert-2048/blob/main/modeling_hf_nomic_bert.py"],
        """
        matrix embeddings.word_embeddings V D
        matrix embeddings.token_type_embeddings 2 D
        norm   emb_ln D
        matrix encoder.layers.*.attn.Wqkv 3*D D
        matrix encoder.layers.*.attn.out_proj D D
        norm   encoder.layers.*.norm{1,2} D
        matrix encoder.layers.*.mlp.fc1{1,2} F D
        matrix encoder.layers.*.mlp.fc2 D F
        """,
        [Stack("encoder.layers.*.mlp", "fc12", "fc2", "silu", gate="fc11")],
        config={
            "architectures": ["NomicBertModel"],
            "model_type": "nomic_bert",
            "activation_function": "swiglu",
            "mlp_fc1_bias": False,
            "mlp_fc2_bias": False,
            "n_embd": "D",
            "n_head": 2,
            "n_inner": "F",
            "n_layer": 2,
            "vocab_size": "V",
        },
    ),
    litgpt("litgpt_llama", "silu", "LitGPT's LLaMAMLP: fc_1 is activated"),
    litgpt("litgpt_gemma", "gelu_pytorch_tanh", "LitGPT's GemmaMLP: LLaMAMLP's names with another activation"),
    *(
        Family(
            name,
            what,
            [github(source)],
            """
            norm   layers.*.norm{1,2} D
            linear layers.*.mixer.Wqkv 3*D D
            linear layers.*.mixer.out_proj D D
            linear layers.*.mlp.fc1 2*F D
            linear layers.*.mlp.fc2 D F
            """,
            [Stack("layers.*.mlp", "fc1", "fc2", "silu", "caller", fused=order, order_told=True)],
            dtype="F16",
        )
        for name, what, source, order in (
            (
                "flash_gated",
                "GatedMlp of flash-attn: fc1 has both layers, the activated half last",
                "Dao-AILab/flash-attention/main/flash_attn/modules/mlp.py",
                "activation_last",
            ),
            (
                "timm_swiglu_packed",
                "SwiGLUPacked of timm: the same names and shapes, the activated half first",
                "huggingface/pytorch-image-models/main/timm/layers/mlp.py",
                "activation_first",
            ),
        )
    ),
]
