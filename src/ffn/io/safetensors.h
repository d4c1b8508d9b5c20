#pragma once
// The safetensors format, read without ever holding the whole file:
//
//   8 bytes: header length, little-endian | header: JSON, then spaces | data
//
//   1. header_length(first 8 bytes, file size)     how many bytes to read next
//   2. read_header(those bytes, file size)         which tensors there are, and where
//   3. the caller reads TensorInfo::bytes, or those of rows_of(tensor, first, count), and decode()s them (dtype.h)
//
// Refused with a reason (checkpoint_error.h): a header above 100 MB or beyond the file; anything but one JSON object and
// spaces; names, fields or metadata twice; unknown element types; shapes that do not fit their bytes; bytes of the data that
// belong to no tensor or to two. So what is accepted has exactly one reading, and no part of the file escapes it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ffn/io/tensor_info.h"

namespace ffn {

/// Bytes before the header, which hold its length.
inline constexpr std::int64_t kLengthBytes = 8;

/// The reference reader's limit.
inline constexpr std::int64_t kMaxHeaderLength = 100'000'000;

/// The tensors of a file, which can be found by name, and its metadata. Bytes are counted from the beginning of the file.
class SafetensorsHeader {
 public:
  using Metadata = std::vector<std::pair<std::string, std::string>>;

  /// Tensors in the order of their data, whose names differ.
  SafetensorsHeader(std::vector<TensorInfo> tensors, Metadata metadata);

  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  const Metadata& metadata() const { return metadata_; }

  /// The tensor of that name, or nullptr.
  const TensorInfo* find(std::string_view name) const;

  /// The same; throws ArgumentError where there is none.
  const TensorInfo& at(std::string_view name) const;

 private:
  std::vector<TensorInfo> tensors_;
  Metadata metadata_;
  std::vector<std::size_t> by_name_;  // indices of tensors_, sorted by name
};

/// The length of the header, from the first bytes of the file: 8 of them, or all of a shorter file. Throws CheckpointError for
/// a file that is too short, or is of another kind, and for a length that cannot be; ArgumentError for fewer bytes.
std::int64_t header_length(std::span<const std::byte> first_bytes, std::int64_t file_size);

/// The header, given its bytes [8, 8 + header_length) and the size of the whole file. Throws CheckpointError.
SafetensorsHeader read_header(std::span<const std::byte> header, std::int64_t file_size);

}  // namespace ffn
