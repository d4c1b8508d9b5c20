"""Element types of safetensors files: rounding float64 values to bytes, and the float64 values of bytes."""

import numpy as np

from make_checkpoint import encode as encode_float

EXACT = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "I8": np.int8, "U8": np.uint8, "I32": np.int32, "I64": np.int64}
SIZES = {"BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1} | {dtype: np.dtype(numpy).itemsize for dtype, numpy in EXACT.items()}


def magnitudes(exponent_bits, mantissa_bits, codes):
    """Returns the values of the codes 0 .. codes - 1 of an 8-bit float, all finite and in ascending order (arXiv 2209.05433, table 1)."""
    code = np.arange(codes)
    exponent, mantissa = code >> mantissa_bits, (code & ((1 << mantissa_bits) - 1)) / (1 << mantissa_bits)
    bias = (1 << (exponent_bits - 1)) - 1
    return np.where(exponent == 0, 2.0 ** (1 - bias) * mantissa, 2.0 ** (exponent - bias) * (1 + mantissa))


MAGNITUDES = {"F8_E4M3": magnitudes(4, 3, 0x7F), "F8_E5M2": magnitudes(5, 2, 0x7C)}  # the largest are 448 and 57344


def encode_f8(values, dtype):
    table = MAGNITUDES[dtype]
    magnitude = np.minimum(np.abs(values), table[-1])
    above = np.clip(np.searchsorted(table, magnitude), 1, len(table) - 1)
    below = above - 1
    up, down = table[above] - magnitude, magnitude - table[below]
    code = np.where((up < down) | ((up == down) & (above % 2 == 0)), above, below)
    return (code | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)


def encode(values, dtype):
    """Returns the bytes of float64 values, rounded to nearest, ties to even."""
    values = np.asarray(values, dtype=np.float64)
    if dtype in MAGNITUDES:
        return encode_f8(values, dtype).tobytes()
    if dtype in ("F32", "F16", "BF16"):
        return encode_float(values, dtype)
    return values.astype(EXACT[dtype]).tobytes()


def decode(raw, dtype):
    """Returns the values of bytes in float64."""
    if dtype in MAGNITUDES:
        code = np.frombuffer(raw, np.uint8)
        return np.where(code & 0x80, -1.0, 1.0) * MAGNITUDES[dtype][code & 0x7F]
    if dtype == "BF16":
        return (np.frombuffer(raw, np.uint16).astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return np.frombuffer(raw, EXACT[dtype]).astype(np.float64)
