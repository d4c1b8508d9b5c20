#pragma once
// Where one tensor of a checkpoint file lies and how it is to be read. All sizes are 64-bit: a file may be larger than a
// 32-bit address space, and a tensor of 2^27 floats has 2^32 bits.

#include <cstdint>
#include <string>

#include "ffn/core/shape.h"
#include "ffn/io/dtype.h"

namespace ffn {

/// Largest number that files and JavaScript mean alike, 2^53 - 1; also the limit for every dimension and offset.
inline constexpr std::int64_t kMaxExactInteger = (std::int64_t{1} << 53) - 1;

/// Bytes [begin, end) of a file.
struct ByteRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t size() const { return end - begin; }
};

/// A tensor of a file: all that must be known to read its elements, but not the elements.
struct TensorInfo {
  std::string name;
  Dtype dtype = Dtype::kF32;
  Shape shape;      ///< may be empty: a single element
  ByteRange bytes;  ///< row-major data, in the file
};

/// `tensor "name"`, as messages call it.
std::string part_name(const TensorInfo& tensor);

/// Bytes that dtype and shape take, in checked 64 bits; 0 when a dimension is. Throws CheckpointError kSizeOverflow.
std::int64_t byte_size(const TensorInfo& tensor);

/// Rows [first, first + count) of the first dimension as a tensor of its own: its shape and bytes. Throws ArgumentError for a
/// tensor without dimensions and for rows that are not there.
TensorInfo rows_of(const TensorInfo& tensor, std::int64_t first, std::int64_t count);

}  // namespace ffn
