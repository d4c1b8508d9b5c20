"""Llama-like models with 8-bit weights and scales: what a weight is worth follows from both."""

from .family import Family, Stack
from .gated import config, gated
from .sources import github, modeling

COMPRESSED_TENSORS = github("vllm-project/compressed-tensors/main/src/compressed_tensors/quantization/lifecycle/forward.py")
LAYERS = {"self_attn.{q,o}_proj": "D D", "self_attn.{k,v}_proj": "K D", "mlp.{gate,up}_proj": "F D", "mlp.down_proj": "D F"}


def quantized(dtype, *scales):
    """Returns Llama's lines with layers of that type. Each of `scales` is a line's KIND, ending and shape, where O is the layer's output width."""
    lines = [
        "matrix model.embed_tokens V D",
        "scale model.norm D",
        "scale model.layers.*.{input_layernorm,post_attention_layernorm} D",
        "matrix lm_head V D",
    ]
    for name, shape in LAYERS.items():
        lines.append(f"matrix:{dtype} model.layers.*.{name} {shape}")
        for kind, ending, *dims in scales:
            out, width = shape.split()
            dims = [dim.replace("O", out).replace("I", width) for dim in dims]
            lines.append(" ".join([kind, f"model.layers.*.{name}.{ending}", *dims]))
    return "\n".join(lines)


def family(name, what, source, tensors, scales, quantization, **more):
    stacks = [gated("model.layers.*.mlp", "silu", layers=tuple(range(more.get("layers", 2))))]
    configuration = config("llama", "LlamaForCausalLM", **({"quantization_config": quantization} if quantization else {}))
    return Family(name, what, [source], tensors, stacks, dtype="BF16", scales=scales, config=configuration, **more)


FAMILIES = [
    family(
        "fp8_per_tensor",
        "F8_E4M3 with one scale for each weight",
        COMPRESSED_TENSORS,
        quantized("F8_E4M3", ("tensor", "weight_scale", "1"), ("tensor", "input_scale", "1")),
        "weight_scale",
        {"quant_method": "compressed-tensors", "format": "float-quantized"},
    ),
    family(
        "fp8_per_row",
        "F8_E4M3 with one scale for each output",
        COMPRESSED_TENSORS,
        quantized("F8_E4M3", ("tensor", "weight_scale", "O", "1")),
        "weight_scale",
        {"quant_method": "compressed-tensors", "format": "float-quantized"},
    ),
    family(
        "int8_per_row",
        "I8 with one scale for each output",
        COMPRESSED_TENSORS,
        quantized("I8", ("tensor", "weight_scale", "O", "1")),
        "weight_scale",
        {"quant_method": "compressed-tensors", "format": "int-quantized"},
    ),
    family(
        "fp8_blockwise",
        "F8_E4M3 with one scale for each block of 128 x 128, as DeepSeek V3 has; blocks at the edges are cut",
        "https://huggingface.co/deepseek-ai/DeepSeek-V3/blob/main/inference/kernel.py",
        quantized("F8_E4M3", ("tensor:F32", "weight_scale_inv", "-(-O//128)", "-(-I//128)")).replace("self_attn.{q,o}_proj", "self_attn.o_proj"),
        "weight_scale_inv",
        {"quant_method": "fp8", "fmt": "e4m3", "activation_scheme": "dynamic", "weight_block_size": [128, 128]},
        layers=1,
        sizes={"D": 130, "F": 134, "K": 2},
    ),
    family("fp8_e5m2", "F8_E5M2 without scales", github("comfyanonymous/ComfyUI/master/comfy/ops.py"), quantized("F8_E5M2"), "", None),
    family(
        "bitsandbytes_int8",
        "bitsandbytes' I8 with SCB, 127 times the scale of each output",
        github("bitsandbytes-foundation/bitsandbytes/main/bitsandbytes/functional.py"),
        quantized("I8", ("tensor:F32", "SCB", "O"), ("tensor:U8", "weight_format")),
        "SCB",
        {"quant_method": "bitsandbytes", "load_in_8bit": True, "llm_int8_threshold": 6.0},
    ),
    Family(
        "comfy_scaled_fp8",
        "T5's encoder for pictures with ComfyUI's scale_weight",
        [github("comfyanonymous/ComfyUI/master/comfy/ops.py"), *modeling("t5")],
        """
        tensor:F8_E4M3 scaled_fp8 0
        matrix         shared V D
        matrix:F8_E4M3 encoder.block.*.layer.0.SelfAttention.{q,k,v,o} D D
        tensor:F32     encoder.block.*.layer.0.SelfAttention.{q,k,v,o}.scale_weight
        scale          encoder.block.*.layer.{0,1}.layer_norm D
        matrix:F8_E4M3 encoder.block.*.layer.1.DenseReluDense.{wi_0,wi_1} F D
        matrix:F8_E4M3 encoder.block.*.layer.1.DenseReluDense.wo D F
        tensor:F32     encoder.block.*.layer.1.DenseReluDense.{wi_0,wi_1,wo}.scale_weight
        scale          encoder.final_layer_norm D
        """,
        [Stack("encoder.block.*.layer.1.DenseReluDense", "wi_0", "wo", "gelu_new", gate="wi_1")],
        dtype="F16",
        scales="scale_weight",
        config={
            "architectures": ["T5EncoderModel"],
            "model_type": "t5",
            "d_ff": "F",
            "d_model": "D",
            "feed_forward_proj": "gated-gelu",
            "num_layers": 2,
        },
    ),
]
