"""Compares the results of the engines with the exact ones: prints a Markdown table and writes results.json.

Used by tests/accuracy/run: report.py FOLDER ENGINE=TITLE...; an engine without a file for a case gets a dash.
"""

import datetime
import json
import math
import pathlib
import platform
import sys

import numpy as np

# Ranges of x for element-wise functions; errors are largest in the left tail. Below -13.1 GELU is
# subnormal in float32.
TAIL = [("x ≥ −2", -2.0, np.inf), ("−5 ≤ x < −2", -5.0, -2.0), ("−8 ≤ x < −5", -8.0, -5.0), ("−13.1 ≤ x < −8", -13.1, -8.0)]
TITLES = {
    "gelu": "GELU",
    "gelu_tanh": "GELU, tanh form",
    "gelu_slope": "GELU′ by backward",
    "layer_norm": "layer norm of 64 × 768 normals",
    "layer_norm_mean_1e4": "the same plus 10,000",
    "layer_norm_40000": "layer norm of 40000 … 40003",
    "softmax": "softmax of 1,000, deviation 10",
    "feed_forward_gelu": "FFN 768→3072, 128 tokens, GELU",
    "feed_forward_gelu_tanh": "the same, tanh form",
    "feed_forward_backward": "its backward pass, all gradients",
    "attention": "attention, 12 heads, 64 tokens",
    "block": "GPT-2's block, 64 tokens",
}


def units_in_last_place(actual, exact):
    spacing = np.exp2(np.maximum(np.floor(np.log2(np.maximum(np.abs(exact), 2.0**-149))) - 23, -149))
    return np.abs(actual - exact) / spacing


def largest(errors):
    return float(np.max(errors)) if errors.size else math.nan


def rows_of(case, folder, engines):
    """Yields (title, measure, {engine: error}) per row of the table."""
    home = folder / case["name"]
    exact = {name: np.fromfile(home / f"{name}.f64") for name in case["outputs"]}

    def actual(engine):
        files = {name: home / f"{name}.{engine}.f32" for name in exact}
        return {name: np.fromfile(f, np.float32).astype(np.float64) for name, f in files.items()} if all(f.exists() for f in files.values()) else None

    results = {engine: actual(engine) for engine in engines}
    of_each = lambda error: {engine: None if r is None else error(r) for engine, r in results.items()}
    title = TITLES[case["name"]]
    if case["op"] == "activation":
        x = np.fromfile(home / "x.f32", np.float32)
        for name, low, high in TAIL:
            inside = (x >= low) & (x < high)
            yield f"{title}, {name}", "ulp", of_each(lambda r: largest(units_in_last_place(r["y"][inside], exact["y"][inside])))
    elif case["op"] == "activation_derivative":
        yield title, "absolute", of_each(lambda r: largest(np.abs(r["y"] - exact["y"])))
    else:
        relative = lambda r: max(largest(np.abs(r[name] - exact[name])) / np.abs(exact[name]).max() for name in exact)
        yield title, "relative to the largest", of_each(relative)


def shown(error):
    if error is None:
        return "–"
    if math.isnan(error):
        return "NaN"
    if error >= 2**23:
        return "all digits lost"
    return f"{error:,.3g}" if 1e-2 <= error < 1e4 else f"{error:.1e}"


def main(folder, *engines):
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    titles = dict(engine.split("=", 1) for engine in engines)
    rows = [row for case in manifest["cases"] for row in rows_of(case, folder, titles)]
    lines = ["| largest error | measure | " + " | ".join(titles.values()) + " |", "| --- | --- |" + " ---: |" * len(titles)]
    lines += [f"| {title} | {measure} | " + " | ".join(shown(errors[engine]) for engine in titles) + " |" for title, measure, errors in rows]
    today = datetime.date.today().isoformat()
    print("\n".join(lines))
    print(f"\nMeasured {today} on {platform.machine()}, functions at every {manifest['stride']}th float32.")
    record = [{"row": title, "measure": measure, "errors": errors} for title, measure, errors in rows]
    (folder / "results.json").write_text(json.dumps({"date": today, "stride": manifest["stride"], "rows": record}, indent=1))


main(*sys.argv[1:])
