#include "ffn/io/safetensors_writer.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "ffn/core/check.h"
#include "ffn/io/sorted_order.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

constexpr std::size_t kAlignment = 8;

void check_utf8(const char* argument, std::string_view text) {
  const auto at = first_invalid_utf8(text);
  if (at) check(false, argument, {"not UTF-8 at its byte ", *at + 1}, "UTF-8");
}

std::int64_t checked_byte_count(const TensorToWrite& tensor) {
  check_utf8("name", tensor.name);
  check(tensor.name != "__metadata__", "name", json_quoted(tensor.name),
        "a name that the format does not use itself");
  const std::string part = "tensor " + short_quoted(tensor.name);
  const std::int64_t count = element_count(part.c_str(), tensor.shape);
  check(count == static_cast<std::int64_t>(tensor.values.size()), part.c_str(),
        {"data of ", tensor.values.size(), " elements"}, {count, " for shape ", tensor.shape});
  return count * size_of(tensor.dtype);
}

void append_entry(std::string& json, const std::string& name) {
  if (json.size() > 1) json += ',';
  json += json_quoted(name);
  json += ':';
}

void append_metadata(std::string& json, const SafetensorsMetadata& metadata) {
  append_entry(json, "__metadata__");
  std::string entries = "{";
  for (const auto& [key, value] : metadata) {
    check_utf8("metadata", key);
    check_utf8("metadata", value);
    append_entry(entries, key);
    entries += json_quoted(value);
  }
  json += entries;
  json += '}';
}

void append_tensor(std::string& json, const TensorToWrite& tensor, std::int64_t begin,
                   std::int64_t end) {
  append_entry(json, tensor.name);
  std::string shape;
  for (const std::int64_t dimension : tensor.shape)
    shape.append(shape.empty() ? "" : ",").append(std::to_string(dimension));
  json.append("{\"dtype\":\"").append(name_of(tensor.dtype)).append("\",\"shape\":[").append(shape);
  json.append("],\"data_offsets\":[")
      .append(std::to_string(begin))
      .append(",")
      .append(std::to_string(end))
      .append("]}");
}

// Returns the indices of the tensors in the order of the reference implementation. Throws
// ArgumentError for a duplicate name.
std::vector<std::size_t> reference_order(const std::vector<TensorToWrite>& tensors) {
  const auto by_name = sorted_order(tensors.size(), [&](std::size_t a, std::size_t b) {
    return tensors[a].name < tensors[b].name;
  });
  for (std::size_t i = 1; i < by_name.size(); ++i) {
    const std::string& name = tensors[by_name[i]].name;
    check(tensors[by_name[i - 1]].name != name, "name", short_quoted(name), "every name once");
  }
  return sorted_order(tensors.size(), [&](std::size_t a, std::size_t b) {
    return tensors[a].dtype != tensors[b].dtype ? tensors[a].dtype > tensors[b].dtype
                                                : tensors[a].name < tensors[b].name;
  });
}

}  // namespace

std::vector<std::byte> write_safetensors(const std::vector<TensorToWrite>& tensors,
                                         const SafetensorsMetadata& metadata) {
  const std::vector<std::size_t> order = reference_order(tensors);
  std::string json = "{";
  if (!metadata.empty()) append_metadata(json, metadata);
  std::int64_t data_size = 0;
  for (const std::size_t i : order) {
    const TensorToWrite& tensor = tensors[i];
    const std::int64_t end = data_size + checked_byte_count(tensor);
    append_tensor(json, tensor, data_size, end);
    data_size = end;
  }
  json += '}';
  json.append((kAlignment - json.size() % kAlignment) % kAlignment, ' ');
  const std::uint64_t length = json.size();
  const std::int64_t file_size = static_cast<std::int64_t>(sizeof length + json.size()) + data_size;
  check(file_size <= std::numeric_limits<std::ptrdiff_t>::max(), "file", {file_size, " bytes long"},
        "less than this machine addresses");
  std::vector<std::byte> file(static_cast<std::size_t>(file_size));
  std::memcpy(file.data(), &length, sizeof length);
  std::memcpy(file.data() + sizeof length, json.data(), json.size());
  std::size_t at = sizeof length + json.size();
  for (const std::size_t i : order) {
    const TensorToWrite& tensor = tensors[i];
    const std::size_t size = tensor.values.size() * static_cast<std::size_t>(size_of(tensor.dtype));
    encode(tensor.dtype, tensor.values, std::span(file).subspan(at, size));
    at += size;
  }
  return file;
}

}  // namespace ffn
