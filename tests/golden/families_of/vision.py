"""Models of pictures."""

from .bert_like import bert_layers, bert_stack
from .clip_like import TEXT, TWO_WIDTHS
from .family import Family, Stack
from .sources import github, modeling


def vit_blocks(network):
    """Returns the lines of timm's blocks with that network's lines."""
    return f"""
    tensor cls_token 1 1 D
    tensor pos_embed 1 5 D
    linear patch_embed.proj D 3 2 2
    norm   blocks.*.norm{{1,2}} D
    linear blocks.*.attn.qkv 3*D D
    linear blocks.*.attn.proj D D
    {network}
    norm   norm D
    linear head 3 D
    """


def swin_stage(number, width):
    """Returns the lines of one stage of Swin, whose width is twice that of the stage before."""
    blocks = f"swin.encoder.layers.{number}.blocks.*"
    return f"""
    norm   {blocks}.layernorm_{{before,after}} {width}
    linear {blocks}.attention.self.{{query,key,value}} {width} {width}
    tensor {blocks}.attention.self.relative_position_bias_table 9 2
    linear {blocks}.attention.output.dense {width} {width}
    linear {blocks}.intermediate.dense 4*{width} {width}
    linear {blocks}.output.dense {width} 4*{width}
    """


VIT_PYTORCH = """
tensor pos_embedding 1 5 D
tensor cls_token 1 1 D
norm   mlp_head.0 D
linear mlp_head.1 3 D
"""
VIT_PYTORCH_SOURCE = [github("lucidrains/vit-pytorch/main/vit_pytorch/vit.py")]
TIMM = [
    github("huggingface/pytorch-image-models/main/timm/layers/mlp.py"),
    github("huggingface/pytorch-image-models/main/timm/models/vision_transformer.py"),
]

