#pragma once
// Reads JSON as a sequence of events, without recursion and without a tree of the document. It
// contains the only use of nlohmann/json, so that all readers of JSON share one parser.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ffn {

/// Handles the events of a JSON text. Every function returns true (continue) or throws; texts may
/// be moved from.
class JsonEvents {
 public:
  JsonEvents() = default;
  JsonEvents(const JsonEvents&) = delete;
  JsonEvents& operator=(const JsonEvents&) = delete;

  virtual bool start_object() = 0;
  virtual bool key(std::string& text) = 0;
  virtual bool end_object() = 0;
  virtual bool start_array() = 0;
  virtual bool end_array() = 0;
  virtual bool number_unsigned(std::uint64_t value) = 0;
  virtual bool number_integer(std::int64_t value) = 0;  ///< negative
  virtual bool number_float(const std::string& text) = 0;
  virtual bool string(std::string& text) = 0;
  virtual bool boolean(bool value) = 0;
  virtual bool null() = 0;

  /// Reports a number beyond the range of double. The parser cannot go on: it must throw.
  virtual bool number_overflow(const std::string& text) = 0;

  /// Reports text that is not JSON at that byte, counted from 1. It must throw.
  virtual bool parse_error(std::size_t position) = 0;

 protected:
  ~JsonEvents() = default;
};

/// Calls `events` for one JSON value, surrounded by any white space. The parser treats a NUL as the
/// end of the text.
void parse_json(std::string_view text, JsonEvents& events);

}  // namespace ffn
