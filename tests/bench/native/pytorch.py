"""PyTorch's side of the native race: the same network with the same parameters, and which BLAS library computes its products."""

import ctypes
import pathlib
import re
import sys

import numpy
import torch

ACTIVATIONS = {
    "gelu": lambda: torch.nn.GELU(),
    "gelu_tanh": lambda: torch.nn.GELU(approximate="tanh"),
    "relu": lambda: torch.nn.ReLU(),
}
LARGEST_ERROR = 1e-4  # relative to the largest number of a tensor


def loaded_blas():
    """Returns the BLAS library that PyTorch has loaded, and which kernels OpenBLAS has chosen.

    Exits if a shared library other than OpenBLAS is loaded: Debian's default is the reference implementation, several times slower.
    """
    maps = pathlib.Path("/proc/self/maps")
    libraries = set(re.findall(r"/\S*(?:openblas|libblas)\S*", maps.read_text(encoding="utf-8") if maps.exists() else ""))
    for library in libraries:
        try:
            name = ctypes.CDLL(library).openblas_get_corename
        except (AttributeError, OSError):
            continue
        name.restype = ctypes.c_char_p
        return f"OpenBLAS for {name().decode()}"
    if libraries:
        sys.exit(f"PyTorch uses the BLAS library {min(libraries)}; expected OpenBLAS, from a folder in LD_LIBRARY_PATH")
    return "its own BLAS"


def engine_name():
    version = re.match(r"\d+(\.\d+)*", torch.__version__)[0]
    return f"PyTorch {version}, {loaded_blas()}"


class Reader:
    """Takes tensors from a file of float32 numbers, one after the other."""

    def __init__(self, path):
        self.numbers = torch.from_numpy(numpy.fromfile(path, dtype=numpy.float32))

    def take(self, *shape):
        size = torch.Size(shape).numel()
        taken, self.numbers = self.numbers[:size], self.numbers[size:]
        if taken.numel() != size:
            sys.exit(f"{size - taken.numel()} numbers are missing")
        return taken.reshape(shape).clone()


def compare(what, found, expected):
    error = float((found - expected).abs().max() / expected.abs().max())
    if not error < LARGEST_ERROR:
        sys.exit(f"PyTorch's {what} differs from that of the C++ library by {error:.2g} of its largest number; expected less than {LARGEST_ERROR}")


def pass_of_pytorch(work, path):
    """Returns a function that computes what the C++ library does, after comparing its results with the file of native_bench.cpp."""
    name, tokens, d_model, d_ff, activation, task = work.split(":")
    tokens, d_model, d_ff = int(tokens), int(d_model), int(d_ff)
    network = torch.nn.Sequential(torch.nn.Linear(d_model, d_ff), ACTIVATIONS[activation](), torch.nn.Linear(d_ff, d_model))
    shapes = [(d_ff, d_model), (d_ff,), (d_model, d_ff), (d_model,)]
    reader = Reader(path)
    with torch.no_grad():
        for parameter, shape in zip(network.parameters(), shapes):
            parameter.copy_(reader.take(*shape))
    x, grad, y = (reader.take(tokens, d_model) for _ in range(3))

    def forward():
        with torch.inference_mode():
            return network(x)

    def gradients():
        network.zero_grad(set_to_none=True)
        x.grad = None
        output = network(x)
        output.backward(grad)
        return output

    if task == "forward":
        compare(f"y of {work}", forward(), y)
        return forward
    x.requires_grad_()
    compare(f"y of {work}", gradients().detach(), y)
    compare(f"gradient of x of {work}", x.grad, reader.take(tokens, d_model))
    for parameter, shape in zip(network.parameters(), shapes):
        compare(f"gradient {shape} of {work}", parameter.grad, reader.take(*shape))
    return gradients
