#include "ffn/io/tensor_info.h"

#include <algorithm>
#include <optional>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/utf8.h"

namespace ffn {

std::string part_name(const TensorInfo& tensor) { return "tensor " + short_quoted(tensor.name); }

std::string_view dtype_text(const TensorInfo& tensor) {
  return tensor.dtype == Dtype::kOther ? tensor.other_dtype : name_of(tensor.dtype);
}

void check_decodable(const TensorInfo& tensor) {
  if (tensor.dtype != Dtype::kOther) return;
  reject(CheckpointReason::kUnknownDtype, {part_name(tensor), " dtype"},
         short_quoted(tensor.other_dtype), {"one of ", decoded_dtypes()});
}

std::int64_t byte_size(const TensorInfo& tensor) {
  const bool other = tensor.dtype == Dtype::kOther;
  const std::optional<std::int64_t> bits =
      other ? bits_of_other(tensor.other_dtype) : 8 * size_of(tensor.dtype);
  if (!bits) return tensor.bytes.size();
  if (std::find(tensor.shape.begin(), tensor.shape.end(), 0) != tensor.shape.end()) return 0;
  // Counts bytes, at most kMaxExactInteger, or for types below a byte bits, at most 8 times it.
  const std::int64_t unit = *bits % 8 == 0 ? 8 : 1;
  const std::int64_t most = kMaxExactInteger * (8 / unit);
  std::int64_t size = *bits / unit;
  for (const std::int64_t dimension : tensor.shape) {
    if (dimension > most / size) {
      reject(CheckpointReason::kSizeOverflow, {part_name(tensor), " shape"}, tensor.shape,
             {"at most ", kMaxExactInteger, " bytes"});
    }
    size *= dimension;
  }
  if (unit == 8) return size;
  if (size % 8 != 0) {
    reject(CheckpointReason::kSizeMismatch, {part_name(tensor), " shape"}, tensor.shape,
           {"whole bytes of ", tensor.other_dtype, ", not ", size, " bits"});
  }
  return size / 8;
}

TensorInfo rows_of(const TensorInfo& tensor, std::int64_t first, std::int64_t count) {
  check_decodable(tensor);
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
