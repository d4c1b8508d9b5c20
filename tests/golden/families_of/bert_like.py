"""Encoders of text and speech whose networks are not gated."""

from .family import Family, Stack
from .sources import github, modeling


def bert_layers(prefix):
    """Returns the lines of BERT's layers."""
    return f"""
    linear {prefix}encoder.layer.*.attention.self.{{query,key,value}} D D
    linear {prefix}encoder.layer.*.attention.output.dense D D
    norm   {prefix}encoder.layer.*.attention.output.LayerNorm D
    linear {prefix}encoder.layer.*.intermediate.dense F D
    linear {prefix}encoder.layer.*.output.dense D F
    norm   {prefix}encoder.layer.*.output.LayerNorm D
    """


def bert(prefix, positions="P"):
    return f"""
    matrix {prefix}embeddings.word_embeddings V D
    matrix {prefix}embeddings.position_embeddings {positions} D
    matrix {prefix}embeddings.token_type_embeddings 2 D
    norm   {prefix}embeddings.LayerNorm D
    {bert_layers(prefix)}
    linear {prefix}pooler.dense D D
    """


def bert_stack(prefix, by="config", act="gelu"):
    return [Stack(f"{prefix}encoder.layer.*", "intermediate.dense", "output.dense", act, by)]


def bert_config(model_type, act="gelu"):
    return {
        "model_type": model_type,
        "hidden_act": act,
        "hidden_size": "D",
        "intermediate_size": "F",
        "max_position_embeddings": "P",
        "num_attention_heads": 2,
        "num_hidden_layers": 2,
        "vocab_size": "V",
    }


