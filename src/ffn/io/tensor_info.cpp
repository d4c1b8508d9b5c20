#include "ffn/io/tensor_info.h"

#include <algorithm>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/utf8.h"

namespace ffn {

std::string part_name(const TensorInfo& tensor) { return "tensor " + short_quoted(tensor.name); }

std::int64_t byte_size(const TensorInfo& tensor) {
  if (std::find(tensor.shape.begin(), tensor.shape.end(), 0) != tensor.shape.end()) return 0;
  std::int64_t size = size_of(tensor.dtype);
  for (const std::int64_t dimension : tensor.shape) {
    if (dimension > kMaxExactInteger / size) {
      reject(CheckpointReason::kSizeOverflow, {part_name(tensor), " shape"}, tensor.shape,
             {"at most ", kMaxExactInteger, " bytes"});
    }
    size *= dimension;
  }
  return size;
}

TensorInfo rows_of(const TensorInfo& tensor, std::int64_t first, std::int64_t count) {
  check(!tensor.shape.empty(), "rows", {"asked of ", part_name(tensor)},
        "a tensor with dimensions, not a single element");
  const std::int64_t rows = tensor.shape.front();
  const bool inside = first >= 0 && count >= 0 && first <= rows && count <= rows - first;
  check(inside, "rows", {first, " and the next ", count},
        {"rows from 0 to ", rows, " of ", part_name(tensor)});
  const std::int64_t row_size = rows == 0 ? 0 : tensor.bytes.size() / rows;
  TensorInfo part = tensor;
  part.shape.front() = count;
  part.bytes.begin = tensor.bytes.begin + first * row_size;
  part.bytes.end = part.bytes.begin + count * row_size;
  return part;
}

}  // namespace ffn
