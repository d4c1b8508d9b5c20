#pragma once
// Files of the safetensors format, made in memory: what the corpora of malformed and of valid files are written with.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/io/safetensors.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"  // a false alarm of GCC 12 at "literal" + string
#endif

namespace ffn::test {

struct CorpusFile {
  std::string name;
  std::string bytes;
  std::string expected;  ///< name of the reason; "either" where readers differ: it may be read, or refused with any reason
};

/// A file that must be read, and what one of its tensors holds.
struct ValidFile {
  std::string name;
  std::string bytes;
  std::string tensor;
  Shape shape;
  std::vector<double> values;
};

/// Eight bytes, little-endian.
inline std::string length_bytes(std::uint64_t length) {
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

/// A file of that header and that many zeros.
inline std::string file_of(const std::string& header, std::size_t data_size = 0) {
  return length_bytes(header.size()) + header + std::string(data_size, '\0');
}

/// A file that says another length of its header.
inline std::string file_saying(std::uint64_t length, const std::string& rest) { return length_bytes(length) + rest; }

/// "name":{...}
inline std::string entry(const std::string& name, const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return "\"" + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
}

/// A header of one tensor w.
inline std::string one(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return "{" + entry("w", dtype, shape, offsets) + "}";
}

inline std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span<const char>(text.data(), text.size())); }

/// Both steps of opening a file, from a copy of exactly the bytes that each step asks for: a sanitizer sees any read beyond.
inline SafetensorsHeader open_file(std::string_view file) {
  const auto size = static_cast<std::int64_t>(file.size());
  const std::string first(file.substr(0, static_cast<std::size_t>(kLengthBytes)));
  const std::vector<char> first_copy(first.begin(), first.end());
  const auto length = static_cast<std::size_t>(header_length(std::as_bytes(std::span(first_copy)), size));
  const std::string_view header = file.substr(static_cast<std::size_t>(kLengthBytes), length);
  const std::vector<char> header_copy(header.begin(), header.end());
  return read_header(std::as_bytes(std::span(header_copy)), size);
}

/// The values of one tensor of a file.
template <class Scalar = double>
std::vector<Scalar> values_of(std::string_view file, const TensorInfo& tensor) {
  const std::string_view data = file.substr(static_cast<std::size_t>(tensor.bytes.begin), static_cast<std::size_t>(tensor.bytes.size()));
  std::vector<Scalar> values(data.size() / static_cast<std::size_t>(size_of(tensor.dtype)));
  decode<Scalar>(tensor.dtype, bytes_of(data), values);
  return values;
}

/// Files that must be refused, each with the one reason named there.
std::vector<CorpusFile> malformed_files();

/// Files on which the format and its readers do not agree.
std::vector<CorpusFile> ambiguous_files();

/// Files that must be read exactly.
std::vector<ValidFile> valid_files();

}  // namespace ffn::test
