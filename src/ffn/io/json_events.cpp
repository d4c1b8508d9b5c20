#include "ffn/io/json_events.h"

// nlohmann/json is the only dependency besides Eigen. Its SAX interface reports every key, so
// duplicates can be rejected, and it needs no recursion. A hand-written JSON parser would be a
// likely source of vulnerabilities.
#define JSON_NO_IO  // excludes its stream interface
#include <nlohmann/json.hpp>

namespace ffn {

namespace {

using Json = nlohmann::json;

// Passes the events of nlohmann's parser on.
struct Events {
  JsonEvents& to;

  bool start_object(std::size_t /*elements*/) { return to.start_object(); }
  bool key(std::string& text) { return to.key(text); }
  bool end_object() { return to.end_object(); }
  bool start_array(std::size_t /*elements*/) { return to.start_array(); }
  bool end_array() { return to.end_array(); }
  bool number_unsigned(Json::number_unsigned_t value) { return to.number_unsigned(value); }
  bool number_integer(Json::number_integer_t value) { return to.number_integer(value); }
  // The parser replaces the point by that of the locale.
  bool number_float(Json::number_float_t /*value*/, std::string text) {
    const std::size_t point = text.find_first_not_of("+-0123456789eE");
    if (point != std::string::npos) text[point] = '.';
    return to.number_float(text);
  }
  bool string(std::string& text) { return to.string(text); }
  bool boolean(bool value) { return to.boolean(value); }
  bool null() { return to.null(); }
  static bool binary(const Json::binary_t& /*value*/) { return false; }  // LCOV_EXCL_LINE: not JSON
  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) {
    constexpr int kNumberOverflow = 406;
    return error.id == kNumberOverflow ? to.number_overflow(token) : to.parse_error(position);
  }
};

}  // namespace

void parse_json(std::string_view text, JsonEvents& events) {
  Events to{events};
  Json::sax_parse(text.begin(), text.end(), &to);
}

}  // namespace ffn
