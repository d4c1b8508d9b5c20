"""Norms of activations and gradients by depth, for stacks of blocks with all options, from PyTorch's autograd in float64.

The weights are not stored: they are RandomState(3).randn * 0.02 rounded to float32, drawn block by block in the order of make_block_stack.
"""

import itertools

import numpy as np
import torch

from make_golden import write

BATCH, SEQ_LEN, D_MODEL, N_HEADS, D_FF, N_LAYERS = 2, 6, 16, 4, 64, 6
ATTENTION = ("query", "key", "value", "output")


def rounded(rng, *shape, scale=1.0):
    return torch.from_numpy((rng.randn(*shape) * scale).astype(np.float32).astype(np.float64)).requires_grad_()


def draw_block(rng, feed_forward_only):
    square = () if feed_forward_only else ATTENTION
    weights = {name: rounded(rng, D_MODEL, D_MODEL, scale=0.02) for name in square}
    weights |= {"w1": rounded(rng, D_FF, D_MODEL, scale=0.02), "w2": rounded(rng, D_MODEL, D_FF, scale=0.02)}
    biases = {"b_" + name: torch.zeros(D_MODEL, dtype=torch.float64, requires_grad=True) for name in square}
    biases |= {"b1": torch.zeros(D_FF, dtype=torch.float64, requires_grad=True), "b2": torch.zeros(D_MODEL, dtype=torch.float64, requires_grad=True)}
    return weights | biases


def attention_of(t, x):
    linear = torch.nn.functional.linear
    heads = lambda name: linear(x, t[name], t["b_" + name]).view(BATCH, SEQ_LEN, N_HEADS, -1).transpose(1, 2)
    scores = heads("query") @ heads("key").transpose(2, 3) / (D_MODEL // N_HEADS) ** 0.5
    scores = scores.masked_fill(torch.triu(torch.ones(SEQ_LEN, SEQ_LEN, dtype=torch.bool), 1), -torch.inf)
    context = (torch.softmax(scores, -1) @ heads("value")).transpose(1, 2).reshape(BATCH, SEQ_LEN, D_MODEL)
    return linear(context, t["output"], t["b_output"])


def feed_forward_of(t, x):
    linear = torch.nn.functional.linear
    return linear(torch.nn.functional.gelu(linear(x, t["w1"], t["b1"])), t["w2"], t["b2"])


def norms_by_depth(norm, shortcuts, feed_forward_only):
    rng = np.random.RandomState(3)
    blocks = []
    for _ in range(N_LAYERS):
        block = draw_block(rng, feed_forward_only)
        normed = 0 if norm == "none" else 1 if feed_forward_only else 2
        norms = [(torch.ones(D_MODEL, dtype=torch.float64, requires_grad=True), torch.zeros(D_MODEL, dtype=torch.float64, requires_grad=True)) for _ in range(normed)]
        blocks.append((block, norms))
    x = rounded(np.random.RandomState(4), BATCH, SEQ_LEN, D_MODEL)
    grad_output = rounded(np.random.RandomState(5), BATCH, SEQ_LEN, D_MODEL).detach()
    h, inputs = x, []
    for block, norms in blocks:
        inputs.append(h)
        h.retain_grad()
        for index, work in enumerate([feed_forward_of] if feed_forward_only else [attention_of, feed_forward_of]):
            normalize = lambda z: torch.nn.functional.layer_norm(z, (D_MODEL,), *norms[index], 1e-5) if norms else z
            shortcut = h if shortcuts else 0.0
            h = normalize(shortcut + work(block, h)) if norm == "post" else shortcut + work(block, normalize(h))
    h.retain_grad()
    inputs.append(h)
    h.backward(grad_output)
    leaves = [[*block.values(), *(t for pair in norms for t in pair)] for block, norms in blocks]
    return {
        "activations": [t.detach().norm() for t in inputs],
        "gradients": [t.grad.norm() for t in inputs],
        "parameter_gradients": [sum(t.grad.square().sum() for t in block) ** 0.5 for block in leaves],
    }


def block_stack():
    tensors = {}
    for norm, shortcuts, feed_forward_only in itertools.product(("pre", "post", "none"), (True, False), (False, True)):
        suffix = "_".join([norm, "shortcuts" if shortcuts else "bare", "ffn" if feed_forward_only else "block"])
        for name, values in norms_by_depth(norm, shortcuts, feed_forward_only).items():
            tensors[f"{name}_{suffix}"] = values
    what = f"{N_LAYERS} blocks, {BATCH} sequences of {SEQ_LEN} tokens, d_model {D_MODEL}, {N_HEADS} heads, d_ff {D_FF}, exact GELU, causal, GPT-2's initialization: L2 norms"
    write("block_stack", what, tensors)
