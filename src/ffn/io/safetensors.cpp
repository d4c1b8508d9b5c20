#include "ffn/io/safetensors.h"

#include <algorithm>
#include <cstring>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/file_signature.h"
#include "ffn/io/header_json.h"
#include "ffn/io/sorted_order.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

[[noreturn]] void reject_length(Reason reason, std::uint64_t length, const Text& expected) {
  reject(reason, "header length", length, expected);
}

void check_format(std::string_view first_bytes) {
  if (const auto found = find_other_format(first_bytes)) {
    reject(found->reason, "file", found->what, {"a safetensors file (", found->way_on, ")"});
  }
}

// Returns the bytes as text if they are printable, else in hexadecimal.
std::string shown(std::string_view bytes) {
  const bool printable =
      std::all_of(bytes.begin(), bytes.end(), [](char byte) { return byte >= ' ' && byte <= '~'; });
  if (printable) return short_quoted(bytes);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto bits = static_cast<unsigned char>(byte);
    text += text.empty() ? "" : " ";
    text += kDigits[bits >> 4U];
    text += kDigits[bits & 0xFU];
  }
  return text;
}

void check_length(std::uint64_t length, std::string_view first_bytes, std::uint64_t available) {
  constexpr std::uint64_t kAbsurd = std::uint64_t{1} << 32U;
  if (length >= kAbsurd) {
    reject(
        Reason::kHeaderTooLarge, "file",
        {"of an unknown format: its first 8 bytes, ", shown(first_bytes), ", are no header length"},
        "a safetensors file (choose the model's .safetensors file, or download it again)");
  }
  if (length > static_cast<std::uint64_t>(kMaxHeaderLength)) {
    reject_length(Reason::kHeaderTooLarge, length, {"at most ", kMaxHeaderLength});
  }
  if (length > available) {
    reject_length(Reason::kHeaderTruncated, length,
                  {"at most ", available, ", what the file has after it"});
  }
  if (length < 2) reject_length(Reason::kHeaderTooSmall, length, "at least 2, the length of {}");
}

std::string range_text(const ByteRange& range) {
  return Text({"[", range.begin, ", ", range.end, "]"}).str();
}

void check_size(const TensorInfo& tensor, std::int64_t data_size) {
  const std::int64_t expected = byte_size(tensor);
  if (tensor.bytes.end > data_size) {
    reject(Reason::kOutOfFile, {part_name(tensor), " data_offsets"}, range_text(tensor.bytes),
           {"an end of at most ", data_size, ", where the file ends"});
  }
  if (tensor.bytes.size() != expected) {
    reject(Reason::kSizeMismatch, {part_name(tensor), " data_offsets"}, range_text(tensor.bytes),
           {expected, " bytes for ", dtype_text(tensor), " of shape ", tensor.shape});
  }
}

// Throws unless the tensors, sorted by their offsets, cover [0, data_size) exactly once.
void check_cover(const std::vector<TensorInfo>& tensors, std::int64_t data_size) {
  std::int64_t covered = 0;
  std::string before = "the data begins";
  for (const TensorInfo& tensor : tensors) {
    if (tensor.bytes.begin != covered) {
      const Reason reason = tensor.bytes.begin < covered ? Reason::kOverlap : Reason::kHole;
      reject(reason, {part_name(tensor), " data_offsets"}, range_text(tensor.bytes),
             {"a begin of ", covered, ", where ", before});
    }
    covered = tensor.bytes.end;
    before = part_name(tensor) + " ends";
  }
  if (covered != data_size) {
    reject(Reason::kTrailingBytes, "data", {data_size, " bytes long"},
           {covered, ", where ", before});
  }
}

}  // namespace

SafetensorsHeader::SafetensorsHeader(std::vector<TensorInfo> tensors, Metadata metadata,
                                     Metadata absent)
    : tensors_(std::move(tensors)),
      metadata_(std::move(metadata)),
      absent_(std::move(absent)),
      by_name_(sorted_order(tensors_.size(), [&](std::size_t a, std::size_t b) {
        return tensors_[a].name < tensors_[b].name;
      })) {
  std::sort(absent_.begin(), absent_.end());
}

