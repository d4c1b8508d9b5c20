"""Writing and reading small safetensors files."""

import json
import struct

from . import number_formats


def write(path, tensors, metadata):
    """Writes tensors {name: (dtype, shape, bytes)}, the larger element types first and then by name, as the library safetensors does."""
    header = {"__metadata__": metadata} if metadata else {}
    order = sorted(tensors, key=lambda name: (-number_formats.SIZES[tensors[name][0]], name))
    end = 0
    for name in order:
        dtype, shape, raw = tensors[name]
        begin, end = end, end + len(raw)
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(tensors[name][2] for name in order))


def read(path):
    """Returns the values of all tensors in float64 by name."""
    file = path.read_bytes()
    (length,) = struct.unpack("<Q", file[:8])
    header = json.loads(file[8 : 8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for name, info in header.items():
        begin, end = (8 + length + offset for offset in info["data_offsets"])
        tensors[name] = number_formats.decode(file[begin:end], info["dtype"]).reshape(info["shape"])
    return tensors
