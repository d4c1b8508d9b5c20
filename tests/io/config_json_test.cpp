#include "ffn/io/config_json.h"

#include <doctest/doctest.h>

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
  CHECK(json.find(root, "h")->integer == -3);
  CHECK(json.text(root, "missing").empty());
}

TEST_CASE("config_json: elements of nested arrays belong to no object") {
  const ConfigJson json(R"({"d": [[["x"]], {"a": [1]}, 2, "late"], "a": 7})");
  CHECK(json.find(json.root(), "a")->integer == 7);
  CHECK(json.find(json.root(), "d")->text == "late");
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
