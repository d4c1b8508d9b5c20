#pragma once
// Builds safetensors files in memory, for the corpora of malformed and valid files.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/io/safetensors.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"  // false positive of GCC 12 for "literal" + string
#endif

namespace ffn::test {

struct CorpusFile {
  std::string name;
  std::string bytes;
  std::string expected;  ///< name of the reason; "either" for a file on which readers differ:
                         ///< accepted or rejected with any reason
};

/// A valid file, and the values of one of its tensors.
struct ValidFile {
  std::string name;
  std::string bytes;
  std::string tensor;
  Shape shape;
  std::vector<double> values;
};

/// Returns the eight bytes of a number, little-endian.
inline std::string length_bytes(std::uint64_t length) {
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

/// Returns a file with that header and that number of zero bytes as data.
inline std::string file_of(const std::string& header, std::size_t data_size = 0) {
  return length_bytes(header.size()) + header + std::string(data_size, '\0');
}

/// Returns a file with a given header length that differs from the actual one.
inline std::string file_saying(std::uint64_t length, const std::string& rest) {
  return length_bytes(length) + rest;
}

/// Returns the header entry of a tensor, "name":{...}.
inline std::string entry(const std::string& name, const std::string& dtype,
                         const std::string& shape, const std::string& offsets) {
  return "\"" + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" +
         offsets + "}";
}

/// Returns a header with one tensor w.
inline std::string one(const std::string& dtype, const std::string& shape,
                       const std::string& offsets) {
  return "{" + entry("w", dtype, shape, offsets) + "}";
}

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

/// Runs both steps of reading a header, the first of them with `first_size` bytes, each on a copy
/// of exactly the requested bytes, so that a sanitizer detects any read beyond them.
inline SafetensorsHeader open_file(std::string_view file, std::size_t first_size = kLengthBytes) {
  const auto size = static_cast<std::int64_t>(file.size());
  const std::string first(file.substr(0, first_size));
  const std::vector<char> first_copy(first.begin(), first.end());
  const auto length =
      static_cast<std::size_t>(header_length(std::as_bytes(std::span(first_copy)), size));
  const std::string_view header = file.substr(static_cast<std::size_t>(kLengthBytes), length);
  const std::vector<char> header_copy(header.begin(), header.end());
  return read_header(std::as_bytes(std::span(header_copy)), size);
}

/// Returns the values of one tensor of a file.
template <class Scalar = double>
std::vector<Scalar> values_of(std::string_view file, const TensorInfo& tensor) {
  const std::string_view data = file.substr(static_cast<std::size_t>(tensor.bytes.begin),
                                            static_cast<std::size_t>(tensor.bytes.size()));
  std::vector<Scalar> values(data.size() / static_cast<std::size_t>(size_of(tensor.dtype)));
  decode<Scalar>(tensor.dtype, bytes_of(data), values);
  return values;
}

/// Files that must be rejected, each with the one reason named there.
std::vector<CorpusFile> malformed_files();

/// Files on which the format and its readers differ.
std::vector<CorpusFile> ambiguous_files();

/// Valid files with their exact values.
std::vector<ValidFile> valid_files();

}  // namespace ffn::test
