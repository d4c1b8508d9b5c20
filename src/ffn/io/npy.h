#pragma once
// Reader of NumPy's .npy format, versions 1.0, 2.0 and 3.0:
//
//   \x93NUMPY | version, 2 bytes | header length, 2 bytes or (from 2.0 on) 4, little-endian
//   | header: a Python dictionary | data
//
//   1. npy_data_begin(first 12 bytes, file size)   returns the number of bytes before the data,
//                                                  which the caller reads next
//   2. read_npy(those bytes, file size)            returns element type, shape and byte range of
//                                                  the array
//   3. the caller reads NpyArray::bytes and calls decode()
//
// Everything but an array of numbers as NumPy writes it is rejected with a reason
// (checkpoint_error.h), such as pickled Python objects and data that is shorter or longer than
// shape and element type require. Both byte orders and both index orders are supported.

#include <cstddef>
#include <cstdint>
#include <span>

#include "ffn/io/npy_header.h"
#include "ffn/io/tensor_info.h"

namespace ffn {

/// Number of bytes from which npy_data_begin computes the offset of the data, in the longer of the
/// two header forms.
inline constexpr std::int64_t kNpyFirstBytes = 12;

/// Largest header length, the limit of the 2-byte length field. NumPy's default limit is 10,000
/// bytes; 32 dimensions need about 700.
inline constexpr std::int64_t kMaxNpyHeaderLength = 65'535;

/// Description of the array in a file, without its elements.
struct NpyArray {
  NpyHeader header;
  ByteRange bytes;  ///< range of the data in the file, which ends at the end of the file
};

/// Returns the offset of the data, given the first 12 bytes of the file, or all bytes of a shorter
/// file. Throws CheckpointError for a file that is too short or of another format or version, and
/// for a header that is too long; throws ArgumentError for fewer bytes.
std::int64_t npy_data_begin(std::span<const std::byte> first_bytes, std::int64_t file_size);

/// Returns the description of the array, given all bytes before the data and the size of the file.
/// Throws CheckpointError for an invalid header and for a file of the wrong size.
NpyArray read_npy(std::span<const std::byte> before_data, std::int64_t file_size);

/// Decodes the elements in C order, the last index varying fastest; values that float32 does not
/// represent are rounded once (dtype.h). Throws ArgumentError unless `bytes` and `out` have the
/// sizes of the array.
void decode(const NpyArray& array, std::span<const std::byte> bytes, std::span<float> out);

}  // namespace ffn
