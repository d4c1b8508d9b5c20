"""CLIP and its relatives: a stack for text and one for pictures, of different widths, in one file."""

from .family import Family, Stack
from .sources import github, modeling

TEXT = {"hidden_size": "D", "intermediate_size": "F", "num_attention_heads": 2, "num_hidden_layers": 2}
VISION = {"hidden_size": "W", "intermediate_size": "G", "num_attention_heads": 2, "num_hidden_layers": 2}
TWO_WIDTHS = {"D": 6, "F": 13, "W": 4, "G": 9}


def clip_layers(prefix, d, f):
    return f"""
    linear {prefix}.encoder.layers.*.self_attn.{{k,v,q,out}}_proj {d} {d}
    norm   {prefix}.encoder.layers.*.layer_norm{{1,2}} {d}
    linear {prefix}.encoder.layers.*.mlp.fc1 {f} {d}
    linear {prefix}.encoder.layers.*.mlp.fc2 {d} {f}
    """


CLIP = (
    """
tensor logit_scale
matrix {text,visual}_projection 5 D
matrix text_model.embeddings.token_embedding V D
matrix text_model.embeddings.position_embedding P D
norm   text_model.final_layer_norm D
tensor vision_model.embeddings.class_embedding W
matrix vision_model.embeddings.patch_embedding W 3 2 2
matrix vision_model.embeddings.position_embedding 5 W
norm   vision_model.{pre_layrnorm,post_layernorm} W
""".replace("{text,visual}_projection 5 D", "text_projection 5 D\nmatrix visual_projection 5 W")
    + clip_layers("text_model", "D", "F")
    + clip_layers("vision_model", "W", "G")
)
SIGLIP = (
    """
tensor logit_scale 1
tensor logit_bias 1
matrix text_model.embeddings.token_embedding V D
matrix text_model.embeddings.position_embedding P D
norm   text_model.final_layer_norm D
linear text_model.head D D
linear vision_model.embeddings.patch_embedding W 3 2 2
matrix vision_model.embeddings.position_embedding 4 W
norm   vision_model.post_layernorm W
tensor vision_model.head.probe 1 1 W
tensor vision_model.head.attention.in_proj_weight 3*W W
tensor vision_model.head.attention.in_proj_bias 3*W
linear vision_model.head.attention.out_proj W W
norm   vision_model.head.layernorm W
linear vision_model.head.mlp.fc1 G W
linear vision_model.head.mlp.fc2 W G
"""
    + clip_layers("text_model", "D", "F")
    + clip_layers("vision_model", "W", "G")
)


def clip_stacks(act):
    return [Stack(f"{part}_model.encoder.layers.*.mlp", "fc1", "fc2", act) for part in ("text", "vision")]


def open_clip(prefix, d, f):
    """Returns the lines of OpenCLIP's blocks; its layers are nn.Linear in spite of GPT-2's names."""
    return f"""
    norm   {prefix}transformer.resblocks.*.ln_{{1,2}} {d}
    tensor {prefix}transformer.resblocks.*.attn.in_proj_weight 3*{d} {d}
    tensor {prefix}transformer.resblocks.*.attn.in_proj_bias 3*{d}
    linear {prefix}transformer.resblocks.*.attn.out_proj {d} {d}
    linear {prefix}transformer.resblocks.*.mlp.c_fc {f} {d}
    linear {prefix}transformer.resblocks.*.mlp.c_proj {d} {f}
    """


OPEN_CLIP = (
    """
tensor positional_embedding P D
tensor text_projection D 5
tensor logit_scale
matrix token_embedding V D
norm   ln_final D
tensor visual.class_embedding W
tensor visual.positional_embedding 5 W
tensor visual.proj W 5
matrix visual.conv1 W 3 2 2
norm   visual.ln_{pre,post} W
"""
    + open_clip("", "D", "4*D")
    + open_clip("visual.", "W", "4*W")
)


def open_clip_family(name, act, what, source, dtype):
    stacks = [Stack(f"{prefix}transformer.resblocks.*.mlp", "c_fc", "c_proj", act, "caller") for prefix in ("", "visual.")]
    return Family(name, what, source, OPEN_CLIP, stacks, dtype=dtype, sizes=TWO_WIDTHS, metadata=None)


FAMILIES = [
    Family(
        "clip",
        "CLIP: text and pictures of different widths; its configurations omit what equals the default, quick GELU",
        modeling("clip"),
        CLIP,
        clip_stacks("quick_gelu"),
        sizes=TWO_WIDTHS,
        config={
            "architectures": ["CLIPModel"],
            "model_type": "clip",
            "text_config": TEXT | {"model_type": "clip_text_model", "vocab_size": "V"},
            "vision_config": VISION | {"model_type": "clip_vision_model"},
        },
    ),
    Family(
        "clip_laion",
        "CLIP of LAION in Transformers: GELU, stated in both nested configurations",
        modeling("clip"),
        CLIP,
        clip_stacks("gelu"),
        sizes=TWO_WIDTHS,
        config={
            "architectures": ["CLIPModel"],
            "model_type": "clip",
            "text_config": TEXT | {"model_type": "clip_text_model", "hidden_act": "gelu"},
            "vision_config": VISION | {"model_type": "clip_vision_model", "hidden_act": "gelu"},
        },
    ),
    Family(
        "siglip",
        "SigLIP: a third network in the head, without a layer's number",
        modeling("siglip"),
        SIGLIP,
        [*clip_stacks("gelu_pytorch_tanh"), Stack("vision_model.head.mlp", "fc1", "fc2", "gelu_pytorch_tanh", layers=(0,))],
        sizes=TWO_WIDTHS,
        config={
            "architectures": ["SiglipModel"],
            "model_type": "siglip",
            "text_config": TEXT | {"model_type": "siglip_text_model", "vocab_size": "V"},
            "vision_config": VISION | {"model_type": "siglip_vision_model"},
        },
    ),
    open_clip_family(
        "open_clip",
        "gelu",
        "OpenCLIP: GPT-2's names, nn.Linear, GELU",
        [github("mlfoundations/open_clip/main/src/open_clip/transformer.py")],
        "F32",
    ),
    open_clip_family(
        "openai_clip",
        "quick_gelu",
        "CLIP as OpenAI published it: OpenCLIP's names with quick GELU",
        [github("openai/CLIP/main/clip/model.py")],
        "F16",
    ),
]
