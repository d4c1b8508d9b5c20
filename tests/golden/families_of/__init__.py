"""Families of models: facts on their files, each with its source. The order is that of families.json."""

from . import bert_like, encoder_decoder, gated, gpt_like


def all_families():
    families = [*gpt_like.FAMILIES, *bert_like.FAMILIES, *encoder_decoder.FAMILIES, *gated.FAMILIES]
    assert len({family.name for family in families}) == len(families)
    return families
