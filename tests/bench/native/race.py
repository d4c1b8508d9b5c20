"""Measures the same work with the C++ library and with PyTorch: race.py OUTPUT.json BENCHMARK TRAINING.json THREADS WORK...

BENCHMARK is the program of native_bench.cpp, a WORK is NAME:TOKENS:D_MODEL:D_FF:ACTIVATION:TASK, TRAINING.json the task of training that
native.mjs writes. PyTorch uses THREADS threads; the C++ library
computes in the thread that calls it. The engines take turns sample by sample, so that a change of the machine's load affects all of them.
Writes JSON with the milliseconds of each sample by engine and work. Without PyTorch only the C++ library is measured. Used by
tests/bench/run --native.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

try:
    import torch

    import pytorch
    import pytorch_training
except ImportError:
    torch = None

ROUNDS = int(os.environ.get("FFN_BENCH_ROUNDS", "21"))
SHORTEST_SAMPLE = 0.05  # seconds
WARM_UP = 0.4


def seconds_of(run, passes):
    start = time.perf_counter()
    for _ in range(passes):
        run()
    return (time.perf_counter() - start) / passes


def sampler_of(run):
    """Returns a function that returns the milliseconds of one sample; the first passes, and one before each sample, are not measured."""
    start = time.perf_counter()
    estimate = seconds_of(run, 1)
    while time.perf_counter() - start < WARM_UP:
        estimate = seconds_of(run, 1)
    passes = max(1, round(SHORTEST_SAMPLE / estimate))

    def sample():
        run()
        return 1000 * seconds_of(run, passes)

    return sample


def run_benchmark(program, lanes, work):
    """Runs native_bench.cpp with tiles of at most `lanes` lanes. Returns the tiles' name and the milliseconds of one sample."""
    command = [program, "--benchmark_format=json", f"--benchmark_min_time={SHORTEST_SAMPLE}", f"--benchmark_min_warmup_time={WARM_UP}", work]
    result = subprocess.run(command, env={**os.environ, "FFN_TILES": lanes}, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    report = json.loads(result.stdout)
    return report["context"]["tiles"], report["benchmarks"][0]["real_time"]


def work_of_pytorch(program, training, work):
    """Returns PyTorch's function of a work, after comparing its results with those of the C++ library."""
    with tempfile.NamedTemporaryFile() as results:
        subprocess.run([program, "--results", results.name, work], check=True)
        if not work.endswith(":training"):
            return pytorch.pass_of_pytorch(work, results.name)
        pytorch_training.check_losses("the C++ library", pytorch.Reader(results.name).numbers.tolist(), json.loads(pathlib.Path(training).read_text())["losses"])
        return pytorch_training.step_of_pytorch(training)


def samplers_of(program, all_lanes, training, work):
    samplers = {}
    for lanes in all_lanes:
        name = "ffn-lab, " + run_benchmark(program, lanes, work)[0]
        samplers[name] = lambda lanes=lanes: run_benchmark(program, lanes, work)[1]
    if torch is not None:
        samplers[pytorch.engine_name()] = sampler_of(work_of_pytorch(program, training, work))
    return samplers


def measure(program, all_lanes, training, work):
    samplers = samplers_of(program, all_lanes, training, work)
    names = list(samplers)
    samples = {name: [] for name in names}
    for turn in range(ROUNDS):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            samples[name].append(samplers[name]())
    return samples


def main(output, program, training, threads, *works):
    all_lanes = subprocess.run([program, "--lanes"], check=True, capture_output=True, text=True).stdout.split()
    if torch is None:
        print("PyTorch is not installed: only the C++ library is measured", file=sys.stderr)
    else:
        torch.set_num_threads(int(threads))
    samples = {work: measure(program, all_lanes, training, work) for work in works}
    pathlib.Path(output).write_text(json.dumps(samples), encoding="utf-8")


main(*sys.argv[1:])
