"""Families of models: facts on their files, each with its source. The order of the modules is that of families.json."""

from . import bert_like, clip_like, decoders, diffusion, encoder_decoder, experts, gated, gated_names, gpt_like, quantized, refused, vision

MODULES = (gpt_like, decoders, bert_like, encoder_decoder, clip_like, vision, diffusion, gated, gated_names, experts, quantized, refused)


def all_families():
    """Returns all families; their names differ."""
    families = [family for module in MODULES for family in module.FAMILIES]
    assert len({family.name for family in families}) == len(families)
    return families
