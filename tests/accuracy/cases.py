"""Creates the cases on which engines are compared: inputs, exact results in float64, and PyTorch's results in float32.

Used by tests/accuracy/run. Writes a folder per case with NAME.f32 (inputs), NAME.f64 (exact results), NAME.pytorch.f32, and manifest.json.
"""

import json
import pathlib
import sys

import numpy as np
import torch

F = torch.nn.functional
torch.set_num_threads(1)


def every_float(stride):
    """Returns every stride-th of the 2^32 float32 numbers, without NaN and infinities."""
    patterns = np.arange(0, 2**32, stride, dtype=np.uint64).astype(np.uint32)
    numbers = patterns.view(np.float32)
    return numbers[np.isfinite(numbers)].copy()


def stable_gelu(x):
    return 0.5 * x * torch.special.erfc(-x / 2.0**0.5)


def stable_gelu_tanh(x):
    return x * torch.sigmoid(2.0 * (2.0 / torch.pi) ** 0.5 * (x + 0.044715 * x**3))


def stable_gelu_slope(x):
    return 0.5 * torch.special.erfc(-x / 2.0**0.5) + x * torch.exp(-0.5 * x * x) / (2.0 * torch.pi) ** 0.5


def gradient(function):
    def of(x):
        x = x.clone().requires_grad_()
        function(x).sum().backward()
        return x.grad

    return of


def feed_forward(activation):
    def forward(x, w1, b1, w2, b2):
        return {"output": F.linear(activation(F.linear(x, w1, b1)), w2, b2)}

    return forward


def feed_forward_backward(activation):
    def backward(x, w1, b1, w2, b2, grad_output):
        leaves = [t.clone().requires_grad_() for t in (x, w1, b1, w2, b2)]
        feed_forward(activation)(*leaves)["output"].backward(grad_output)
        return {name: leaf.grad for name, leaf in zip(("grad_x", "grad_w1", "grad_b1", "grad_w2", "grad_b2"), leaves)}

    return backward