const std::string* SafetensorsHeader::absent_shard(std::string_view name) const {
  const auto found = std::lower_bound(
      absent_.begin(), absent_.end(), name,
      [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
  return found != absent_.end() && found->first == name ? &found->second : nullptr;
}

std::vector<std::size_t>::const_iterator SafetensorsHeader::first_from(
    std::string_view name) const {
  return std::lower_bound(
      by_name_.begin(), by_name_.end(), name,
      [&](std::size_t i, std::string_view wanted) { return tensors_[i].name < wanted; });
}

std::vector<const TensorInfo*> SafetensorsHeader::with_prefix(std::string_view prefix) const {
  std::vector<const TensorInfo*> found;
  for (auto at = first_from(prefix); at != by_name_.end(); ++at) {
    if (!tensors_[*at].name.starts_with(prefix)) break;
    found.push_back(&tensors_[*at]);
  }
  return found;
}

const TensorInfo* SafetensorsHeader::find(std::string_view name) const {
  const auto found = first_from(name);
  return found != by_name_.end() && tensors_[*found].name == name ? &tensors_[*found] : nullptr;
}

const TensorInfo& SafetensorsHeader::at(std::string_view name) const {
  const TensorInfo* tensor = find(name);
  check(tensor != nullptr, "name", short_quoted(name),
        {"one of the file's ", tensors_.size(), " tensors"});
  return *tensor;
}

std::int64_t header_length(std::span<const std::byte> first_bytes, std::int64_t file_size) {
  check(file_size >= 0, "file_size", file_size, "0 or more");
  const std::int64_t wanted = std::min(kLengthBytes, file_size);
  check(static_cast<std::int64_t>(first_bytes.size()) >= wanted, "first_bytes",
        {first_bytes.size(), " long"}, wanted);
  if (file_size < kLengthBytes) {
    check_format(text_of(first_bytes));
    reject(Reason::kFileTooSmall, "file", {file_size, " bytes long"}, {"at least ", kLengthBytes});
  }
  std::uint64_t length = 0;
  std::memcpy(&length, first_bytes.data(), sizeof length);  // little-endian, as dtype.cpp asserts
  // First bytes of a gzip file without name and date. Safetensors writers pad the header to a
  // multiple of 8 bytes, which this is not.
  constexpr std::uint64_t kPlainGzip = 0x08'8b1f;
  const auto available = static_cast<std::uint64_t>(file_size - kLengthBytes);
  const std::string_view first = text_of(first_bytes);
  const bool tar = is_tar(first) && first[kLengthBytes] != '{';
  if (length > static_cast<std::uint64_t>(kMaxHeaderLength) || length == kPlainGzip || tar)
    check_format(first);
  check_length(length, first.substr(0, kLengthBytes), available);
  return static_cast<std::int64_t>(length);
}

SafetensorsHeader read_header(std::span<const std::byte> header, std::int64_t file_size) {
  const std::int64_t data_begin = kLengthBytes + static_cast<std::int64_t>(header.size());
  check(file_size >= data_begin, "file_size", file_size, {"at least ", data_begin});
  HeaderJson read = parse_header_json(text_of(header));
  const std::int64_t data_size = file_size - data_begin;
  for (const TensorInfo& tensor : read.tensors) check_size(tensor, data_size);
  const auto before = [&](std::size_t a, std::size_t b) {
    const ByteRange& first = read.tensors[a].bytes;
    const ByteRange& second = read.tensors[b].bytes;
    return first.begin != second.begin ? first.begin < second.begin : first.end < second.end;
  };
  std::vector<TensorInfo> tensors;
  tensors.reserve(read.tensors.size());
  for (const std::size_t i : sorted_order(read.tensors.size(), before))
    tensors.push_back(std::move(read.tensors[i]));
  check_cover(tensors, data_size);
  for (TensorInfo& tensor : tensors) {
    tensor.bytes.begin += data_begin;
    tensor.bytes.end += data_begin;
  }
  return {std::move(tensors), std::move(read.metadata)};
}

}  // namespace ffn
