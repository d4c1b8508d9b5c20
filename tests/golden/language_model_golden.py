"""Logits, loss and gradients of a language model of two blocks, from PyTorch's autograd in float64, one sentence at a time.

The parameters are not stored: they are RandomState(20).randn * 0.5 rounded to float32, in the order of parameters_of.
"""

import numpy as np
import torch

from make_golden import write

N_VOCAB, N_POSITIONS, D_MODEL, N_HEADS, D_FF, N_LAYERS = 9, 5, 6, 2, 8, 2
SENTENCES = [[3, 1, 4, 1, 5], [2, 6], [5, 3, 5]]
NEXT_WORDS = [[1, 4, 1, 5, 8], [6, 0], [3, 5, 7]]


def draw_parameters():
    shapes = {"token_embedding": (N_VOCAB, D_MODEL), "position_embedding": (N_POSITIONS, D_MODEL)}
    for i in range(N_LAYERS):
        norm = {"scale": (D_MODEL,), "shift": (D_MODEL,)}
        attention = {}
        for name in ("query", "key", "value", "output"):
            attention |= {f"attention.w_{name}": (D_MODEL, D_MODEL), f"attention.b_{name}": (D_MODEL,)}
        network = {"w1": (D_FF, D_MODEL), "b1": (D_FF,), "w2": (D_MODEL, D_FF), "b2": (D_MODEL,)}
        of_block = {f"norm1.{k}": v for k, v in norm.items()} | attention | {f"norm2.{k}": v for k, v in norm.items()}
        of_block |= {f"feed_forward.{k}": v for k, v in network.items()}
        shapes |= {f"blocks.{i}.{k}": v for k, v in of_block.items()}
    shapes |= {"final_norm.scale": (D_MODEL,), "final_norm.shift": (D_MODEL,)}
    rng = np.random.RandomState(20)
    draw = lambda shape: torch.from_numpy((rng.randn(*shape) * 0.5).astype(np.float32).astype(np.float64)).requires_grad_()
    return {name: draw(shape) for name, shape in shapes.items()}


def logits_of(t, sentence):
    linear = torch.nn.functional.linear
    n = len(sentence)
    x = t["token_embedding"][sentence] + t["position_embedding"][:n]
    norm = lambda z, name: torch.nn.functional.layer_norm(z, (D_MODEL,), t[f"{name}.scale"], t[f"{name}.shift"], 1e-5)
    for i in range(N_LAYERS):
        of = lambda name: t[f"blocks.{i}.{name}"]
        z = norm(x, f"blocks.{i}.norm1")
        heads = lambda name: linear(z, of(f"attention.w_{name}"), of(f"attention.b_{name}")).view(n, N_HEADS, -1).transpose(0, 1)
        scores = heads("query") @ heads("key").transpose(1, 2) / (D_MODEL // N_HEADS) ** 0.5
        scores = scores.masked_fill(torch.triu(torch.ones(n, n, dtype=torch.bool), 1), -torch.inf)
        context = (torch.softmax(scores, -1) @ heads("value")).transpose(0, 1).reshape(n, D_MODEL)
        x = x + linear(context, of("attention.w_output"), of("attention.b_output"))
        z = norm(x, f"blocks.{i}.norm2")
        hidden = torch.nn.functional.gelu(linear(z, of("feed_forward.w1"), of("feed_forward.b1")))
        x = x + linear(hidden, of("feed_forward.w2"), of("feed_forward.b2"))
    return linear(norm(x, "final_norm"), t["token_embedding"])


def language_model():
    t = draw_parameters()
    logits = torch.cat([logits_of(t, sentence) for sentence in SENTENCES])
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor(sum(NEXT_WORDS, [])))
    loss.backward()
    tensors = {"logits": logits.detach(), "loss": loss.detach().reshape(1)}
    tensors |= {f"grad_{name}": leaf.grad for name, leaf in t.items()}
    what = f"sentences {SENTENCES}, next words {NEXT_WORDS}, d_model {D_MODEL}, {N_HEADS} heads, d_ff {D_FF}, {N_LAYERS} blocks, exact GELU"
    write("language_model", what, tensors)
