"""Files without a network that this library can compute: the error says what they are."""

from .family import Family
from .gated import config, llama_layers
from .sources import github, modeling

HF_LLAMA = config("llama", "LlamaForCausalLM")
NETWORK = {"gate_proj": ("D", "F"), "up_proj": ("D", "F"), "down_proj": ("F", "D")}


def packed(*tensors):
    """Returns Llama's lines with networks whose layers consist of those tensors: KIND, ending and shape, with widths I(n) and O(ut)."""
    lines = [llama_layers()]
    for name, (width, out) in NETWORK.items():
        for kind, ending, *dims in tensors:
            dims = [dim.replace("I", width).replace("O", out) for dim in dims]
            lines.append(" ".join([kind, f"model.layers.*.mlp.{name}.{ending}", *dims]))
    return "\n".join(lines)


def refused(name, what, source, tensors, parts, **more):
    return Family(
        name,
        what,
        source if isinstance(source, list) else [source],
        tensors,
        refused=parts,
        **({"dtype": "BF16", "config": HF_LLAMA} | more),
    )


GPT_OSS_PARTS = llama_layers() + "linear model.layers.*.mlp.router 2 D\ntensor model.layers.*.self_attn.sinks 4\n"

FAMILIES = [
    refused(
        "gptq",
        "GPTQ: eight 4-bit values in an integer",
        github("AutoGPTQ/AutoGPTQ/main/auto_gptq/nn_modules/qlinear/qlinear_cuda_old.py"),
        packed(
            ("tensor:I32", "qweight", "I//8", "O"),
            ("tensor:I32", "qzeros", "1", "O//8"),
            ("tensor:F16", "scales", "1", "O"),
            ("tensor:I32", "g_idx", "I"),
        ),
        ["GPTQ"],
        sizes={"F": 16},
        config=HF_LLAMA | {"quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128}},
    ),
    refused(
        "awq",
        "AWQ: eight 4-bit values in an integer, along the outputs",
        github("casper-hansen/AutoAWQ/main/awq/modules/linear/gemm.py"),
        packed(("tensor:I32", "qweight", "I", "O//8"), ("tensor:I32", "qzeros", "1", "O//8"), ("tensor:F16", "scales", "1", "O")),
        ["AWQ"],
        sizes={"F": 16},
        config=HF_LLAMA | {"quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 128, "version": "gemm"}},
    ),
    refused(
        "bitsandbytes_nf4",
        "bitsandbytes' 4-bit values, two in a byte",
        github("bitsandbytes-foundation/bitsandbytes/main/bitsandbytes/functional.py"),
        packed(
            ("tensor:U8", "weight", "I*O//2", "1"),
            ("tensor:U8", "weight.absmax", "2"),
            ("tensor:F32", "weight.quant_map", "16"),
            ("tensor:F32", "weight.nested_absmax", "1"),
            ("tensor:F32", "weight.nested_quant_map", "16"),
            ("tensor:U8", "weight.quant_state.bitsandbytes__nf4", "20"),
        ),
        ["bitsandbytes"],
        sizes={"F": 16},
        config=HF_LLAMA | {"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": "nf4"}},
    ),
    refused(
        "compressed_packed",
        "4-bit values in integers, as the library compressed-tensors packs them",
        github("vllm-project/compressed-tensors/main/src/compressed_tensors/compressors/pack_quantized/base.py"),
        packed(("tensor:I32", "weight_packed", "O", "I//8"), ("tensor", "weight_scale", "O", "1"), ("tensor:I64", "weight_shape", "2")),
        ["weight_packed"],
        sizes={"F": 16},
    ),
    refused(
        "lora",
        "A LoRA adapter: changes of weights, not weights",
        github("huggingface/peft/main/src/peft/tuners/lora/layer.py"),
        "\n".join(
            f"matrix base_model.model.model.layers.*.mlp.{name}.lora_A 2 {width}\nmatrix base_model.model.model.layers.*.mlp.{name}.lora_B {out} 2"
            for name, (width, out) in NETWORK.items()
        ),
        ["LoRA"],
        dtype="F32",
        config=None,
    ),
    refused(
        "peft_unmerged",
        "A model with an adapter that is not merged",
        github("huggingface/peft/main/src/peft/tuners/lora/layer.py"),
        llama_layers("base_model.model.model.")
        + "\n".join(
            f"matrix base_model.model.model.layers.*.mlp.{name}.base_layer {out} {width}\n"
            f"matrix base_model.model.model.layers.*.mlp.{name}.lora_A.default 2 {width}\n"
            f"matrix base_model.model.model.layers.*.mlp.{name}.lora_B.default {out} 2"
            for name, (width, out) in NETWORK.items()
        ),
        ["base_layer"],
    ),
    refused(
        "gpt_oss_mxfp4",
        "GPT-OSS as published: 4-bit floats in blocks of 32 with a common exponent",
        modeling("gpt_oss"),
        GPT_OSS_PARTS
        + """
        tensor:U8 model.layers.*.mlp.experts.gate_up_proj_blocks 2 2*F 1 16
        tensor:U8 model.layers.*.mlp.experts.gate_up_proj_scales 2 2*F 1
        tensor    model.layers.*.mlp.experts.gate_up_proj_bias 2 2*F
        tensor:U8 model.layers.*.mlp.experts.down_proj_blocks 2 D 1 16
        tensor:U8 model.layers.*.mlp.experts.down_proj_scales 2 D 1
        tensor    model.layers.*.mlp.experts.down_proj_bias 2 D
        """,
        ["MXFP4"],
        sizes={"D": 32, "F": 32},
        config=config("gpt_oss", "GptOssForCausalLM", num_local_experts=2, quantization_config={"quant_method": "mxfp4"}),
    ),
    refused(
        "gpt_oss",
        "GPT-OSS in BF16: experts in one tensor, the layers of the gate in alternate columns, limits and a slope",
        modeling("gpt_oss"),
        GPT_OSS_PARTS
        + """
        tensor model.layers.*.mlp.experts.gate_up_proj 2 D 2*F
        tensor model.layers.*.mlp.experts.gate_up_proj_bias 2 2*F
        tensor model.layers.*.mlp.experts.down_proj 2 F D
        tensor model.layers.*.mlp.experts.down_proj_bias 2 D
        """,
        ["experts"],
        config=config("gpt_oss", "GptOssForCausalLM", num_local_experts=2),
    ),
    refused(
        "dbrx",
        "DBRX: all experts below one another in three matrices",
        modeling("dbrx"),
        """
        matrix transformer.wte V D
        scale  transformer.blocks.*.norm_attn_norm.norm_{1,2} D
        matrix transformer.blocks.*.norm_attn_norm.attn.Wqkv D+2*K D
        matrix transformer.blocks.*.norm_attn_norm.attn.out_proj D D
        matrix transformer.blocks.*.ffn.router.layer 2 D
        tensor transformer.blocks.*.ffn.experts.mlp.{w1,v1,w2} 2*F D
        scale  transformer.norm_f D
        matrix lm_head V D
        """,
        ["experts"],
        config={
            "architectures": ["DbrxForCausalLM"],
            "model_type": "dbrx",
            "d_model": "D",
            "ffn_config": {"ffn_act_fn": {"name": "silu"}, "ffn_hidden_size": "F", "moe_num_experts": 2},
            "n_heads": 2,
            "n_layers": 2,
        },
    ),
    refused(
        "granitemoe",
        "Granite's experts: three dimensions, both layers of the gate in one tensor",
        modeling("granitemoe"),
        llama_layers()
        + """
        matrix model.layers.*.block_sparse_moe.router.layer 2 D
        matrix model.layers.*.block_sparse_moe.input_linear 2 2*F D
        matrix model.layers.*.block_sparse_moe.output_linear 2 D F
        """,
        ["experts"],
        config=config("granitemoe", "GraniteMoeForCausalLM", num_local_experts=2),
    ),
]
