#include "ffn/io/json_events.h"

#include <doctest/doctest.h>

#include <string>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

// Writes the events down, one word each.
class Written final : public JsonEvents {
 public:
  std::string events;

  bool start_object() override { return write("{"); }
  bool key(std::string& text) override { return write("key " + text); }
  bool end_object() override { return write("}"); }
  bool start_array() override { return write("["); }
  bool end_array() override { return write("]"); }
  bool number_unsigned(std::uint64_t value) override {
    return write("unsigned " + std::to_string(value));
  }
  bool number_integer(std::int64_t value) override {
    return write("integer " + std::to_string(value));
  }
  bool number_float(const std::string& text) override { return write("float " + text); }
  bool string(std::string& text) override { return write("string " + text); }
  bool boolean(bool value) override { return write(value ? "true" : "false"); }
  bool null() override { return write("null"); }
  bool number_overflow(const std::string& text) override { reject("number", text, "a double"); }
  bool parse_error(std::size_t position) override {
    reject("text", {"not JSON at its byte ", position}, "JSON");
  }

 private:
  bool write(const std::string& event) {
    events += event + "; ";
    return true;
  }
};

std::string events_of(std::string_view text) {
  Written written;
  parse_json(text, written);
  return written.events;
}

}  // namespace

TEST_CASE("json_events: every kind of value is one event with its key before it") {
  CHECK(events_of(R"( {"a": [1, -2, 0.50, "x\n", true, false, null], "b": {}} )") ==
        "{; key a; [; unsigned 1; integer -2; float 0.50; string x\n; true; false; null; ]; key b; "
        "{; }; }; ");
  CHECK(events_of("7") == "unsigned 7; ");
}

TEST_CASE("json_events: numbers out of range and text that is not JSON are reported") {
  CHECK_THROWS_WITH_AS(events_of("[1e999]"), "number is 1e999; expected a double", ArgumentError);
  CHECK_THROWS_WITH_AS(events_of("{\"a\" 1}"), "text is not JSON at its byte 6; expected JSON",
                       ArgumentError);
  CHECK_THROWS_AS(events_of(""), ArgumentError);
}
