"""Tiny GPT-2 checkpoint files, and PyTorch's outputs in float64 of every layer's feed-forward network and block."""

import json
import struct

import numpy as np
import torch

from make_checkpoint import write_checkpoint
from make_golden import HERE, write

N_HEADS = 2
SIZES = {"layers": 2, "d_model": 8, "vocab": 11, "context": 6, "scale": 0.3}
FILES = {
    "gpt2_f32": {"dtype": "F32", "seed": 21},
    "gpt2_f16": {"dtype": "F16", "seed": 22, "prefix": "transformer."},
    "gpt2_bf16": {"dtype": "BF16", "seed": 23, "prefix": "transformer.", "masks": False},
}


def read_checkpoint(path):
    """Returns all tensors in float64 by name without the prefix."""
    file = path.read_bytes()
    (length,) = struct.unpack("<Q", file[:8])
    header = json.loads(file[8 : 8 + length])
    header.pop("__metadata__")
    tensors = {}
    for name, info in header.items():
        begin, end = (8 + length + offset for offset in info["data_offsets"])
        if info["dtype"] == "BF16":
            values = (np.frombuffer(file[begin:end], np.uint16).astype(np.uint32) << 16).view(np.float32)
        else:
            values = np.frombuffer(file[begin:end], {"F32": np.float32, "F16": np.float16}[info["dtype"]])
        tensors[name.removeprefix("transformer.")] = torch.from_numpy(values.astype(np.float64).reshape(info["shape"]))
    return tensors


def conv1d(t, name, x):
    """GPT-2's linear layer, with an (in, out) weight."""
    return x @ t[name + ".weight"] + t[name + ".bias"]


def norm(t, name, x):
    return torch.nn.functional.layer_norm(x, x.shape[-1:], t[name + ".weight"], t[name + ".bias"], 1e-5)


def feed_forward(t, layer, x):
    return conv1d(t, f"h.{layer}.mlp.c_proj", torch.nn.functional.gelu(conv1d(t, f"h.{layer}.mlp.c_fc", x), approximate="tanh"))


def attention(t, layer, x):
    batch, seq_len, d = x.shape
    q, k, v = (part.view(batch, seq_len, N_HEADS, -1).transpose(1, 2) for part in conv1d(t, f"h.{layer}.attn.c_attn", x).split(d, -1))
    scores = q @ k.transpose(2, 3) / q.shape[-1] ** 0.5
    scores = scores.masked_fill(torch.triu(torch.ones(seq_len, seq_len, dtype=torch.bool), 1), -torch.inf)
    context = (torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(batch, seq_len, d)
    return conv1d(t, f"h.{layer}.attn.c_proj", context)


def block(t, layer, x):
    h = x + attention(t, layer, norm(t, f"h.{layer}.ln_1", x))
    return h + feed_forward(t, layer, norm(t, f"h.{layer}.ln_2", h))


def checkpoint():
    x = torch.from_numpy(np.random.RandomState(20).randn(2, 5, SIZES["d_model"]).astype(np.float32).astype(np.float64))
    golden = {"x": x}
    for name, options in FILES.items():
        path = HERE / f"{name}.safetensors"
        write_checkpoint(path, **SIZES, **options)
        tensors = read_checkpoint(path)
        golden[f"{name}_wte"] = tensors["wte.weight"]
        for layer in range(SIZES["layers"]):
            golden[f"{name}_feed_forward_{layer}"] = feed_forward(tensors, layer, x)
            golden[f"{name}_block_{layer}"] = block(tensors, layer, x)
    write("checkpoint", "layers of the files gpt2_*.safetensors, 2 sequences of 5 tokens, d_model 8, 2 heads; x is RandomState(20)", golden)
