#pragma once
// Conversion of file bytes from JavaScript, with a single bulk copy.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/io/tensor_info.h"
#include "value.h"

namespace ffn::bindings {

using Bytes = std::vector<std::uint8_t>;

inline Bytes read_bytes(const val& array) {
  Bytes bytes(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<void>("set", array);
  return bytes;
}

inline std::span<const std::byte> span_of(const Bytes& bytes) { return std::as_bytes(std::span(bytes)); }

inline std::int64_t checked_file_size(double size) { return checked_integer("file_size", size, 0, kMaxExactInteger); }

/// Returns { begin, end }.
inline val write_bytes_range(const ByteRange& bytes) {
  val range = val::object();
  range.set("begin", static_cast<double>(bytes.begin));
  range.set("end", static_cast<double>(bytes.end));
  return range;
}

}  // namespace ffn::bindings
