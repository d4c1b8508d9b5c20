#include "ffn/io/config_json.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>
#include <string>

#include "ffn/io/checkpoint_error.h"

using namespace ffn;

namespace {

std::string nested(std::size_t levels) {
  std::string text = "{\"a\":";
  for (std::size_t i = 1; i < levels; ++i) text += i % 2 == 0 ? "[" : "{\"a\":";
  text += "1";
  for (std::size_t i = levels; i-- > 1;) text += i % 2 == 0 ? "]" : "}";
  return text + "}";
}

CheckpointReason config_json_reason(const std::string& text) {
  try {
    ConfigJson json(text);
    json.find(json.root(), "a");
  } catch (const CheckpointError& error) {
    return error.reason();
  }
  FAIL("accepted");
  return {};
}

}  // namespace

TEST_CASE("config_json: values are found by key, in nested objects, too") {
  const ConfigJson json(
      " {\"a\": 1, \"b\": {\"a\": \"x\", \"c\": null}, \"d\": [\"first\", \"second\", {\"a\": 2}], "
      "\"e\": true, \"f\": 1.5, \"g\": 18446744073709551615, \"h\": -3}\n");
  const auto& root = json.root();
  CHECK(json.find(root, "a")->integer == 1);
  REQUIRE(json.find_object(root, "b") != nullptr);
  CHECK(json.text(*json.find_object(root, "b"), "a") == "x");
  CHECK(json.find(*json.find_object(root, "b"), "c") == nullptr);
  CHECK(json.find_object(root, "a") == nullptr);
  CHECK(json.find(root, "d")->kind == ConfigJson::Kind::kArray);
  CHECK(json.find(root, "d")->text == "first");
  CHECK(json.find(root, "e")->integer == 1);
  CHECK(json.find(root, "f")->kind == ConfigJson::Kind::kReal);
  CHECK(json.find(root, "g")->integer == std::numeric_limits<std::int64_t>::max());
  CHECK(json.find(root, "g")->text == "18446744073709551615");
  CHECK(json.find(root, "h")->integer == -3);
  CHECK(json.text(root, "missing").empty());
}

TEST_CASE("config_json: elements of nested arrays belong to no object") {
  const ConfigJson json(R"({"d": [[["x"]], {"a": [1]}, 2, "late"], "a": 7})");
  CHECK(json.find(json.root(), "a")->integer == 7);
  CHECK(json.find(json.root(), "d")->integer == 4);
}

TEST_CASE("config_json: the text of an array is its first element, if that is a string") {
  const ConfigJson json(R"({"a": ["x", "y"], "b": [1, "y"], "c": [], "d": ["", "y"]})");
  CHECK(json.find(json.root(), "a")->text == "x");
  CHECK(json.find(json.root(), "b")->text.empty());
  CHECK(json.find(json.root(), "c")->text.empty());
  CHECK(json.find(json.root(), "d")->text.empty());
}

TEST_CASE("config_json: whole numbers beyond 64 bits are whole numbers") {
  const ConfigJson json(
      R"({"a": 9223372036854775808, "b": 1000000000000000000000, "c": -1000000000000000000000})");
  for (const char* const key : {"a", "b", "c"}) {
    CAPTURE(key);
    const ConfigJson::Value& value = *json.find(json.root(), key);
    CHECK(value.kind == ConfigJson::Kind::kInteger);
    CHECK(std::abs(value.integer) == std::numeric_limits<std::int64_t>::max());
  }
  CHECK(json.find(json.root(), "a")->text == "9223372036854775808");
  CHECK(json.find(json.root(), "c")->integer < 0);
}

TEST_CASE("config_json: numbers that are not finite are accepted as Python writes them") {
  const ConfigJson json(
      R"({"a": NaN, "b": [Infinity, -Infinity,NaN ], "c": "NaN, \"Infinity", "d":-Infinity})");
  CHECK(json.find(json.root(), "a")->kind == ConfigJson::Kind::kReal);
  CHECK(json.find(json.root(), "b")->integer == 3);
  CHECK(json.text(json.root(), "c") == "NaN, \"Infinity");
  CHECK(json.find(json.root(), "d")->kind == ConfigJson::Kind::kReal);
  for (const char* const text : {"{\"a\": nan}", "{\"a\": NaNs}", "{\"a\": 1NaN}", "{NaN: 1}",
                                 "{\"a\": +Infinity}", "{\"a\": - Infinity}", "{\"a\": Infinity"})
    CHECK(config_json_reason(text) == CheckpointReason::kNotJson);
  CHECK(config_json_reason("NaN") == CheckpointReason::kNotJson);
  // The position is that of the text.
  CHECK_THROWS_WITH_AS(ConfigJson("{\"a\": -Infinity, x}"),
                       "config is not JSON at its byte 18; expected a JSON object",
                       CheckpointError);
}

TEST_CASE("config_json: the number of named values is limited") {
  const auto values = [](std::size_t count) {
    std::string text = "{\"a\":1";
    for (std::size_t i = 1; i < count; ++i) text += ",\"b\":1";
    return text + "}";
  };
  CHECK_NOTHROW(ConfigJson(values(kMaxConfigValues - 1)));
  CHECK_THROWS_WITH_AS(ConfigJson(values(kMaxConfigValues)),
                       "config is with more values; expected at most 200000 named values",
                       CheckpointError);
}

TEST_CASE("config_json: text that is not one JSON object is rejected") {
  CHECK(config_json_reason("") == CheckpointReason::kNotJson);
  CHECK(config_json_reason("{\"a\": 1") == CheckpointReason::kNotJson);
  CHECK(config_json_reason("{\"a\": [1e999]}") == CheckpointReason::kBadNumber);
  CHECK(config_json_reason("{\"a\": 1e999") == CheckpointReason::kBadNumber);
  CHECK(config_json_reason("{} {}") == CheckpointReason::kNotJson);
  CHECK(config_json_reason("Entry not found") == CheckpointReason::kNotJson);
  CHECK(config_json_reason(std::string("{}\0", 3)) == CheckpointReason::kNotJson);
  CHECK(config_json_reason("{\"\xFF\": 1}") == CheckpointReason::kNotUtf8);
  CHECK(config_json_reason("[1]") == CheckpointReason::kWrongType);
  CHECK(config_json_reason("\"a\"") == CheckpointReason::kWrongType);
  CHECK(config_json_reason("{\"a\": 1, \"a\": 2}") == CheckpointReason::kDuplicateKey);
  CHECK(config_json_reason("{\"a\": 1, \"a\": null}") == CheckpointReason::kDuplicateKey);
  CHECK(config_json_reason(std::string(kMaxConfigBytes + 1, ' ')) ==
        CheckpointReason::kHeaderTooLarge);
  CHECK_NOTHROW(ConfigJson(nested(kMaxConfigDepth)));
  CHECK(config_json_reason(nested(kMaxConfigDepth + 1)) == CheckpointReason::kWrongType);
  CHECK(config_json_reason(nested(100'000)) == CheckpointReason::kWrongType);
  const ConfigJson json(R"({"a": 1})");
  CHECK_THROWS_WITH_AS(json.text(json.root(), "a"),
                       "config \"a\" is of another type; expected a string", CheckpointError);
}
