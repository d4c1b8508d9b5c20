"""Measures the same passes with PyTorch on one thread: pytorch.py OUTPUT.json NAME:TOKENS:D_MODEL:D_FF:ACTIVATION...

Writes JSON with PyTorch's version, the BLAS library in use, and the milliseconds of each sample by case. Used by tests/bench/run --native.
"""

import ctypes
import json
import pathlib
import re
import sys
import time

import torch

ACTIVATIONS = {
    "gelu": lambda: torch.nn.GELU(),
    "gelu_tanh": lambda: torch.nn.GELU(approximate="tanh"),
    "relu": lambda: torch.nn.ReLU(),
}
SAMPLES = 9
SHORTEST_SAMPLE = 0.05  # seconds
WARM_UP = 0.4


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


def seconds_of(network, x, passes):
    start = time.perf_counter()
    for _ in range(passes):
        network(x)
    return (time.perf_counter() - start) / passes


def measure(work):
    _, tokens, d_model, d_ff, activation = work.split(":")
    tokens, d_model, d_ff = int(tokens), int(d_model), int(d_ff)
    network = torch.nn.Sequential(torch.nn.Linear(d_model, d_ff), ACTIVATIONS[activation](), torch.nn.Linear(d_ff, d_model))
    x = torch.randn(tokens, d_model)
    start = time.perf_counter()
    estimate = seconds_of(network, x, 1)
    while time.perf_counter() - start < WARM_UP:
        estimate = seconds_of(network, x, 1)
    passes = max(1, round(SHORTEST_SAMPLE / estimate))
    return [1000 * seconds_of(network, x, passes) for _ in range(SAMPLES)]


def main(output, *works):
    torch.set_num_threads(1)
    torch.manual_seed(42)
    blas = loaded_blas()
    with torch.inference_mode():
        samples = {work: measure(work) for work in works}
    version = re.match(r"\d+(\.\d+)*", torch.__version__)[0]
    text = json.dumps({"version": version, "blas": blas, "samples": samples})
    pathlib.Path(output).write_text(text, encoding="utf-8")


main(*sys.argv[1:])
