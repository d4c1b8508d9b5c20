"""Models with an encoder and a decoder: BART's relatives and T5."""

from .family import Family, Stack
from .sources import modeling


def attention(prefix, name, keys="linear"):
    return f"""
    {keys} {prefix}.{name}.k_proj D D
    linear {prefix}.{name}.{{v,q,out}}_proj D D
    norm   {prefix}.{name}_layer_norm D
    """


def bart_layers(stack, width, keys="linear"):
    """Returns the lines of one stack of layers, "encoder" or "decoder", with networks of that width; `keys` is "matrix" for no bias."""
    prefix = f"model.{stack}.layers.*"
    return f"""
    {attention(prefix, "self_attn", keys)}
    {attention(prefix, "encoder_attn", keys) if stack == "decoder" else ""}
    linear {prefix}.fc1 {width} D
    linear {prefix}.fc2 D {width}
    norm   {prefix}.final_layer_norm D
    """


def bart(name, what, model, act, more, dtype="F32", decoder_width="F", config=None):
    """Returns a family with BART's layers; `more` are its other tensors."""
    names = {"activation_function": act, "d_model": "D", "encoder_ffn_dim": "F", "decoder_ffn_dim": decoder_width}
    counts = {"encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 2, "decoder_attention_heads": 2}
    return Family(
        name,
        what,
        modeling(model),
        more + bart_layers("encoder", "F") + bart_layers("decoder", decoder_width),
        [Stack(f"model.{stack}.layers.*", "fc1", "fc2", act) for stack in ("decoder", "encoder")],
        dtype=dtype,
        sizes={"F2": 10},
        config={"model_type": model, "vocab_size": "V"} | names | counts | (config or {}),
    )


def t5_stack(stack, first, *wi):
    """Returns the lines of T5's blocks; `first` is the number of the network among a block's layers."""
    network = f"{stack}.block.*.layer.{first}"
    return f"""
    matrix {stack}.block.*.layer.0.SelfAttention.{{q,k,v}} Q D
    matrix {stack}.block.*.layer.0.SelfAttention.o D Q
    matrix {stack}.block.0.layer.0.SelfAttention.relative_attention_bias 4 2
    scale  {stack}.block.*.layer.{{{",".join(map(str, range(first + 1)))}}}.layer_norm D
    {"".join(f'''
    matrix {network}.DenseReluDense.{name} F D''' for name in wi)}
    matrix {network}.DenseReluDense.wo D F
    scale  {stack}.final_layer_norm D
    """


def t5(name, what, act, published_act, wi, gate="", dtype="F32"):
    cross = """
    matrix decoder.block.*.layer.1.EncDecAttention.{q,k,v} Q D
    matrix decoder.block.*.layer.1.EncDecAttention.o D Q
    """
    stacks = [
        Stack(f"{stack}.block.*.layer.{first}.DenseReluDense", wi[0], "wo", act, gate=gate) for stack, first in (("decoder", 2), ("encoder", 1))
    ]
    config = {"model_type": "t5", "d_ff": "F", "d_kv": 3, "d_model": "D", "num_heads": 2, "num_layers": 2, "vocab_size": "V"}
    tensors = "matrix shared V D\n" + t5_stack("encoder", 1, *wi) + t5_stack("decoder", 2, *wi) + cross
    return Family(name, what, modeling("t5"), tensors, stacks, dtype=dtype, sizes={"Q": 6}, config=config | published_act)


FAMILIES = [
    Family(
        "opt",
        "OPT: a decoder with BART's names and ReLU",
        modeling("opt"),
        "matrix model.decoder.embed_tokens V D\nmatrix model.decoder.embed_positions P+2 D\nnorm model.decoder.final_layer_norm D\n"
        + bart_layers("decoder", "F").replace(attention("model.decoder.layers.*", "encoder_attn"), ""),
        [Stack("model.decoder.layers.*", "fc1", "fc2", "relu")],
        dtype="F16",
        config={
            "architectures": ["OPTForCausalLM"],
            "model_type": "opt",
            "activation_function": "relu",
            "do_layer_norm_before": True,
            "ffn_dim": "F",
            "hidden_size": "D",
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "vocab_size": "V",
            "word_embed_proj_dim": "D",
        },
    ),
    bart(
        "bart",
        "BART, with a decoder of another width",
        "bart",
        "gelu",
        "matrix model.shared V D\nmatrix model.{encoder,decoder}.embed_positions P+2 D\nnorm model.{encoder,decoder}.layernorm_embedding D\n",
        decoder_width="F2",
    ),
    bart("nllb", "NLLB and M2M-100", "m2m_100", "relu", "matrix model.shared V D\nnorm model.{encoder,decoder}.layer_norm D\n"),
    bart(
        "pegasus",
        "Pegasus",
        "pegasus",
        "relu",
        """
        matrix model.shared V D
        matrix model.{encoder,decoder}.embed_positions P D
        norm   model.{encoder,decoder}.layer_norm D
        tensor final_logits_bias 1 V
        """,
    ),
    bart(
        "marian",
        "Marian",
        "marian",
        "swish",
        "matrix model.shared V D\nmatrix model.{encoder,decoder}.embed_positions P D\ntensor final_logits_bias 1 V\n",
        dtype="F16",
    ),
    bart(
        "detr",
        "DETR: pictures, no embedding of tokens; a head of three layers that is no network of a block",
        "detr",
        "relu",
        """
        matrix model.query_position_embeddings 5 D
        linear model.input_projection D 3 1 1
        norm   model.decoder.layernorm D
        linear class_labels_classifier 4 D
        linear bbox_predictor.layers.{0,1} D D
        linear bbox_predictor.layers.2 4 D
        """,
    ),
    Family(
        "whisper",
        "Whisper: speech, convolutions before the encoder, keys without biases",
        modeling("whisper"),
        """
        linear model.encoder.conv1 D 5 3
        linear model.encoder.conv2 D D 3
        matrix model.encoder.embed_positions P D
        matrix model.decoder.embed_tokens V D
        matrix model.decoder.embed_positions P D
        norm   model.{encoder,decoder}.layer_norm D
        """
        + bart_layers("encoder", "F", "matrix")
        + bart_layers("decoder", "F", "matrix"),
        [Stack(f"model.{stack}.layers.*", "fc1", "fc2", "gelu") for stack in ("decoder", "encoder")],
        dtype="F16",
        config={
            "architectures": ["WhisperForConditionalGeneration"],
            "model_type": "whisper",
            "activation_function": "gelu",
            "d_model": "D",
            "decoder_ffn_dim": "F",
            "decoder_layers": 2,
            "encoder_ffn_dim": "F",
            "encoder_layers": 2,
            "num_mel_bins": 5,
            "vocab_size": "V",
        },
    ),
    t5("t5", "T5 1.0: ReLU, no biases, heads wider together than d_model; its configuration may omit the activation", "relu", {}, ["wi"]),
    t5(
        "t5_v1_1",
        "T5 v1.1 and Flan-T5: wi_0 is activated",
        "gelu_new",
        {"feed_forward_proj": "gated-gelu"},
        ["wi_0", "wi_1"],
        gate="wi_1",
        dtype="BF16",
    ),
]