FAMILIES = [
    Family(
        "bert",
        "BERT as published",
        modeling("bert"),
        bert("bert."),
        bert_stack("bert.", "names"),
        sizes={"P": 512},
        config={"architectures": ["BertForMaskedLM"]} | bert_config("bert"),
    ),
    Family("bert_plain", "BERT saved from BertModel, without a prefix", modeling("bert"), bert(""), bert_stack("", "names"), sizes={"P": 512}, config=bert_config("bert")),
    Family(
        "roberta",
        "RoBERTa",
        modeling("roberta"),
        bert("roberta."),
        bert_stack("roberta.", "names"),
        sizes={"P": 514},
        config={"architectures": ["RobertaForMaskedLM"]} | bert_config("roberta"),
    ),
    Family(
        "mobilebert",
        "MobileBERT: a bottleneck, three networks in a layer, ReLU with BERT's names",
        modeling("mobilebert"),
        """
        matrix mobilebert.embeddings.word_embeddings V E
        matrix mobilebert.embeddings.position_embeddings P H
        matrix mobilebert.embeddings.token_type_embeddings 2 H
        linear mobilebert.embeddings.embedding_transformation H 3*E
        norm   mobilebert.embeddings.LayerNorm H
        linear mobilebert.encoder.layer.*.attention.self.{query,key} D D
        linear mobilebert.encoder.layer.*.attention.self.value D H
        linear mobilebert.encoder.layer.*.attention.output.dense D D
        norm   mobilebert.encoder.layer.*.attention.output.LayerNorm D
        linear mobilebert.encoder.layer.*.bottleneck.{input,attention}.dense D H
        norm   mobilebert.encoder.layer.*.bottleneck.{input,attention}.LayerNorm D
        linear mobilebert.encoder.layer.*.ffn.{0,1}.intermediate.dense F D
        linear mobilebert.encoder.layer.*.ffn.{0,1}.output.dense D F
        norm   mobilebert.encoder.layer.*.ffn.{0,1}.output.LayerNorm D
        linear mobilebert.encoder.layer.*.intermediate.dense F D
        linear mobilebert.encoder.layer.*.output.dense D F
        norm   mobilebert.encoder.layer.*.output.LayerNorm D
        linear mobilebert.encoder.layer.*.output.bottleneck.dense H D
        norm   mobilebert.encoder.layer.*.output.bottleneck.LayerNorm H
        """,
        [
            *bert_stack("mobilebert.", act="relu"),
            *(Stack(f"mobilebert.encoder.layer.*.ffn.{number}", "intermediate.dense", "output.dense", "relu") for number in range(2)),
        ],
        sizes={"D": 4, "F": 9, "H": 7, "E": 3},
        config={
            "architectures": ["MobileBertForPreTraining"],
            "model_type": "mobilebert",
            "hidden_act": "relu",
            "hidden_size": "H",
            "embedding_size": "E",
            "intra_bottleneck_size": "D",
            "intermediate_size": "F",
            "num_attention_heads": 2,
            "num_feedforward_networks": 3,
            "num_hidden_layers": 2,
            "use_bottleneck": True,
            "vocab_size": "V",
        },
    ),
    Family(
        "distilbert",
        "DistilBERT",
        modeling("distilbert"),
        """
        matrix distilbert.embeddings.word_embeddings V D
        matrix distilbert.embeddings.position_embeddings P D
        norm   distilbert.embeddings.LayerNorm D
        linear distilbert.transformer.layer.*.attention.{q,k,v,out}_lin D D
        norm   distilbert.transformer.layer.*.sa_layer_norm D
        linear distilbert.transformer.layer.*.ffn.lin1 F D
        linear distilbert.transformer.layer.*.ffn.lin2 D F
        norm   distilbert.transformer.layer.*.output_layer_norm D
        """,
        [Stack("distilbert.transformer.layer.*.ffn", "lin1", "lin2", "gelu")],
        config={
            "architectures": ["DistilBertForMaskedLM"],
            "model_type": "distilbert",
            "activation": "gelu",
            "dim": "D",
            "hidden_dim": "F",
            "n_heads": 2,
            "n_layers": 2,
            "vocab_size": "V",
        },
    ),
    Family(
        "albert",
        "ALBERT 2: one layer for all, an embedding of another width",
        modeling("albert"),
        """
        matrix albert.embeddings.word_embeddings V E
        matrix albert.embeddings.position_embeddings P E
        norm   albert.embeddings.LayerNorm E
        linear albert.encoder.embedding_hidden_mapping_in D E
        linear albert.encoder.albert_layer_groups.0.albert_layers.0.attention.{query,key,value,dense} D D
        norm   albert.encoder.albert_layer_groups.0.albert_layers.0.attention.LayerNorm D
        linear albert.encoder.albert_layer_groups.0.albert_layers.0.ffn F D
        linear albert.encoder.albert_layer_groups.0.albert_layers.0.ffn_output D F
        norm   albert.encoder.albert_layer_groups.0.albert_layers.0.full_layer_layer_norm D
        """,
        [Stack("albert.encoder.albert_layer_groups.*.albert_layers.0", "ffn", "ffn_output", "gelu_new", layers=(0,))],
        sizes={"E": 5},
        config=bert_config("albert", "gelu_new")
        | {"architectures": ["AlbertForMaskedLM"], "embedding_size": "E", "inner_group_num": 1, "num_hidden_groups": 1},
    ),
    Family(
        "xlm",
        "XLM: lists of parts instead of layers, a configuration that says whether GELU or ReLU",
        modeling("xlm"),
        """
        matrix transformer.embeddings V D
        matrix transformer.position_embeddings P D
        norm   transformer.layer_norm_emb D
        linear transformer.attentions.*.{q,k,v,out}_lin D D
        norm   transformer.layer_norm{1,2}.* D
        linear transformer.ffns.*.lin1 4*D D
        linear transformer.ffns.*.lin2 D 4*D
        """,
        [Stack("transformer.ffns.*", "lin1", "lin2", "gelu")],
        config={
            "architectures": ["XLMWithLMHeadModel"],
            "model_type": "xlm",
            "emb_dim": "D",
            "gelu_activation": True,
            "n_heads": 2,
            "n_layers": 2,
            "n_words": "V",
        },
    ),
    Family(
        "xlnet",
        "XLNet: attention tensors of three dimensions",
        modeling("xlnet"),
        """
        tensor transformer.mask_emb 1 1 D
        matrix transformer.word_embedding V D
        tensor transformer.layer.*.rel_attn.{q,k,v,o,r} D 2 D//2
        tensor transformer.layer.*.rel_attn.{r_r_bias,r_s_bias,r_w_bias} 2 D//2
        tensor transformer.layer.*.rel_attn.seg_embed 2 2 D//2
        norm   transformer.layer.*.rel_attn.layer_norm D
        norm   transformer.layer.*.ff.layer_norm D
        linear transformer.layer.*.ff.layer_1 F D
        linear transformer.layer.*.ff.layer_2 D F
        """,
        [Stack("transformer.layer.*.ff", "layer_1", "layer_2", "gelu")],
        config={
            "architectures": ["XLNetLMHeadModel"],
            "model_type": "xlnet",
            "ff_activation": "gelu",
            "d_inner": "F",
            "d_model": "D",
            "n_head": 2,
            "n_layer": 2,
            "vocab_size": "V",
        },
    ),
    Family(
        "wav2vec2",
        "wav2vec 2.0: speech, convolutions before the encoder",
        modeling("wav2vec2"),
        """
        tensor wav2vec2.masked_spec_embed D
        tensor wav2vec2.feature_extractor.conv_layers.0.conv.weight C 1 3
        norm   wav2vec2.feature_extractor.conv_layers.0.layer_norm C
        norm   wav2vec2.feature_projection.layer_norm C
        linear wav2vec2.feature_projection.projection D C
        tensor wav2vec2.encoder.pos_conv_embed.conv.weight_g 1 1 4
        tensor wav2vec2.encoder.pos_conv_embed.conv.weight_v D D//2 4
        norm   wav2vec2.encoder.layer_norm D
        linear wav2vec2.encoder.layers.*.attention.{k,v,q,out}_proj D D
        norm   wav2vec2.encoder.layers.*.layer_norm D
        linear wav2vec2.encoder.layers.*.feed_forward.intermediate_dense F D
        linear wav2vec2.encoder.layers.*.feed_forward.output_dense D F
        norm   wav2vec2.encoder.layers.*.final_layer_norm D
        """,
        [Stack("wav2vec2.encoder.layers.*.feed_forward", "intermediate_dense", "output_dense", "gelu")],
        sizes={"C": 5},
        config={
            "architectures": ["Wav2Vec2ForPreTraining"],
            "model_type": "wav2vec2",
            "feat_extract_activation": "gelu",
            "hidden_act": "gelu",
            "hidden_size": "D",
            "intermediate_size": "F",
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
        },
    ),
    *(
        Family(
            f"torch_encoder_{act}",
            f"torch.nn.TransformerEncoder with activation {act}: no file says which",
            [github("pytorch/pytorch/main/torch/nn/modules/transformer.py")],
            """
            tensor layers.*.self_attn.in_proj_weight 3*D D
            tensor layers.*.self_attn.in_proj_bias 3*D
            linear layers.*.self_attn.out_proj D D
            linear layers.*.linear1 F D
            linear layers.*.linear2 D F
            norm   layers.*.norm{1,2} D
            """,
            [Stack("layers.*", "linear1", "linear2", act, "caller")],
            metadata=None,
        )
        for act in ("relu", "gelu")
    ),
]
