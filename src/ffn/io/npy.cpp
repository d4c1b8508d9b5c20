#include "ffn/io/npy.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/file_signature.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr const char* kExpectedNpy = "an .npy file";
constexpr std::size_t kVersionAt = 6;
constexpr std::size_t kLengthAt = 8;

std::string_view npy_text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::int64_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Throws unless the first bytes are the .npy signature; the message names the format if its
// signature is known.
void check_magic(std::string_view first) {
  if (first.substr(0, kMagic.size()) == kMagic) return;
  // A safetensors file: 8 bytes of header length, then JSON.
  if (first.size() > kLengthAt && first[kLengthAt] == '{' && first[7] == '\0') {
    reject(Reason::kOtherFormat, "file", "a safetensors file", kExpectedNpy);
  }
  check_file_signature(first, kExpectedNpy);
  if (kMagic.substr(0, first.size()) == first)
    return;  // a prefix of the signature: data_begin reports a file that is too small
  reject(Reason::kOtherFormat, "file", "of another kind, by its first bytes", kExpectedNpy);
}

// Returns the size in bytes of the header-length field, which depends on the version.
std::size_t length_size(std::string_view first) {
  const std::int64_t major = byte_at(first, kVersionAt);
  const std::int64_t minor = byte_at(first, kVersionAt + 1);
  if (major >= 1 && major <= 3 && minor == 0) return major == 1 ? 2 : 4;
  reject(Reason::kUnknownVersion, "version", {major, ".", minor}, "1.0, 2.0 or 3.0");
}

// Returns the offset of the data; `first` has at least 12 bytes, or all bytes of a shorter file.
std::int64_t data_begin(std::string_view first, std::int64_t file_size) {
  check_magic(first);
  const auto too_small = [&](std::size_t least) {
    reject(Reason::kFileTooSmall, "file", {file_size, " bytes long"}, {"at least ", least});
  };
  if (first.size() < kLengthAt) too_small(kLengthAt + 2);
  const std::size_t size = length_size(first);
  if (first.size() < kLengthAt + size) too_small(kLengthAt + size);
  std::int64_t length = 0;
  for (std::size_t i = size; i-- > 0;) length = 256 * length + byte_at(first, kLengthAt + i);
  if (length > kMaxNpyHeaderLength) {
    reject(Reason::kHeaderTooLarge, "header length", length, {"at most ", kMaxNpyHeaderLength});
  }
  const std::int64_t begin = static_cast<std::int64_t>(kLengthAt + size) + length;
  if (begin > file_size) {
    reject(Reason::kHeaderTruncated, "header length", length,
           {"at most ", file_size - begin + length, ", what the file has after it"});
  }
  return begin;
}

// Returns the size of the elements in bytes, with overflow checks in 64 bits.
std::int64_t data_size(const NpyHeader& header) {
  TensorInfo array;
  array.name = "array";
  array.dtype = header.dtype;
  array.shape = header.shape;
  return byte_size(array);
}

std::vector<std::byte> reversed_elements(std::span<const std::byte> bytes, std::size_t size) {
  std::vector<std::byte> reversed(bytes.begin(), bytes.end());
  for (std::size_t at = 0; at + size <= reversed.size(); at += size)
    std::reverse(&reversed[at], &reversed[at] + size);
  return reversed;
}

// Converts Fortran order (first index varies fastest) to C order (last index varies fastest).
void to_c_order(const Shape& shape, std::span<const float> values, std::span<float> out) {
  if (out.empty()) return;  // if one dimension is 0, the product of the others may overflow
  Shape strides(shape.size(), 1);
  for (std::size_t i = 1; i < shape.size(); ++i) strides[i] = strides[i - 1] * shape[i - 1];
  Shape index(shape.size(), 0);
  std::int64_t at = 0;
  for (float& element : out) {
    element = values[static_cast<std::size_t>(at)];
    for (std::size_t i = shape.size(); i-- > 0;) {
      at += strides[i];
      if (++index[i] < shape[i]) break;
      at -= strides[i] * shape[i];
      index[i] = 0;
    }
  }
}

}  // namespace

std::int64_t npy_data_begin(std::span<const std::byte> first_bytes, std::int64_t file_size) {
  check(file_size >= 0, "file_size", file_size, "0 or more");
  const std::int64_t wanted = std::min(kNpyFirstBytes, file_size);
  check(static_cast<std::int64_t>(first_bytes.size()) >= wanted, "first_bytes",
        {first_bytes.size(), " long"}, wanted);
  return data_begin(npy_text_of(first_bytes), file_size);
}

NpyArray read_npy(std::span<const std::byte> before_data, std::int64_t file_size) {
  const std::string_view text = npy_text_of(before_data);
  const std::int64_t begin = data_begin(text, file_size);
  check(static_cast<std::int64_t>(before_data.size()) == begin, "before_data",
        {before_data.size(), " long"}, begin);
  NpyArray array;
  array.header = parse_npy_header(text.substr(kLengthAt + length_size(text)));
  const std::int64_t expected = data_size(array.header);
  const std::int64_t found = file_size - begin;
  if (found != expected) {
    reject(found < expected ? Reason::kOutOfFile : Reason::kTrailingBytes, "data",
           {found, " bytes long"},
           {expected, " for ", name_of(array.header.dtype), " of shape ", array.header.shape});
  }
  array.bytes = {begin, file_size};
  return array;
}

void decode(const NpyArray& array, std::span<const std::byte> bytes, std::span<float> out) {
  const NpyHeader& header = array.header;
  const std::int64_t expected = element_count("array", header.shape);
  check(static_cast<std::int64_t>(out.size()) == expected, "out", {out.size(), " elements"},
        expected);
  std::vector<std::byte> little_endian;
  if (header.big_endian && size_of(header.dtype) > 1) {
    little_endian = reversed_elements(bytes, static_cast<std::size_t>(size_of(header.dtype)));
    bytes = little_endian;
  }
  // With one dimension both orders are the same.
  if (!header.fortran_order || header.shape.size() < 2)
    return decode<float>(header.dtype, bytes, out);
  std::vector<float> values(out.size());
  decode<float>(header.dtype, bytes, values);
  to_c_order(header.shape, values, out);
}

}  // namespace ffn
