#pragma once
// Reader of the safetensors format that never needs the whole file in memory:
//
//   8 bytes: header length, little-endian | header: JSON, then spaces | data
//
//   1. header_length(first 8 bytes, file size)     returns the number of header bytes, which the
//                                                  caller reads next
//   2. read_header(those bytes, file size)         returns the tensors of the file and their byte
//                                                  ranges
//   3. the caller reads TensorInfo::bytes, or the bytes of rows_of(tensor, first, count), and calls
//      decode() (dtype.h)
//
// Rejected with a reason (checkpoint_error.h): a header above 100 MB or beyond the end of the file;
// anything but one JSON object and spaces; duplicate names, fields or metadata keys; shapes that do
// not match their byte ranges; bytes of the data that belong to no tensor or to two. An accepted
// file therefore has exactly one interpretation, and no byte of it is unaccounted for. An element
// type that is not decoded makes only its tensor unreadable (check_decodable() of tensor_info.h).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ffn/io/tensor_info.h"

namespace ffn {

/// Size in bytes of the header length at the beginning of the file.
inline constexpr std::int64_t kLengthBytes = 8;

/// Largest header length, the limit of the reference implementation.
inline constexpr std::int64_t kMaxHeaderLength = 100'000'000;

/// The tensors and the metadata of a file; tensors can be looked up by name. Byte ranges are
/// relative to the beginning of the file.
class SafetensorsHeader {
 public:
  using Metadata = std::vector<std::pair<std::string, std::string>>;

  /// `tensors` are in the order of their data and have distinct names. `absent` has the tensors
  /// that other files of the model contain, and the names of these files (shards.h).
  SafetensorsHeader(std::vector<TensorInfo> tensors, Metadata metadata, Metadata absent = {});

  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  const Metadata& metadata() const { return metadata_; }

  /// Returns the tensor with that name, or nullptr.
  const TensorInfo* find(std::string_view name) const;

  /// Returns the tensors whose names begin with `prefix`, sorted by name.
  std::vector<const TensorInfo*> with_prefix(std::string_view prefix) const;

  /// Returns the name of the file that has a tensor which this header lacks, according to the index
  /// of a model in several files, or nullptr.
  const std::string* absent_shard(std::string_view name) const;

  /// Returns the tensor with that name; throws ArgumentError if there is none.
  const TensorInfo& at(std::string_view name) const;

 private:
  std::vector<std::size_t>::const_iterator first_from(std::string_view name) const;

  std::vector<TensorInfo> tensors_;
  Metadata metadata_;
  Metadata absent_;                   // sorted
  std::vector<std::size_t> by_name_;  // indices of tensors_, sorted by name
};

/// Returns the length of the header, given at least the first 8 bytes of the file, or all bytes of
/// a shorter file. Throws CheckpointError for a file that is too short, for an invalid length, and
/// for a file of another format, which is found the better the more bytes are given, up to
/// kSignatureBytes (file_signature.h); throws ArgumentError for fewer than 8 bytes.
std::int64_t header_length(std::span<const std::byte> first_bytes, std::int64_t file_size);

/// Parses and checks the header, given the bytes [8, 8 + header_length) of the file and its size.
/// Throws CheckpointError for an invalid header.
SafetensorsHeader read_header(std::span<const std::byte> header, std::int64_t file_size);

}  // namespace ffn
