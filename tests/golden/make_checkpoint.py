#!/usr/bin/env python3
"""Writes a safetensors file with the tensors of a GPT-2 of any size and random weights; needs only NumPy.

    /usr/bin/python3 tests/golden/make_checkpoint.py gpt2.safetensors                      GPT-2 small: 548 MB
    /usr/bin/python3 tests/golden/make_checkpoint.py tiny.safetensors --layers 2 --d_model 8 --vocab 11 --context 6

Values are written in chunks, so memory use does not depend on the file size; the same arguments give the same bytes. With --masks, as in
the published file, every layer also contains h.N.attn.bias, which is the causal mask and not a bias.
"""

import argparse
import json
import struct

import numpy as np

CHUNK = 1 << 20  # number of values drawn at once
SIZES = {"F32": 4, "F16": 2, "BF16": 2}


def shapes(layers, d_model, d_ff, vocab, context, masks):
    """Returns the shapes of all tensors by name, with (in, out) weights as in GPT-2."""
    named = {"wte.weight": (vocab, d_model), "wpe.weight": (context, d_model), "ln_f.weight": (d_model,), "ln_f.bias": (d_model,)}
    linear = {"attn.c_attn": (d_model, 3 * d_model), "attn.c_proj": (d_model, d_model), "mlp.c_fc": (d_model, d_ff), "mlp.c_proj": (d_ff, d_model)}
    for layer in range(layers):
        for name, shape in linear.items():
            named |= {f"h.{layer}.{name}.weight": shape, f"h.{layer}.{name}.bias": shape[1:]}
        for norm in ("ln_1", "ln_2"):
            named |= {f"h.{layer}.{norm}.weight": (d_model,), f"h.{layer}.{norm}.bias": (d_model,)}
        if masks:
            named[f"h.{layer}.attn.bias"] = (1, 1, context, context)
    return named


def encode(values, dtype):
    """Converts float64 to the bytes of dtype, rounding to nearest, ties to even."""
    values = np.asarray(values, dtype=np.float32)
    if dtype == "F32":
        return values.tobytes()
    if dtype == "F16":
        return values.astype(np.float16).tobytes()
    bits = values.view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16).tobytes()


def chunks(name, shape, rng, scale):
    """Yields the values of a tensor in chunks."""
    if name.endswith(".attn.bias"):
        for row in range(shape[2]):
            yield np.arange(shape[3]) <= row
        return
    center = 1.0 if ".ln_" in "." + name and name.endswith("weight") else 0.0
    size = int(np.prod(shape))
    for begin in range(0, size, CHUNK):
        yield center + scale * rng.randn(min(CHUNK, size - begin))


def write_checkpoint(path, layers=12, d_model=768, d_ff=None, vocab=50257, context=1024, dtype="F32", prefix="", masks=True, scale=0.02, seed=0):
    named = shapes(layers, d_model, d_ff or 4 * d_model, vocab, context, masks)
    header = {"__metadata__": {"format": "pt"}}
    end = 0
    for name in sorted(named):
        begin, end = end, end + int(np.prod(named[name])) * SIZES[dtype]
        header[prefix + name] = {"dtype": dtype, "shape": named[name], "data_offsets": [begin, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    rng = np.random.RandomState(seed)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name in sorted(named):
            for values in chunks(name, named[name], rng, scale):
                file.write(encode(values, dtype))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    for option, default in (("layers", 12), ("d_model", 768), ("d_ff", None), ("vocab", 50257), ("context", 1024), ("seed", 0)):
        parser.add_argument(f"--{option}", type=int, default=default)
    parser.add_argument("--dtype", choices=SIZES, default="F32")
    parser.add_argument("--prefix", default="", help='for example "transformer."')
    parser.add_argument("--scale", type=float, default=0.02, help="standard deviation of the weights")
    parser.add_argument("--masks", action=argparse.BooleanOptionalAction, default=True)
    arguments = vars(parser.parse_args())
    write_checkpoint(arguments.pop("file"), **arguments)
