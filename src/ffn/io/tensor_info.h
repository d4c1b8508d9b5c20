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
  Shape shape;                   ///< empty for a single element
  ByteRange bytes;               ///< range of the row-major data in the file
  std::string other_dtype = {};  ///< text of the type in the file if dtype is kOther
  std::size_t file = 0;          ///< index of the file, in a model in several files
};

/// Returns `tensor "name"`, for messages.
std::string part_name(const TensorInfo& tensor);

/// Returns the text of the tensor's type in the file: "F32", or "F4" of a type that is not decoded.
std::string_view dtype_text(const TensorInfo& tensor);

/// Throws CheckpointError kUnknownDtype, naming tensor and type, for a type that is not decoded.
void check_decodable(const TensorInfo& tensor);

/// Returns the number of bytes of the tensor's elements; of a type with an unknown number of bits,
/// tensor.bytes.size(). Throws CheckpointError kSizeOverflow above kMaxExactInteger, and
/// kSizeMismatch for a number of bits that is not a multiple of 8.
std::int64_t byte_size(const TensorInfo& tensor);

/// Returns the shape and byte range of rows [first, first + count) along the first dimension.
/// Throws ArgumentError for a tensor without dimensions and for rows that do not exist, and as
/// check_decodable does.
TensorInfo rows_of(const TensorInfo& tensor, std::int64_t first, std::int64_t count);

}  // namespace ffn
