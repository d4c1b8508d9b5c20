"""The feed-forward network of a family in PyTorch, float64, as the family's published code computes it."""

import math

import torch
from torch.nn import functional

from .family import numbered


def gelu_new(x):
    return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))))


# The activation by its published name, and the name that this project has for it.
# https://github.com/huggingface/transformers/blob/main/src/transformers/activations.py
ACTIVATIONS = {
    "relu": (torch.relu, "relu"),
    "gelu": (functional.gelu, "gelu"),
    "gelu_python": (lambda x: x * 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0))), "gelu"),
    "gelu_new": (gelu_new, "gelu_tanh"),
    "gelu_fast": (lambda x: 0.5 * x * (1.0 + torch.tanh(x * 0.7978845608 * (1.0 + 0.044715 * x * x))), "gelu_tanh"),
    "bloom_gelu": (lambda x: x * 0.5 * (1.0 + torch.tanh(0.79788456 * x * (1 + 0.044715 * x * x))), "gelu_tanh"),
    "gelu_pytorch_tanh": (lambda x: functional.gelu(x, approximate="tanh"), "gelu_tanh"),
    "quick_gelu": (lambda x: x * torch.sigmoid(1.702 * x), "gelu_sigmoid"),
    "silu": (functional.silu, "silu"),
    "swish": (lambda x: x * torch.sigmoid(x), "silu"),
    "relu2": (lambda x: torch.square(functional.relu(x)), "relu2"),
}


def per_output(scale):
    """Returns the scales as a column, one for each row of the weight, or one for all."""
    return scale.reshape(-1, 1) if scale.dim() else scale


def per_block(weight, scale):
    """Returns the scale of every weight; scale has one for each block of 128 x 128."""
    return scale.repeat_interleave(128, 0)[: weight.shape[0]].repeat_interleave(128, 1)[:, : weight.shape[1]]


# How the weight NAME follows from what is stored, with get(NAME) for another tensor or None.
SCALES = {
    "": lambda name, get: get(f"{name}.weight"),
    "weight_scale": lambda name, get: get(f"{name}.weight") * per_output(get(f"{name}.weight_scale")),
    "weight_scale_inv": lambda name, get: get(f"{name}.weight") * per_block(get(f"{name}.weight"), get(f"{name}.weight_scale_inv")),
    "scale_weight": lambda name, get: get(f"{name}.weight") * per_output(get(f"{name}.scale_weight")),
    "SCB": lambda name, get: get(f"{name}.weight") * get(f"{name}.SCB").reshape(-1, 1) / 127,
}


def linear(family, stack, tensors, layer, name):
    """Returns the function of a linear layer."""

    def get(tensor):
        return torch.from_numpy(tensors[tensor]) if tensor in tensors else None

    full = ".".join(filter(None, (numbered(stack.name, layer), name)))
    weight, bias = SCALES[family.scales](full, get), get(f"{full}.bias")
    return lambda x: functional.linear(x, weight.T if stack.transposed else weight, bias)


def sizes(family, stack, tensors):
    """Returns d_model and d_ff."""
    full = ".".join(filter(None, (numbered(stack.name, stack.layers[0]), stack.w2)))
    shape = tensors[f"{full}.weight"].shape
    return tuple(shape[::-1] if stack.transposed else shape)


def output(family, stack, tensors, layer, x):
    """Returns the output of one layer's network for x (tokens, d_model)."""
    first = linear(family, stack, tensors, layer, stack.w1)
    second = linear(family, stack, tensors, layer, stack.w2)
    act = ACTIVATIONS[stack.act][0]
    if stack.fused == "activation_first":
        activated, other = first(x).chunk(2, dim=-1)
        return second(act(activated) * other)
    if stack.fused == "activation_last":
        other, activated = first(x).chunk(2, dim=-1)
        return second(other * act(activated))
    if stack.gate:
        return second(act(first(x)) * linear(family, stack, tensors, layer, stack.gate)(x))
    return second(act(first(x)))
