"""Golden data of the analyses: numpy.linspace, histogram and percentile; curves and statistics from PyTorch. Called by make_golden.py."""

import numpy as np
import torch

from make_golden import KINDS, write

CURVE_STEP = 9  # every ninth point of a curve is stored


def linspace():
    ranges = {"notebook": (-3.0, 3.0, 1000), "odd": (-0.1, 0.7, 8), "wide": (1e-3, 1e5, 12), "two": (2.5, 7.25, 2)}
    tensors = {}
    for name, (low, high, count) in ranges.items():
        tensors[f"range_{name}"] = [low, high, count]
        tensors[name] = np.linspace(low, high, count)
    write("linspace", "numpy.linspace(low, high, count)", tensors)


def activation_curves():
    """Values and derivatives of all activations at every ninth of 1000 points on [-3, 3]."""
    points = np.linspace(-3.0, 3.0, 1000)[::CURVE_STEP]
    tensors = {}
    for kind, function in KINDS.items():
        x = torch.from_numpy(points.copy()).requires_grad_()
        y = function(x)
        y.sum().backward()
        tensors[f"value_{kind}"] = y.detach()
        tensors[f"derivative_{kind}"] = x.grad
    write("activation_curves", "values and derivatives at numpy.linspace(-3, 3, 1000)[::9]", tensors)


def histogram():
    normals = np.random.RandomState(20).randn(500).astype(np.float32).astype(np.float64)
    on_edges = np.concatenate([np.arange(-12, 13) / 8, np.arange(-10, 11) / 10]).astype(np.float32).astype(np.float64)
    percents = np.array([0, 1, 12.5, 25, 50, 75, 90, 99, 99.9, 100])
    tensors = {"normals": normals, "on_edges": on_edges, "percents": percents}
    for name, values, bins, within in (
        ("automatic", normals, 13, None),
        ("given", normals, 7, (-1.0, 0.7)),
        ("edges_16", on_edges, 16, (-1.0, 1.0)),
        ("edges_20", on_edges, 20, (-1.0, 1.0)),
    ):
        tensors[f"counts_{name}"], tensors[f"edges_{name}"] = np.histogram(values, bins, within)
    tensors["percentiles_normals"] = np.percentile(normals, percents)
    tensors["percentiles_on_edges"] = np.percentile(on_edges[:6], percents)
    write("histogram", "numpy.histogram and numpy.percentile of float32 numbers in float64", tensors)


def statistics_of(tensor):
    return [tensor.mean().item(), tensor.std().item(), (tensor < 0).double().mean().item()]


def forward_statistics():
    """Statistics of forward passes with GELU and with ReLU, of the network of biased.txt."""
    rng = np.random.RandomState(7)
    inputs = [rng.randn(7, 6), rng.randn(10, 6), rng.randn(10), rng.randn(6, 10), rng.randn(6)]
    x, w1, b1, w2, b2 = (torch.from_numpy(a.astype(np.float32).astype(np.float64)) for a in inputs)
    linear = torch.nn.functional.linear
    pre_activation = linear(x, w1, b1)
    tensors = {"x": statistics_of(x), "pre_activation": statistics_of(pre_activation)}
    outputs = {}
    for kind in ("gelu", "relu"):
        hidden = KINDS[kind](pre_activation)
        outputs[kind] = linear(hidden, w2, b2)
        tensors[f"hidden_{kind}"] = statistics_of(hidden)
        tensors[f"output_{kind}"] = statistics_of(outputs[kind])
    gap = (outputs["gelu"] - outputs["relu"]).abs()
    tensors["output_difference"] = [gap.mean().item(), gap.max().item(), float(gap.argmax())]
    write("forward_statistics", "mean, unbiased deviation, share of negatives; mean, largest and its index of |gelu - relu|", tensors)


def main():
    linspace()
    activation_curves()
    histogram()
    forward_statistics()
