"""Training of the language model of the facts in PyTorch: GPT-2's form, AdamW, the batches and learning rates of a task of training_task.ts."""

import json
import sys

import torch
from torch import nn
from torch.nn import functional

LARGEST_LOSS_ERROR = 1e-5


class Block(nn.Module):
    def __init__(self, d_model, n_heads, d_ff):
        super().__init__()
        self.n_heads = n_heads
        self.norm1 = nn.LayerNorm(d_model)
        self.attention_in = nn.Linear(d_model, 3 * d_model)
        self.attention_out = nn.Linear(d_model, d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.feed_forward = nn.Sequential(nn.Linear(d_model, d_ff), nn.GELU(), nn.Linear(d_ff, d_model))

    def attend(self, x, causal):
        batch, length, d_model = x.shape
        query, key, value = (
            part.view(batch, length, self.n_heads, -1).transpose(1, 2) for part in self.attention_in(x).chunk(3, dim=-1)
        )
        scores = query @ key.transpose(-2, -1) * (d_model // self.n_heads) ** -0.5
        shares = scores.masked_fill(causal, float("-inf")).softmax(dim=-1)
        return self.attention_out((shares @ value).transpose(1, 2).reshape(batch, length, d_model))

    def forward(self, x, causal):
        x = x + self.attend(self.norm1(x), causal)
        return x + self.feed_forward(self.norm2(x))


class Model(nn.Module):
    def __init__(self, options):
        super().__init__()
        d_model = options["d_model"]
        self.token_embedding = nn.Embedding(options["n_vocab"], d_model)
        self.position_embedding = nn.Embedding(options["n_positions"], d_model)
        self.blocks = nn.ModuleList(Block(d_model, options["n_heads"], options["d_ff"]) for _ in range(options["n_layers"]))
        self.final_norm = nn.LayerNorm(d_model)
        self.register_buffer("causal", torch.ones(options["n_positions"], options["n_positions"]).triu(1).bool())

    def forward(self, words):
        length = words.shape[1]
        x = self.token_embedding(words) + self.position_embedding.weight[:length]
        for block in self.blocks:
            x = block(x, self.causal[:length, :length])
        return self.final_norm(x) @ self.token_embedding.weight.T


def load(model, weights):
    """Copies the weights of the package, nested by name, into the model."""

    def copy(parameter, *tensors):
        parameter.copy_(torch.cat([torch.tensor(tensor["data"]).view(tensor["shape"]) for tensor in tensors]))

    def copy_norm(norm, tensors):
        copy(norm.weight, tensors["scale"])
        copy(norm.bias, tensors["shift"])

    copy(model.token_embedding.weight, weights["token_embedding"])
    copy(model.position_embedding.weight, weights["position_embedding"])
    for block, given in zip(model.blocks, weights["blocks"]):
        copy_norm(block.norm1, given["norm1"])
        copy_norm(block.norm2, given["norm2"])
        for kind, attribute in (("w", "weight"), ("b", "bias")):
            attention, network = given["attention"], given["feed_forward"]
            copy(getattr(block.attention_in, attribute), *(attention[f"{kind}_{name}"] for name in ("query", "key", "value")))
            copy(getattr(block.attention_out, attribute), attention[f"{kind}_output"])
            copy(getattr(block.feed_forward[0], attribute), network[f"{kind}1"])
            copy(getattr(block.feed_forward[2], attribute), network[f"{kind}2"])
    copy_norm(model.final_norm, weights["final_norm"])


def optimizer_of(model, options):
    """Weight decay applies to matrices outside of the feed-forward networks."""
    decays = [parameter for name, parameter in model.named_parameters() if parameter.dim() == 2 and "feed_forward" not in name]
    others = [parameter for name, parameter in model.named_parameters() if parameter.dim() < 2 or "feed_forward" in name]
    groups = [{"params": decays, "weight_decay": options["weight_decay"]}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=options["lr"])


def batch_of(batch, options):
    """Returns words, targets and weights, padded to the longest sentence of the batch."""
    shape = (options["batch_size"], options["n_positions"])
    words, targets, weights = (torch.tensor(batch[name]).view(shape) for name in ("words", "targets", "weights"))
    length = int((weights > 0).sum(dim=1).max())
    return words[:, :length], targets[:, :length].long(), weights[:, :length]


def step_of_pytorch(path):
    """Returns a function that trains a step, after comparing the first losses with those of the task."""
    with open(path, encoding="utf-8") as file:
        task = json.load(file)
    options = task["options"]
    model = Model(options)
    with torch.no_grad():
        load(model, task["weights"])
    optimizer = optimizer_of(model, options)
    batches = [batch_of(batch, options) for batch in task["batches"]]
    steps = 0

    def step():
        nonlocal steps
        words, targets, weights = batches[steps % len(batches)]
        for group in optimizer.param_groups:
            group["lr"] = task["rates"][min(steps, len(batches) - 1)]
        steps += 1
        optimizer.zero_grad(set_to_none=True)
        losses = functional.cross_entropy(model(words).flatten(0, 1), targets.flatten(), reduction="none")
        loss = (losses * weights.flatten()).sum()
        loss.backward()
        optimizer.step()
        return loss.item()

    check_losses("PyTorch", [step() for _ in range(5)], task["losses"])
    return step


def check_losses(who, found, expected):
    for step, (loss, other) in enumerate(zip(found, expected), 1):
        if not abs(loss / other - 1) < LARGEST_LOSS_ERROR:
            sys.exit(f"the loss of {who} in step {step} is {loss:.7g}; expected {other:.7g}")
