#pragma once
// Name, element type, shape and byte range of a tensor in a checkpoint file. All sizes are 64-bit,
// because a file may be larger than a 32-bit address space.

#include <cstdint>
#include <string>

#include "ffn/core/shape.h"
#include "ffn/io/dtype.h"

namespace ffn {

/// Largest integer that JavaScript represents exactly together with all smaller ones, 2^53 - 1; the
/// limit of every dimension and offset.
inline constexpr std::int64_t kMaxExactInteger = (std::int64_t{1} << 53) - 1;

/// Bytes [begin, end) of a file.
struct ByteRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t size() const { return end - begin; }
};

/// Description of a tensor in a file, without its elements.
struct TensorInfo {
  std::string name;
  Dtype dtype = Dtype::kF32;
  Shape shape;      ///< empty for a single element
  ByteRange bytes;  ///< range of the row-major data in the file
};

/// Returns `tensor "name"`, for messages.
std::string part_name(const TensorInfo& tensor);

/// Returns the number of bytes of the tensor's elements. Throws CheckpointError kSizeOverflow above
/// kMaxExactInteger.
std::int64_t byte_size(const TensorInfo& tensor);

/// Returns the shape and byte range of rows [first, first + count) along the first dimension.
/// Throws ArgumentError for a tensor without dimensions and for rows that do not exist.
TensorInfo rows_of(const TensorInfo& tensor, std::int64_t first, std::int64_t count);

}  // namespace ffn