def attention(x, w_query, b_query, w_key, b_key, w_value, b_value, w_output, b_output, heads=12):
    tokens, width = x.shape
    split = lambda w, b: F.linear(x, w, b).view(tokens, heads, width // heads).transpose(0, 1)
    q, k, v = split(w_query, b_query), split(w_key, b_key), split(w_value, b_value)
    scores = q @ k.transpose(1, 2) / (width // heads) ** 0.5
    scores = scores.masked_fill(torch.triu(torch.ones(tokens, tokens, dtype=torch.bool), 1), -torch.inf)
    return F.linear((torch.softmax(scores, -1) @ v).transpose(0, 1).reshape(tokens, width), w_output, b_output)


def block(t):
    """GPT-2's pre-norm block."""
    norm = lambda x, name: F.layer_norm(x, x.shape[-1:], t[f"{name}_scale"], t[f"{name}_shift"])
    projections = [t[f"{kind}_{name}"] for name in ("query", "key", "value", "output") for kind in ("w", "b")]
    h = t["x"] + attention(norm(t["x"], "norm1"), *projections)
    return {"output": h + feed_forward(stable_gelu_tanh)(norm(h, "norm2"), t["w1"], t["b1"], t["w2"], t["b2"])["output"]}


class Cases:
    def __init__(self, folder):
        self.folder, self.cases = folder, []
        self.rng = np.random.RandomState(42)

    def uniform(self, bound, *shape):
        return self.rng.uniform(-bound, bound, shape)

    def linear(self, out, inside):
        bound = inside**-0.5
        return self.uniform(bound, out, inside), self.uniform(bound, out)

    def add(self, name, op, inputs, exact, pytorch=None, **options):
        """Adds a case. `exact` and `pytorch` map tensors to tensors; without `pytorch`, PyTorch runs `exact` in float32."""
        home = self.folder / name
        home.mkdir(parents=True, exist_ok=True)
        inputs = {key: np.ascontiguousarray(value, dtype=np.float32) for key, value in inputs.items()}
        for key, value in inputs.items():
            value.tofile(home / f"{key}.f32")
        as_tensors = lambda kind: [torch.from_numpy(value.astype(kind)) for value in inputs.values()]
        results = exact(*as_tensors(np.float64))
        for key, value in results.items():
            value.detach().numpy().tofile(home / f"{key}.f64")
        for key, value in (pytorch or exact)(*as_tensors(np.float32)).items():
            value.detach().numpy().astype(np.float32).tofile(home / f"{key}.pytorch.f32")
        shapes = lambda tensors: {key: list(value.shape) for key, value in tensors.items()}
        self.cases.append({"name": name, "op": op, "options": options, "inputs": shapes(inputs), "outputs": shapes(results)})


def add_functions(cases, stride):
    x = {"x": every_float(stride)}
    value = lambda function: lambda t: {"y": function(t)}
    cases.add("gelu", "activation", x, value(stable_gelu), value(F.gelu), kind="gelu")
    cases.add("gelu_tanh", "activation", x, value(stable_gelu_tanh), value(lambda t: F.gelu(t, approximate="tanh")), kind="gelu_tanh")
    cases.add("gelu_slope", "activation_derivative", x, value(stable_gelu_slope), value(gradient(F.gelu)), kind="gelu")


def add_norms(cases):
    rows = cases.rng.randn(64, 768)
    ones, zeros = np.ones(768), np.zeros(768)
    norm = lambda x, scale, shift: {"y": F.layer_norm(x, x.shape[-1:], scale, shift)}
    cases.add("layer_norm", "layer_norm", {"x": rows, "scale": ones, "shift": zeros}, norm)
    cases.add("layer_norm_mean_1e4", "layer_norm", {"x": rows + 1e4, "scale": ones, "shift": zeros}, norm)
    steps = np.tile(np.arange(40000.0, 40004.0), 192)[None, :]
    cases.add("layer_norm_40000", "layer_norm", {"x": steps, "scale": ones, "shift": zeros}, norm)
    cases.add("softmax", "softmax", {"x": cases.rng.randn(64, 1000) * 10.0}, lambda x: {"y": torch.softmax(x, -1)})


def add_networks(cases):
    x = cases.rng.randn(128, 768)
    w1, b1 = cases.linear(3072, 768)
    w2, b2 = cases.linear(768, 3072)
    weights = {"x": x, "w1": w1, "b1": b1, "w2": w2, "b2": b2}
    tanh = lambda t: F.gelu(t, approximate="tanh")
    cases.add("feed_forward_gelu", "feed_forward", weights, feed_forward(stable_gelu), feed_forward(F.gelu), kind="gelu")
    cases.add("feed_forward_gelu_tanh", "feed_forward", weights, feed_forward(stable_gelu_tanh), feed_forward(tanh), kind="gelu_tanh")
    with_grad = {**weights, "grad_output": cases.rng.randn(128, 768)}
    cases.add("feed_forward_backward", "feed_forward_backward", with_grad, feed_forward_backward(stable_gelu), feed_forward_backward(F.gelu), kind="gelu")
    tokens = {"x": cases.rng.randn(64, 768)}
    for name in ("query", "key", "value", "output"):
        tokens[f"w_{name}"], tokens[f"b_{name}"] = cases.linear(768, 768)
    cases.add("attention", "attention", tokens, lambda *t: {"output": attention(*t)}, n_heads=12)
    for norm in ("norm1", "norm2"):
        tokens[f"{norm}_scale"], tokens[f"{norm}_shift"] = 1.0 + cases.uniform(0.1, 768), cases.uniform(0.1, 768)
    tokens |= {key: weights[key] for key in ("w1", "b1", "w2", "b2")}
    cases.add("block", "block", tokens, lambda *t: block(dict(zip(tokens, t))), n_heads=12)


def main(folder, stride):
    cases = Cases(pathlib.Path(folder))
    add_functions(cases, int(stride))
    add_norms(cases)
    add_networks(cases)
    manifest = {"pytorch": torch.__version__.split("+")[0], "stride": int(stride), "cases": cases.cases}
    (cases.folder / "manifest.json").write_text(json.dumps(manifest, indent=1))


main(*sys.argv[1:])
