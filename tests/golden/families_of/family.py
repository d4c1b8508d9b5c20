"""A family of models as published: names and shapes of its tensors, its configuration, its feed-forward networks, and where each fact is from.

The text `tensors` has one line for each name, "KIND NAME DIM DIM ...":

    matrix   NAME.weight
    linear   NAME.weight, and NAME.bias of as many values as the first dimension: an nn.Linear, (out, in)
    conv1d   NAME.weight, and NAME.bias of as many values as the last dimension: GPT-2's Conv1D, (in, out)
    scale    NAME.weight with values around 1, an RMS norm
    norm     NAME.weight with values around 1, and NAME.bias, a layer norm
    tensor   NAME itself

`*` in a name stands for every layer, {a,b} for a and for b; a dimension is an expression of the sizes. KIND:DTYPE has a type of its own.
"""

import dataclasses
import re

SIZES = {
    "D": 8,  # d_model
    "F": 13,  # d_ff
    "K": 4,  # width of keys and values where heads share them
    "V": 11,  # vocabulary
    "P": 10,  # positions
}


@dataclasses.dataclass
class Stack:
    """Networks of one shape; the names of tensors are `name`, a dot, and one of the row's names."""

    name: str  # with * for the layer's number
    w1: str  # the layer that the activation follows, or both in one matrix
    w2: str
    act: str  # a key of network.ACTIVATIONS
    by: str = "config"  # what can decide the activation: names, config, metadata, or the caller alone
    gate: str = ""  # the layer whose output is the other factor
    fused: str = ""  # activation_first or activation_last: the order of both in the matrix w1
    order_told: bool = False  # the caller must say which half the activation follows
    transposed: bool = False  # weights are (in, out)
    layers: tuple = (0, 1)


@dataclasses.dataclass
class Family:
    name: str
    what: str
    source: list
    tensors: str
    stacks: list = dataclasses.field(default_factory=list)
    dtype: str = "F32"
    config: dict | None = None  # a value "D", "F", ... is the size of that name
    sizes: dict = dataclasses.field(default_factory=dict)
    layers: int = 2
    metadata: dict | None = dataclasses.field(default_factory=lambda: {"format": "pt"})
    scales: str = ""  # a key of network.SCALES: how weights are stored
    second_shard: tuple = ()  # tensors whose names begin so are in a second file
    refused: list = dataclasses.field(default_factory=list)  # parts of the error instead of a network

    @property
    def all_sizes(self):
        return SIZES | self.sizes


def braces(name):
    """Returns the names that a name with {a,b} stands for."""
    match = re.search(r"\{([^{}]*)\}", name)
    if not match:
        return [name]
    return [end for part in match[1].split(",") for end in braces(name[: match.start()] + part + name[match.end() :])]


def numbered(name, layer):
    return name.replace("*", str(layer))


def parts(kind, name, shape):
    """Returns the tensors of a line: triples of name, shape and center of the values."""
    if kind == "tensor":
        return [(name, shape, 0.0)]
    weight = (f"{name}.weight", shape, 1.0 if kind in ("scale", "norm") else 0.0)
    if kind in ("matrix", "scale"):
        return [weight]
    size = {"linear": shape[:1], "norm": shape[:1], "conv1d": shape[-1:]}[kind]
    return [weight, (f"{name}.bias", size, 0.0)]


def tensors_of(family):
    """Yields name, type, shape and center of the values of every tensor, in the order of the text."""
    for line in filter(str.strip, family.tensors.splitlines()):
        kind, name, *dims = line.split()
        kind, _, dtype = kind.partition(":")
        shape = tuple(int(eval(dim, {}, family.all_sizes)) for dim in dims)
        for written in braces(name):
            for layer in range(family.layers) if "*" in written else (0,):
                for part, size, center in parts(kind, numbered(written, layer), shape):
                    yield part, dtype or family.dtype, size, center


def published(value, sizes):
    """Returns a configuration's value, with sizes in the place of their names."""
    if isinstance(value, dict):
        return {key: published(item, sizes) for key, item in value.items()}
    if isinstance(value, list):
        return [published(item, sizes) for item in value]
    return sizes.get(value, value) if isinstance(value, str) else value
