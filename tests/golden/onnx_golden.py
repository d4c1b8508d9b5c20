"""Inputs of ONNX's backend node tests, and expected values computed by NumPy in float64, not by ONNX.

The ONNX package is not used. Cases are named after the published ones (onnx/backend/test/case/node/*.py); their inputs are drawn as
documented there, by NumPy's legacy generator seeded with 0 for each group, and rounded to float32. The formulas are implemented in this
file. Only cases that this library supports are included: last axis only, no attention mask or cache, no alpha or beta.
"""

import math

import numpy as np

from make_golden import write


def f32(array):
    return np.asarray(array, dtype=np.float32).astype(np.float64)


def seeded():
    return np.random.RandomState(0)


def activations(tensors):
    phi = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2.0)))
    tanh_form = lambda x: 0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)))
    example = np.array([-1.0, 0.0, 1.0])
    normals = f32(seeded().randn(3, 4, 5))
    for name, x in (("1", example), ("2", normals)):
        tensors[f"gelu_default_{name}_x"], tensors[f"gelu_default_{name}_y"] = x, x * phi(x)
        tensors[f"gelu_tanh_{name}_x"], tensors[f"gelu_tanh_{name}_y"] = x, tanh_form(x)
    tensors["relu_x"], tensors["relu_y"] = normals, np.maximum(normals, 0.0)


def layer_norm(x, w, b, eps=1e-5):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + eps) * w + b


def layer_normalization(tensors):
    """ONNX draws scale and shift for every axis, for its positive and its negative index; only the last axis is stored."""
    for name, shape, eps in (("4d", (2, 3, 4, 5), 1e-5), ("2d", (3, 4), 1e-5), ("3d_epsilon", (2, 3, 5), 0.1)):
        rng = seeded()
        x = f32(rng.randn(*shape))
        for axis in range(len(shape)):
            for sign in ("axis", "axis_negative"):
                w, b = f32(rng.randn(*shape[axis:])), f32(rng.randn(*shape[axis:]))
                if axis == len(shape) - 1:
                    case = f"layer_normalization_{name}_last_{sign}"
                    tensors |= {f"{case}_x": x, f"{case}_scale": w, f"{case}_shift": b, f"{case}_y": layer_norm(x, w, b, eps)}
    rng = seeded()
    x, w, b = f32(rng.randn(2, 3, 4, 5)), f32(rng.randn(5)), f32(rng.randn(5))
    case = "layer_normalization_default_axis"
    tensors |= {f"{case}_x": x, f"{case}_scale": w, f"{case}_shift": b, f"{case}_y": layer_norm(x, w, b)}


def softmax_of(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def softmax(tensors):
    cases = {
        "example": np.array([[-1.0, 0.0, 1.0]]),
        "large_number": np.array([[0.0, 1.0, 2.0, 3.0], [10000.0, 10001.0, 10002.0, 10003.0]]),
        "axis_2": np.abs(f32(seeded().randn(3, 4, 5))),
    }
    for name, x in cases.items():
        tensors[f"softmax_{name}_x"], tensors[f"softmax_{name}_y"] = x, softmax_of(x)


def products(tensors):
    """y = a b^T + c, with b in the layout of a linear layer; the published cases, except transposeB, have b transposed."""
    def gemm(name, a, b_stored, c):
        tensors.update({f"gemm_{name}_a": a, f"gemm_{name}_b": b_stored, f"gemm_{name}_c": c, f"gemm_{name}_y": a @ b_stored.T + c})

    def drawn(name, a_shape, b_shape, c):
        rng = seeded()
        a, b = f32(rng.random_sample(a_shape)), f32(rng.random_sample(b_shape))
        gemm(name, a, b if name == "transposeB" else b.T, c(rng))

    drawn("default_zero_bias", (3, 5), (5, 4), lambda rng: np.zeros(4))
    drawn("default_vector_bias", (2, 7), (7, 4), lambda rng: f32(rng.random_sample((1, 4))[0]))
    drawn("default_single_elem_vector_bias", (3, 7), (7, 3), lambda rng: np.repeat(f32(rng.random_sample(1)), 3))
    drawn("default_scalar_bias", (2, 3), (3, 4), lambda rng: np.repeat(f32(3.14), 4))
    drawn("transposeB", (3, 6), (4, 6), lambda rng: np.zeros(4))
    rng = seeded()
    for name, lead in (("2d", ()), ("3d", (2,)), ("4d", (1, 2))):
        a, b = f32(rng.randn(*lead, 3, 4)), f32(rng.randn(*lead, 4, 3))
        tensors |= {f"matmul_{name}_a": a, f"matmul_{name}_b": b, f"matmul_{name}_y": a @ b}


def dropout(tensors):
    """Inference is the identity; training draws its mask with the node's seed, 0, and drops elements whose uniform number is below p."""
    x = f32(seeded().randn(3, 4, 5))
    tensors["dropout_x"] = x
    for name, p in (("default", 0.5), ("ratio", 0.75), ("zero_ratio", 0.0)):
        dropped = seeded().uniform(0.0, 1.0, x.shape) < p
        tensors[f"dropout_training_{name}_y"] = np.where(dropped, 0.0, x / (1.0 - p))


def attention(tensors):
    """Queries (batch, heads, 4, 8), keys and values (batch, heads, 6, 8); in the 3d cases the heads are concatenated."""
    for name in ("4d", "3d"):
        rng = seeded()
        q, k, v = (f32(rng.rand(*((2, 3, n, 8) if name == "4d" else (2, n, 24)))) for n in (4, 6, 6))
        if name == "3d":
            q, k, v = (t.reshape(2, -1, 3, 8).transpose(0, 2, 1, 3) for t in (q, k, v))
        scores = q @ k.transpose(0, 1, 3, 2) / math.sqrt(8.0)
        causal = np.where(np.tril(np.ones((4, 6))) > 0, scores, -np.inf)
        side_by_side = lambda t: t.transpose(0, 2, 1, 3).reshape(2, -1, 24)
        tensors |= {f"attention_{name}_{key}": side_by_side(t) for key, t in (("q", q), ("k", k), ("v", v))}
        tensors[f"attention_{name}_full_y"] = side_by_side(softmax_of(scores) @ v)
        tensors[f"attention_{name}_causal_y"] = side_by_side(softmax_of(causal) @ v)


def onnx():
    tensors = {}
    for part in (activations, layer_normalization, softmax, products, dropout, attention):
        part(tensors)
    write("onnx", "inputs as ONNX's node tests draw them; expected values by NumPy in float64 (onnx_golden.py), not by ONNX", tensors)