FAMILIES = [
    Family(
        "vit",
        "ViT in Transformers: BERT's names and GELU",
        modeling("vit"),
        """
        tensor vit.embeddings.cls_token 1 1 D
        tensor vit.embeddings.position_embeddings 1 5 D
        linear vit.embeddings.patch_embeddings.projection D 3 2 2
        norm   vit.encoder.layer.*.layernorm_{before,after} D
        norm   vit.layernorm D
        """
        + "\n".join(line.replace("attention.self", "attention.attention") for line in bert_layers("vit.").splitlines() if "LayerNorm" not in line),
        bert_stack("vit."),
        config={"architectures": ["ViTForImageClassification"], "model_type": "vit", "hidden_act": "gelu"} | TEXT,
    ),
    Family(
        "swin",
        "Swin: BERT's names in stages of different widths, two numbers in a name",
        modeling("swin"),
        """
        linear swin.embeddings.patch_embeddings.projection W 3 2 2
        norm   swin.embeddings.norm W
        matrix swin.encoder.layers.0.downsample.reduction 2*W 4*W
        norm   swin.encoder.layers.0.downsample.norm 4*W
        norm   swin.layernorm 2*W
        """
        + swin_stage(0, "W")
        + swin_stage(1, "2*W"),
        [Stack(f"swin.encoder.layers.{stage}.blocks.*", "intermediate.dense", "output.dense", "gelu") for stage in (0, 1)],
        sizes={"W": 4},
        config={
            "architectures": ["SwinForImageClassification"],
            "model_type": "swin",
            "depths": [2, 2],
            "embed_dim": "W",
            "hidden_act": "gelu",
            "hidden_size": 8,
            "mlp_ratio": 4.0,
            "num_heads": [2, 2],
        },
    ),
    Family(
        "sam",
        "SAM: lin1 and lin2 with GELU in the picture's encoder and with ReLU in the decoder of masks",
        modeling("sam"),
        """
        tensor vision_encoder.pos_embed 1 2 2 D
        linear vision_encoder.patch_embed.projection D 3 2 2
        norm   vision_encoder.layers.*.layer_norm{1,2} D
        linear vision_encoder.layers.*.attn.qkv 3*D D
        linear vision_encoder.layers.*.attn.proj D D
        linear vision_encoder.layers.*.mlp.lin1 F D
        linear vision_encoder.layers.*.mlp.lin2 D F
        linear mask_decoder.transformer.layers.*.self_attn.{q,k,v,out}_proj W W
        norm   mask_decoder.transformer.layers.*.layer_norm{1,2,3,4} W
        linear mask_decoder.transformer.layers.*.mlp.lin1 G W
        linear mask_decoder.transformer.layers.*.mlp.lin2 W G
        """,
        [Stack("mask_decoder.transformer.layers.*.mlp", "lin1", "lin2", "relu"), Stack("vision_encoder.layers.*.mlp", "lin1", "lin2", "gelu")],
        sizes=TWO_WIDTHS,
        config={
            "architectures": ["SamModel"],
            "model_type": "sam",
            "mask_decoder_config": {"hidden_act": "relu", "hidden_size": "W", "mlp_dim": "G", "num_hidden_layers": 2},
            "vision_config": {"hidden_act": "gelu", "hidden_size": "D", "mlp_dim": "F", "num_hidden_layers": 2},
        },
    ),
    Family(
        "dinov2_giant",
        "DINOv2 giant in Transformers: SwiGLU in one matrix; its configuration says gelu, which this network does not use",
        modeling("dinov2"),
        """
        tensor embeddings.cls_token 1 1 D
        tensor embeddings.position_embeddings 1 5 D
        linear encoder.layer.*.attention.attention.{query,key,value} D D
        linear encoder.layer.*.attention.output.dense D D
        tensor encoder.layer.*.layer_scale{1,2}.lambda1 D
        norm   encoder.layer.*.norm{1,2} D
        linear encoder.layer.*.mlp.weights_in 2*F D
        linear encoder.layer.*.mlp.weights_out D F
        norm   layernorm D
        """,
        [Stack("encoder.layer.*.mlp", "weights_in", "weights_out", "silu", fused="activation_first")],
        config={
            "architectures": ["Dinov2Model"],
            "model_type": "dinov2",
            "hidden_act": "gelu",
            "hidden_size": "D",
            "mlp_ratio": 4,
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "use_swiglu_ffn": True,
        },
    ),
    Family(
        "dinov2_original",
        "DINOv2 giant as published: w12 has both layers, the activated half first",
        [github("facebookresearch/dinov2/main/dinov2/layers/swiglu_ffn.py")],
        vit_blocks("linear blocks.*.mlp.w12 2*F D\nlinear blocks.*.mlp.w3 D F") + "tensor blocks.*.ls{1,2}.gamma D",
        [Stack("blocks.*.mlp", "w12", "w3", "silu", "caller", fused="activation_first")],
        metadata=None,
    ),
    Family(
        "timm_vit",
        "ViT in timm",
        TIMM,
        vit_blocks("linear blocks.*.mlp.fc1 F D\nlinear blocks.*.mlp.fc2 D F"),
        [Stack("blocks.*.mlp", "fc1", "fc2", "gelu", "caller")],
    ),
    Family(
        "timm_swiglu",
        "SwiGLU in timm: fc1_g is activated, fc1_x is not",
        TIMM,
        vit_blocks("linear blocks.*.mlp.fc1_{g,x} F D\nlinear blocks.*.mlp.fc2 D F"),
        [Stack("blocks.*.mlp", "fc1_g", "fc2", "silu", "caller", gate="fc1_x")],
    ),
    Family(
        "vit_pytorch_old",
        "vit-pytorch of 2021 with the norm beside the network",
        VIT_PYTORCH_SOURCE,
        VIT_PYTORCH
        + """
        norm   transformer.layers.*.{0,1}.norm D
        matrix transformer.layers.*.0.fn.to_qkv 3*D D
        linear transformer.layers.*.0.fn.to_out.0 D D
        linear transformer.layers.*.1.fn.net.0 F D
        linear transformer.layers.*.1.fn.net.3 D F
        """,
        [Stack("transformer.layers.*.1.fn", "net.0", "net.3", "gelu", "caller")],
        metadata=None,
    ),
    Family(
        "vit_pytorch",
        "vit-pytorch with the norm as the network's first part",
        VIT_PYTORCH_SOURCE,
        VIT_PYTORCH
        + """
        norm   transformer.norm D
        norm   transformer.layers.*.0.norm D
        matrix transformer.layers.*.0.to_qkv 3*D D
        linear transformer.layers.*.0.to_out.0 D D
        norm   transformer.layers.*.1.net.0 D
        linear transformer.layers.*.1.net.1 F D
        linear transformer.layers.*.1.net.4 D F
        """,
        [Stack("transformer.layers.*.1", "net.1", "net.4", "gelu", "caller")],
        metadata=None,
    ),
]
