#!/usr/bin/env python3
"""Writes .npy files with NumPy, tests/golden/npy/NAME.npy, and their values, tests/golden/npy.txt.

    /usr/bin/python3 tests/golden/npy_golden.py        needs only NumPy (python3-numpy)
"""

import io
import pathlib

import numpy as np

here = pathlib.Path(__file__).parent
folder = here / "npy"
row = np.array([[1.5, -2.25, 0.1, 65504.0], [-0.0, 3e-5, 7.0, -8.0], [0.5, 100.0, -1e-3, 2.0]])
cube = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 8 - 1
counts = np.array([[0, 1, 2], [100, 120, 127]])

arrays = {
    "f4": row.astype("<f4"),
    "f4_fortran": np.asfortranarray(row.astype("<f4")),
    "f4_big_endian": row.astype(">f4"),
    "f4_big_endian_fortran": np.asfortranarray(row.astype(">f4")),
    "f4_transposed": row.astype("<f4").T,
    "f4_cube": cube,
    "f4_cube_fortran": np.asfortranarray(cube),
    "f4_one_dimension": cube.ravel(),
    "f4_rank_0": np.array(2.5, dtype="<f4"),
    "f4_empty": np.zeros((3, 0), dtype="<f4"),
    "f4_special": np.array([-0.0, 1e-45, -1.17549435e-38, 3.4028235e38], dtype="<f4"),
    "f8": row,
    "f8_big_endian": row.astype(">f8"),
    "f2": row.astype("<f2"),
    "b1": row > 1,
    **{code: counts.astype(code) for code in ("|u1", "|i1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", ">i8", ">u2")},
}


def name_of(code):
    return code.lstrip("|<").replace(">", "big_endian_")


folder.mkdir(exist_ok=True)
lines = ["# Made by npy_golden.py."]
for code, array in arrays.items():
    name = name_of(code)
    np.save(folder / f"{name}.npy", array, allow_pickle=False)
    lines += [" ".join(["tensor", name, *map(str, array.shape)]), " ".join(repr(float(value)) for value in array.ravel())]
for version in ((2, 0), (3, 0)):
    file = io.BytesIO()
    np.lib.format.write_array(file, row.astype("<f4"), version)
    name = f"version_{version[0]}"
    (folder / f"{name}.npy").write_bytes(file.getvalue())
    lines += [f"tensor {name} 3 4", " ".join(repr(float(value)) for value in row.astype("<f4").ravel())]
(here / "npy.txt").write_text("\n".join(lines) + "\n")
