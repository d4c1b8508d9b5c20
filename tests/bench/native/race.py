"""Measures the same passes with the C++ library and with PyTorch, one thread each: race.py OUTPUT.json BENCHMARK WORK...

BENCHMARK is the program of native_bench.cpp, a WORK is NAME:TOKENS:D_MODEL:D_FF:ACTIVATION. The engines take turns sample by sample, so that
a change of the machine's load affects all of them. Writes JSON with the milliseconds of each sample by engine and work. Without PyTorch
only the C++ library is measured. Used by tests/bench/run --native.
"""

import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys
import time

try:
    import torch
except ImportError:
    torch = None

ACTIVATIONS = {
    "gelu": lambda: torch.nn.GELU(),
    "gelu_tanh": lambda: torch.nn.GELU(approximate="tanh"),
    "relu": lambda: torch.nn.ReLU(),
}
ROUNDS = 21
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


def sampler_of_pytorch(work):
    """Returns a function that returns the milliseconds of one sample; the first passes, and one before each sample, are not measured."""
    _, tokens, d_model, d_ff, activation = work.split(":")
    tokens, d_model, d_ff = int(tokens), int(d_model), int(d_ff)
    network = torch.nn.Sequential(torch.nn.Linear(d_model, d_ff), ACTIVATIONS[activation](), torch.nn.Linear(d_ff, d_model))
    x = torch.randn(tokens, d_model)
    start = time.perf_counter()
    estimate = seconds_of(network, x, 1)
    while time.perf_counter() - start < WARM_UP:
        estimate = seconds_of(network, x, 1)
    passes = max(1, round(SHORTEST_SAMPLE / estimate))

    def sample():
        network(x)
        return 1000 * seconds_of(network, x, passes)

    return sample


def run_benchmark(program, lanes, work):
    """Runs native_bench.cpp with tiles of at most `lanes` lanes. Returns the tiles' name and the milliseconds of one sample."""
    command = [program, "--benchmark_format=json", f"--benchmark_min_time={SHORTEST_SAMPLE}", f"--benchmark_min_warmup_time={WARM_UP}", work]
    result = subprocess.run(command, env={**os.environ, "FFN_TILES": lanes}, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    report = json.loads(result.stdout)
    return report["context"]["tiles"], report["benchmarks"][0]["real_time"]


def samplers_of(program, all_lanes, work):
    samplers = {}
    for lanes in all_lanes:
        name = "ffn-lab, " + run_benchmark(program, lanes, work)[0]
        samplers[name] = lambda lanes=lanes: run_benchmark(program, lanes, work)[1]
    if torch is not None:
        version = re.match(r"\d+(\.\d+)*", torch.__version__)[0]
        samplers[f"PyTorch {version}, {loaded_blas()}"] = sampler_of_pytorch(work)
    return samplers


def measure(program, all_lanes, work):
    samplers = samplers_of(program, all_lanes, work)
    names = list(samplers)
    samples = {name: [] for name in names}
    for turn in range(ROUNDS):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            samples[name].append(samplers[name]())
    return samples


def main(output, program, *works):
    all_lanes = subprocess.run([program, "--lanes"], check=True, capture_output=True, text=True).stdout.split()
    if torch is None:
        print("PyTorch is not installed: only the C++ library is measured", file=sys.stderr)
        samples = {work: measure(program, all_lanes, work) for work in works}
    else:
        torch.set_num_threads(1)
        torch.manual_seed(42)
        with torch.inference_mode():
            samples = {work: measure(program, all_lanes, work) for work in works}
    pathlib.Path(output).write_text(json.dumps(samples), encoding="utf-8")


main(*sys.argv[1:])
