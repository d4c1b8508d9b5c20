#!/usr/bin/env python3
"""Writes, for every family of models in families_of, a small safetensors file with the family's published names, shapes, type and
configuration and with random values, and the right outputs of its feed-forward networks: PyTorch, float64, from the values as stored.

    apt-get install python3-numpy python3-torch && /usr/bin/python3 tests/golden/make_families.py

The files and families.json are in tests/golden/families; the same bytes on every run. families.json says of each family which files it has,
which networks are in them, and what decides the activation. It has the configuration (config.json) and the index of the shards, too. Its
numbers are decimal and parse back to the same float64; outputs have 13 significant digits, fewer than the processors agree on.
"""

import json
import pathlib
import re
import zlib

import numpy as np
import torch

from families_of import all_families, network, number_formats, safetensors_file
from families_of.family import published, tensors_of

HERE = pathlib.Path(__file__).parent / "families"
TOKENS = 3


def values_of(family):
    """Returns the tensors of a family, {name: (dtype, shape, bytes)}."""
    rng = np.random.RandomState(zlib.crc32(family.name.encode()))
    return {name: (dtype, shape, bytes_of(name, dtype, shape, center, rng)) for name, dtype, shape, center in tensors_of(family)}


def bytes_of(name, dtype, shape, center, rng):
    drawn = rng.randn(*shape)
    if name.endswith((".weight_scale", ".weight_scale_inv", ".scale_weight", ".SCB", ".scales", ".input_scale", ".scale_input")):
        return number_formats.encode(0.02 * (1 + np.abs(drawn)) * (100 if name.endswith(".SCB") else 1), dtype)
    if name.endswith(".weight_format"):
        return number_formats.encode(0 * drawn, dtype)  # bitsandbytes' "row": in their order
    if dtype in ("I8", "U8", "I32", "I64"):
        return number_formats.encode(np.rint(40 * drawn).clip(0 if dtype == "U8" else -127, 127), dtype)
    if dtype.startswith("F8"):
        return number_formats.encode(30 * drawn, dtype)
    spread = 0.1 if center else 0.6 if len(shape) > 1 else 0.3
    return number_formats.encode(center + spread * drawn, dtype)


def write_files(family):
    """Writes the files of a family; returns their names, and the index of the shards or None."""
    tensors = values_of(family)
    if not family.second_shard:
        names = [f"{family.name}.safetensors"]
        safetensors_file.write(HERE / names[0], tensors, family.metadata)
        return names, None
    names = [f"{family.name}-{number:05}-of-00002.safetensors" for number in (1, 2)]
    weight_map = {name: names[name.startswith(family.second_shard)] for name in sorted(tensors)}
    for file in names:
        safetensors_file.write(HERE / file, {name: tensor for name, tensor in tensors.items() if weight_map[name] == file}, family.metadata)
    size = sum(len(raw) for _, _, raw in tensors.values())
    return names, {"metadata": {"total_size": size}, "weight_map": weight_map}


def listed(tensor):
    """Returns the values of a tensor with 13 digits, which are the same on every processor."""
    return [float(f"{value:.12e}") for value in tensor.ravel().tolist()]


def described(family, stack, tensors):
    d_model, d_ff = network.sizes(family, stack, tensors)
    seed = zlib.crc32(f"{family.name} {stack.name}".encode())
    x = torch.from_numpy(np.rint(np.random.RandomState(seed).randn(TOKENS, d_model) * 64) / 64)
    outputs = {str(layer): listed(network.output(family, stack, tensors, layer, x)) for layer in stack.layers}
    return {
        "name": stack.name,
        "gated": bool(stack.gate or stack.fused),
        **({"fused": stack.fused} if stack.fused else {}),
        **({"order_told": True} if stack.order_told else {}),
        "d_model": d_model,
        "d_ff": d_ff,
        "layers": list(stack.layers),
        "tensors": {"w1": stack.w1, **({"w_gate": stack.gate} if stack.gate else {}), "w2": stack.w2},
        "activation": network.ACTIVATIONS[stack.act][1],
        "decided_by": stack.by,
        "x": {"shape": [TOKENS, d_model], "values": listed(x)},
        "outputs": outputs,
    }


def written(family):
    """Writes a family's files and returns its description."""
    files, index = write_files(family)
    tensors = {name: values for file in files for name, values in safetensors_file.read(HERE / file).items()}
    optional = {
        "config": published(family.config, family.all_sizes) if family.config else None,
        "index": index,
        "metadata": family.metadata,
        "refused": family.refused or None,
    }
    return {
        "name": family.name,
        "what": family.what,
        "source": family.source,
        "files": files,
        **{key: value for key, value in optional.items() if value is not None},
        "stacks": [described(family, stack, tensors) for stack in family.stacks],
    }


def main():
    HERE.mkdir(exist_ok=True)
    for old in HERE.glob("*.safetensors"):
        old.unlink()
    families = [written(family) for family in all_families()]
    text = json.dumps(families, indent=1, ensure_ascii=False)
    text = re.sub(r"\[\s+(-?[\d.][^\[\]{}\"]*?)\s+\]", lambda match: "[" + re.sub(r"\s+", " ", match[1]) + "]", text)
    (HERE / "families.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
