#!/usr/bin/env python3
"""Generates the golden data of this folder with NumPy and PyTorch, in float64.

    apt-get install python3-numpy python3-torch && /usr/bin/python3 tests/golden/make_golden.py

The .txt files are committed, so the tests need neither library. Format: a line "tensor NAME DIM DIM ...", then one line with the values in
row-major order, as decimal numbers that parse back to the same float64. The output is reproducible byte for byte.
"""

import pathlib

import numpy as np
import torch

import training_golden

HERE = pathlib.Path(__file__).parent
KINDS = {
    "relu": torch.relu,
    "gelu": torch.nn.functional.gelu,
    "gelu_tanh": lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
    "gelu_sigmoid": lambda x: x * torch.sigmoid(1.702 * x),
    "silu": torch.nn.functional.silu,
    "identity": torch.nn.Identity(),
    "relu2": lambda x: torch.relu(x).square(),
}


def write(name, what, tensors):
    lines = [f"# {what}", f"# NumPy {np.__version__}, PyTorch {torch.__version__.split('+')[0]}, float64"]
    for key, value in tensors.items():
        array = np.asarray(value, dtype=np.float64)
        lines.append(" ".join(["tensor", key, *map(str, array.shape)]))
        lines.append(" ".join(repr(float(v)) for v in array.ravel()))
    (HERE / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


def feed_forward(x, w1, b1, w2, b2):
    """Returns all tensors of one forward pass per activation; w1, w2 are in (out, in) layout."""
    x, w1, b1, w2, b2 = (torch.from_numpy(np.ascontiguousarray(a)) for a in (x, w1, b1, w2, b2))
    pre_activation = torch.nn.functional.linear(x, w1, b1)
    tensors = {"x": x, "w1": w1, "b1": b1, "w2": w2, "b2": b2, "pre_activation": pre_activation}
    for kind, function in KINDS.items():
        hidden = function(pre_activation)
        tensors[f"hidden_{kind}"] = hidden
        tensors[f"output_{kind}"] = torch.nn.functional.linear(hidden, w2, b2)
    return tensors


def random_state():
    tensors = {}
    for seed in (0, 1, 42, 2**32 - 1):
        rng = np.random.RandomState(seed)
        tensors[f"seed_{seed}_random_sample"] = rng.random_sample(5)
        tensors[f"seed_{seed}_randn"] = rng.randn(7)  # odd, so the generator caches a number
        tensors[f"seed_{seed}_uniform"] = rng.uniform(-0.25, 0.75, 4)
        tensors[f"seed_{seed}_randn_after"] = rng.randn(6)
    write("random", "numpy.random.RandomState(seed): random_sample, randn, uniform(-0.25, 0.75), randn, in this order", tensors)
    np.random.seed(42)
    write("random_notebook", "numpy.random.seed(42); numpy.random.randn(1000)", {"randn": np.random.randn(1000)})


def activation():
    points = np.concatenate([np.linspace(-14.0, 14.0, 561), [-2.0**0.5, 2.0**0.5, 1e-30, -1e-30, 40.0, -40.0, 1e19, -1e19, 3e38, -3e38]])
    points = points.astype(np.float32).astype(np.float64)
    tensors = {"x": points}
    for kind, function in KINDS.items():
        x = torch.from_numpy(points.copy()).requires_grad_()
        y = function(x)
        y.sum().backward()
        tensors[f"value_{kind}"] = y.detach()
        tensors[f"derivative_{kind}"] = x.grad
    # PyTorch 1.13 computes 1 + erf, which cancels, and x * x * x * 0, which is NaN for large |x|:
    # closed forms for both tails.
    tail = points < -2.0
    exact = torch.from_numpy(points[tail])
    tensors["value_gelu"][tail] = 0.5 * exact * torch.special.erfc(-exact / 2.0**0.5)
    density = torch.exp(-0.5 * exact**2) / (2.0 * np.pi) ** 0.5
    tensors["derivative_gelu"][tail] = 0.5 * torch.special.erfc(-exact / 2.0**0.5) + exact * density
    u = (2.0 / np.pi) ** 0.5 * (exact + 0.044715 * exact**3)
    tensors["value_gelu_tanh"][tail] = exact / (1.0 + torch.exp(-2.0 * u))
    assert all(np.isfinite(np.asarray(v)).all() for v in tensors.values())
    write("activation", "values by PyTorch, derivatives by its autograd; below -2 closed forms without cancellation", tensors)


def seed_42(name, what, *shape):
    np.random.seed(42)
    x = np.random.randn(*shape, 8)
    w1 = np.random.randn(8, 32) * 0.1
    w2 = np.random.randn(32, 8) * 0.1
    write(name, what, feed_forward(x, w1.T, np.zeros(32), w2.T, np.zeros(8)))


def worked_example():
    x = np.array([[1.0, 0.5, -0.3, 0.8], [0.2, -0.4, 0.6, 0.1]])
    w1 = np.array([[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1], [1, 3, 2, 4], [2, 4, 1, 3], [3, 1, 4, 2], [4, 2, 3, 1]]) / 10
    w2 = np.array([[1, 2, 1, 2, 1, 2, 1, 2], [2, 1, 2, 1, 2, 1, 2, 1], [1, 1, 2, 2, 1, 1, 2, 2], [2, 2, 1, 1, 2, 2, 1, 1]]) / 10
    write("worked_example", "4 -> 8 -> 4, two positions, no bias", feed_forward(x, w1, np.zeros(8), w2, np.zeros(4)))


def biased():
    rng = np.random.RandomState(7)
    arrays = [rng.randn(7, 6), rng.randn(10, 6), rng.randn(10), rng.randn(6, 10), rng.randn(6)]
    write("biased", "6 -> 10 -> 6 with biases, 7 tokens, RandomState(7).randn in the order x, w1, b1, w2, b2", feed_forward(*arrays))


def backward_pass(inputs, function, gated, mask=None, placement=None):
    """Returns the inputs and all intermediate tensors with their gradients of sum(output * grad_output), from autograd, and the output."""
    t = {name: torch.from_numpy(value.copy()).requires_grad_() for name, value in inputs.items()}
    linear = torch.nn.functional.linear
    trace = {"pre_activation": linear(t["x"], t["w1"], t["b1"])}
    trace["hidden"] = function(trace["pre_activation"])
    if gated:
        trace["gate"] = linear(t["x"], t["w_gate"], t["b_gate"])
        trace["hidden"] = trace["hidden"] * trace["gate"]
    trace["hidden_dropped"] = trace["hidden"] * mask if placement == "hidden" else trace["hidden"]
    trace["linear2_output"] = linear(trace["hidden_dropped"], t["w2"], t["b2"])
    for tensor in trace.values():
        tensor.retain_grad()
    output = trace["linear2_output"] * mask if placement == "output" else trace["linear2_output"]
    output.backward(torch.from_numpy(inputs["grad_output"]))
    return t, trace, output.detach()


def gradients():
    """All gradients, with and without a gate; those of the intermediate tensors in a file of their own, also with dropout."""
    rng = np.random.RandomState(8)
    names = {"x": (7, 6), "w1": (10, 6), "b1": (10,), "w_gate": (10, 6), "b_gate": (10,), "w2": (6, 10), "b2": (6,), "grad_output": (7, 6)}
    inputs = {name: rng.randn(*shape).astype(np.float32).astype(np.float64) for name, shape in names.items()}
    tensors = dict(inputs)
    of_trace = {}
    for kind, function in KINDS.items():
        for suffix in (kind, kind + "_gated"):
            t, trace, tensors[f"output_{suffix}"] = backward_pass(inputs, function, suffix.endswith("_gated"))
            for name in ("x", "w1", "b1", "w2", "b2") + (("w_gate", "b_gate") if suffix.endswith("_gated") else ()):
                tensors[f"grad_{name}_{suffix}"] = t[name].grad
            of_trace |= {f"grad_{name}_{suffix}": tensor.grad for name, tensor in trace.items() if name in ("pre_activation", "hidden", "gate")}
    write("gradients", "6 -> 10 -> 6, 7 tokens, RandomState(8).randn in the order x, w1, b1, w_gate, b_gate, w2, b2, grad_output", tensors)
    for placement, shape in {"hidden": (7, 10), "output": (7, 6)}.items():
        mask = torch.from_numpy(np.where(np.random.RandomState(9).random_sample(shape) < 0.5, 0.0, 2.0))
        _, trace, of_trace[f"output_{placement}"] = backward_pass(inputs, KINDS["gelu"], True, mask, placement)
        of_trace |= {f"grad_{name}_{placement}": tensor.grad for name, tensor in trace.items()}
    write("trace_gradients", "intermediate tensors of gradients.txt; with a gate, GELU and dropout 0.5 of RandomState(9) on hidden or output", of_trace)


BLOCK = {"batch": 2, "seq_len": 4, "d_model": 6, "n_heads": 2, "d_ff": 8}


def block_inputs(rng):
    d, f = BLOCK["d_model"], BLOCK["d_ff"]
    shapes = {"x": (BLOCK["batch"], BLOCK["seq_len"], d), "grad_output": (BLOCK["batch"], BLOCK["seq_len"], d)}
    for name in ("query", "key", "value", "output"):
        shapes |= {f"w_{name}": (d, d), f"b_{name}": (d,)}
    shapes |= {"w1": (f, d), "b1": (f,), "w2": (d, f), "b2": (d,)}
    for norm in ("norm1", "norm2"):
        shapes |= {f"{norm}_scale": (d,), f"{norm}_shift": (d,)}
    return {name: (rng.randn(*shape) * 0.7).astype(np.float32).astype(np.float64) for name, shape in shapes.items()}


def attention_of(t, x, causal):
    batch, seq_len, d = x.shape
    linear = torch.nn.functional.linear
    heads = lambda name: linear(x, t[f"w_{name}"], t[f"b_{name}"]).view(batch, seq_len, BLOCK["n_heads"], -1).transpose(1, 2)
    q, k, v = heads("query"), heads("key"), heads("value")
    scores = q @ k.transpose(2, 3) / q.shape[-1] ** 0.5
    if causal:
        scores = scores.masked_fill(torch.triu(torch.ones(seq_len, seq_len, dtype=torch.bool), 1), -torch.inf)
    weights = torch.softmax(scores, -1)
    return linear((weights @ v).transpose(1, 2).reshape(batch, seq_len, d), t["w_output"], t["b_output"]), weights


def with_gradients(tensors, inputs, suffix, forward):
    """Runs forward on new leaf tensors, back-propagates grad_output, and stores the output and all gradients."""
    t = {name: torch.from_numpy(value.copy()).requires_grad_() for name, value in inputs.items()}
    output = forward(t)
    output.backward(torch.from_numpy(inputs["grad_output"]))
    tensors[f"output_{suffix}"] = output.detach()
    for name, leaf in t.items():
        if leaf.grad is not None:
            tensors[f"grad_{name}_{suffix}"] = leaf.grad


def attention():
    inputs = block_inputs(np.random.RandomState(9))
    tensors = {name: inputs[name] for name in inputs if name in ("x", "grad_output") or name[2:] in ("query", "key", "value", "output")}
    for causal in (True, False):
        suffix = "causal" if causal else "full"
        with_gradients(tensors, inputs, suffix, lambda t: attention_of(t, t["x"], causal)[0])
        t = {name: torch.from_numpy(value) for name, value in inputs.items()}
        tensors[f"weights_{suffix}"] = attention_of(t, t["x"], causal)[1]
    write("attention", "2 sequences of 4 tokens, d_model 6, 2 heads; RandomState(9)", tensors)


def transformer_block():
    inputs = block_inputs(np.random.RandomState(10))
    tensors = dict(inputs)

    def block(t, pre, shortcuts):
        norm = lambda x, name: torch.nn.functional.layer_norm(x, x.shape[-1:], t[f"{name}_scale"], t[f"{name}_shift"], 1e-5)
        linear = torch.nn.functional.linear
        ffn = lambda x: linear(torch.nn.functional.gelu(linear(x, t["w1"], t["b1"])), t["w2"], t["b2"])
        h = t["x"]
        for name, work in (("norm1", lambda x: attention_of(t, x, True)[0]), ("norm2", ffn)):
            shortcut = h if shortcuts else 0.0
            h = shortcut + work(norm(h, name)) if pre else norm(shortcut + work(h), name)
        return h

    for pre in (True, False):
        for shortcuts in (True, False):
            suffix = ("pre" if pre else "post") + ("" if shortcuts else "_bare")
            with_gradients(tensors, inputs, suffix, lambda t: block(t, pre, shortcuts))
    write("transformer_block", "2 sequences of 4 tokens, d_model 6, 2 heads, d_ff 8, exact GELU, causal; RandomState(10)", tensors)


def layer_norm():
    inputs = {"x": np.random.RandomState(11).randn(5, 7), "scale": np.random.RandomState(12).randn(7), "shift": np.random.RandomState(13).randn(7)}
    inputs["grad_output"] = np.random.RandomState(14).randn(5, 7)
    tensors = dict(inputs)
    with_gradients(tensors, inputs, "norm", lambda t: torch.nn.functional.layer_norm(t["x"], (7,), t["scale"], t["shift"], 1e-5))
    write("layer_norm", "5 tokens of 7 features, eps 1e-5", tensors)


def gpt2_size():
    rng = np.random.RandomState(42)
    w1 = (rng.randn(3072, 768) * 0.02).astype(np.float32).astype(np.float64)
    w2 = (rng.randn(768, 3072) * 0.02).astype(np.float32).astype(np.float64)
    x = np.random.RandomState(42).randn(10, 768).astype(np.float32).astype(np.float64)
    tensors = feed_forward(x, w1, np.zeros(3072), w2, np.zeros(768))
    samples = {key: tensors[key][:, :: 96 if key.startswith("output") else 384] for key in tensors if key.startswith(("output", "pre", "hidden"))}
    write("gpt2_size", "768 -> 3072 -> 768, 10 tokens; every 96th output, every 384th hidden unit", samples)


if __name__ == "__main__":
    # Imported here, because these modules import this file.
    import analysis_golden
    from block_stack_golden import block_stack
    from checkpoint_golden import checkpoint
    from language_model_file_golden import language_model_file
    from language_model_golden import language_model
    from next_word_golden import next_word
    from onnx_golden import onnx

    random_state()
    activation()
    seed_42("notebook_token", "8 -> 32 -> 8, one token, numpy.random.seed(42): x, W1, W2 in this order; weights in (out, in) layout")
    seed_42("notebook_batch", "8 -> 32 -> 8, 2 x 5 tokens, numpy.random.seed(42)", 2, 5)
    worked_example()
    biased()
    gradients()
    layer_norm()
    attention()
    transformer_block()
    gpt2_size()
    training_golden.make(write)
    block_stack()
    onnx()
    checkpoint()
    language_model()
    language_model_file()
    next_word()
    analysis_golden.main()
