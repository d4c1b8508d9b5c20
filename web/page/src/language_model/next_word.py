"""Computes the next word with the model of the facts; needs PyTorch, and its two files in this folder."""

import json

import torch
from torch.nn.functional import gelu, layer_norm, relu

activation = gelu
prompt = []


def read_safetensors(path):
    """Reads a file: the header's length in 8 bytes, the header as JSON, then the numbers."""
    data = open(path, "rb").read()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, info in header.items():
        begin, end = (start + offset for offset in info["data_offsets"])
        values = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.bfloat16)
        tensors[name] = values.float().view(info["shape"])
    return tensors, metadata


weights, metadata = read_safetensors(f"facts.{activation.__name__}.safetensors")
vocabulary = json.load(open("vocabulary.json", encoding="utf-8"))["vocabulary"]


def linear(name, x):  # GPT-2's weights have the shape (in, out)
    return x @ weights[name + ".weight"] + weights[name + ".bias"]


def norm(name, x):
    return layer_norm(x, x.shape[-1:], weights[name + ".weight"], weights[name + ".bias"], 1e-5)


def attention(x):
    heads = lambda part: part.view(len(x), int(metadata["n_head"]), -1).transpose(0, 1)
    q, k, v = map(heads, linear("h.0.attn.c_attn", x).split(x.shape[1], -1))
    later = torch.ones(len(x), len(x)).triu(1).bool()
    scores = (q @ k.transpose(1, 2) / q.shape[-1] ** 0.5).masked_fill(later, -torch.inf)
    mixed = (scores.softmax(-1) @ v).transpose(0, 1).reshape(x.shape)
    return linear("h.0.attn.c_proj", mixed)


def feed_forward(x):
    return linear("h.0.mlp.c_proj", activation(linear("h.0.mlp.c_fc", x)))


tokens = [vocabulary.index(word) for word in prompt]
x = weights["wte.weight"][tokens] + weights["wpe.weight"][: len(tokens)]
x = x + attention(norm("h.0.ln_1", x))
x = x + feed_forward(norm("h.0.ln_2", x))
logits = norm("ln_f", x)[-1] @ weights["wte.weight"].T  # tied to the token embedding
for probability, word in zip(*logits.softmax(-1).topk(6)):
    print(f"{vocabulary[word]}  {probability:.1%}")
