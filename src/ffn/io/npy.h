#pragma once
// NumPy's .npy format, versions 1.0, 2.0 and 3.0, read without holding more than one array:
//
//   \x93NUMPY | version, 2 bytes | header length, 2 bytes or (from 2.0 on) 4, little-endian | header: a Python dictionary | data
//
//   1. npy_data_begin(first 12 bytes, file size)   how many bytes come before the data, to read next
//   2. read_npy(those bytes, file size)            what the array is, and where
//   3. the caller reads NpyArray::bytes, and decode()s them
//
// Refused with a reason (checkpoint_error.h): anything but exactly what NumPy writes for an array of numbers; Python objects, which are
// stored as code; data shorter or longer than the shape says. Either order of bytes and of indices is read.

#include <cstddef>
#include <cstdint>
#include <span>

#include "ffn/io/npy_header.h"
#include "ffn/io/tensor_info.h"

namespace ffn {

/// Bytes that tell where the data begins, in the longer of the two forms.
inline constexpr std::int64_t kNpyFirstBytes = 12;

/// Longest header: what 2 bytes can say. NumPy itself reads 10,000 bytes unless told otherwise, and 32 dimensions take 700.
inline constexpr std::int64_t kMaxNpyHeaderLength = 65'535;

/// The array of a file: all that must be known to read its elements, but not the elements.
struct NpyArray {
  NpyHeader header;
  ByteRange bytes;  ///< in the file, to its end
};

/// Where the data begins, from the first bytes of the file: 12 of them, or all of a shorter file. Throws CheckpointError for a file that is
/// too short, or of another kind or version, and for a header that is too long; ArgumentError for fewer bytes.
std::int64_t npy_data_begin(std::span<const std::byte> first_bytes, std::int64_t file_size);

/// The array, given all bytes before its data and the size of the whole file. Throws CheckpointError.
NpyArray read_npy(std::span<const std::byte> before_data, std::int64_t file_size);

/// The elements in C order, the last index varying fastest; exact where float32 can hold them, else rounded once (dtype.h). Throws
/// ArgumentError unless there are as many bytes and as much room as the array takes.
void decode(const NpyArray& array, std::span<const std::byte> bytes, std::span<float> out);

}  // namespace ffn
