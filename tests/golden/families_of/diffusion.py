"""Parts of models that draw pictures, with the names of the library Diffusers."""

from .family import Family, Stack
from .sources import github

DIFFUSERS = [github(f"huggingface/diffusers/main/src/diffusers/models/{file}.py") for file in ("attention", "activations")]


def transformer_blocks(prefix, first_width):
    """Returns the lines of Diffusers' BasicTransformerBlock."""
    return f"""
    norm   {prefix}transformer_blocks.*.norm{{1,2,3}} D
    matrix {prefix}transformer_blocks.*.attn1.{{to_q,to_k,to_v}} D D
    linear {prefix}transformer_blocks.*.attn1.to_out.0 D D
    matrix {prefix}transformer_blocks.*.attn2.to_q D D
    matrix {prefix}transformer_blocks.*.attn2.{{to_k,to_v}} D 5
    linear {prefix}transformer_blocks.*.attn2.to_out.0 D D
    linear {prefix}transformer_blocks.*.ff.net.0.proj {first_width} D
    linear {prefix}transformer_blocks.*.ff.net.2 D F
    """


PLACES = ("down_blocks.1.attentions.0.", "mid_block.attentions.0.")

FAMILIES = [
    Family(
        "unet_geglu",
        "U-Net of Stable Diffusion XL: GEGLU in one matrix, the activated half last; act_fn of its configuration is that of other layers",
        DIFFUSERS + [github("huggingface/diffusers/main/src/diffusers/models/unets/unet_2d_condition.py")],
        "linear conv_in 4 4 3 3\nlinear down_blocks.1.resnets.0.conv1 D 4 3 3\n" + "".join(transformer_blocks(place, "2*F") for place in PLACES),
        [Stack(f"{place}transformer_blocks.*.ff", "net.0.proj", "net.2", "gelu", "caller", fused="activation_last") for place in PLACES],
        dtype="F16",
        config={"_class_name": "UNet2DConditionModel", "act_fn": "silu", "cross_attention_dim": 5, "transformer_layers_per_block": [1, 2]},
    ),
    Family(
        "dit",
        "Diffusion transformer: the same names without a gate, tanh GELU",
        DIFFUSERS + [github("huggingface/diffusers/main/src/diffusers/models/transformers/dit_transformer_2d.py")],
        "\n".join(line for line in transformer_blocks("", "F").splitlines() if "attn2" not in line),
        [Stack("transformer_blocks.*.ff", "net.0.proj", "net.2", "gelu_pytorch_tanh")],
        config={
            "_class_name": "DiTTransformer2DModel",
            "activation_fn": "gelu-approximate",
            "attention_head_dim": 4,
            "num_attention_heads": 2,
            "num_layers": 2,
        },
    ),
]
