#include "ffn/io/header_json.h"

#include <doctest/doctest.h>

#include "ffn/io/checkpoint_error.h"

using namespace ffn;

namespace {

CheckpointReason reason_of(std::string_view text) {
  try {
    parse_header_json(text);
  } catch (const CheckpointError& error) {
    return error.reason();
  }
  FAIL("accepted");
  return {};
}

}  // namespace

TEST_CASE("header_json: returns tensors and metadata in the order of the text") {
  const HeaderJson header = parse_header_json(
      R"({"b":{"dtype":"F16","shape":[3,0],"data_offsets":[4,4]},"__metadata__":{"k":"v","":""},"a":{"data_offsets":[0,4],"dtype":"I32","shape":[]}}  )");
  REQUIRE(header.tensors.size() == 2);
  CHECK(header.tensors[0].name == "b");
  CHECK(header.tensors[0].dtype == Dtype::kF16);
  CHECK(header.tensors[0].shape == Shape{3, 0});
  CHECK(header.tensors[0].bytes.begin == 4);
  CHECK(header.tensors[1].name == "a");
  CHECK(header.tensors[1].shape.empty());
  CHECK(header.tensors[1].bytes.end == 4);
  REQUIRE(header.metadata.size() == 2);
  CHECK(header.metadata[0].second == "v");
}

TEST_CASE("header_json: does not check sizes") {
  CHECK(parse_header_json(R"({"a":{"dtype":"F32","shape":[7],"data_offsets":[100,101]}})")
            .tensors.size() == 1);
}

TEST_CASE("header_json: errors report the position of a syntax error and the unexpected value") {
  CHECK_THROWS_WITH(parse_header_json("{\"a\" 1}"),
                    "header is not JSON at its byte 6; expected a JSON object");
  CHECK_THROWS_WITH(parse_header_json("{} x"),
                    "header is going on after the JSON, at its byte 4; expected spaces");
  CHECK_THROWS_WITH(parse_header_json("{}\n"),
                    "header is \"\\n\" at its end; expected } and spaces");
  CHECK_THROWS_WITH(parse_header_json(R"({"a":{"dtype":3}})"),
                    "tensor \"a\" dtype is a number; expected a string");
  CHECK_THROWS_WITH(parse_header_json(R"({"a":{"shape":{}}})"),
                    "tensor \"a\" shape is an object; expected an array of numbers");
  CHECK_THROWS_WITH(parse_header_json(R"({"a":{"shape":[1.5]}})"),
                    "tensor \"a\" shape is 1.5; expected whole numbers of 0 or more");
  CHECK_THROWS_WITH(parse_header_json(R"({"a":[]})"),
                    "tensor \"a\" is an array; expected an object");
  CHECK_THROWS_WITH(parse_header_json(R"({"__metadata__":{"k":null}})"),
                    "__metadata__ \"k\" is null; expected a string");
  CHECK_THROWS_WITH(parse_header_json(R"({"__metadata__":1})"),
                    "__metadata__ is a number; expected an object");
  CHECK_THROWS_WITH(parse_header_json(R"({"a":{"note":1}})"),
                    "tensor \"a\" field is \"note\"; expected dtype, shape or data_offsets");
  CHECK_THROWS_WITH(parse_header_json(R"({"a":{"shape":[],"shape":[]}})"),
                    "tensor \"a\" is two values for \"shape\"; expected every name once");
}

TEST_CASE("header_json: messages are short valid text for any header") {
  CHECK_THROWS_WITH(parse_header_json("\xFF{}"), "header is byte 255 first; expected {");
  CHECK_THROWS_WITH(parse_header_json(R"({"a":{"shape":[)" + std::string(100'000, '9') + "]}}"),
                    "tensor \"a\" shape is 999999999999999999999999999999...; expected whole "
                    "numbers of 0 or more");
}

TEST_CASE("header_json: malformed text is rejected") {
  CHECK(reason_of("") == CheckpointReason::kHeaderStart);
  CHECK(reason_of("{") == CheckpointReason::kNotJson);
  CHECK(reason_of("{\"a\xFF\":1}") == CheckpointReason::kNotUtf8);
  CHECK(reason_of(std::string_view("{}\0", 3)) == CheckpointReason::kNotJson);
  CHECK(reason_of(R"({"a":{"shape":[1e999]}})") == CheckpointReason::kBadNumber);
  CHECK(reason_of(R"({"a":{"data_offsets":[1e999]}})") == CheckpointReason::kBadNumber);
  CHECK(reason_of(R"({"a":1e999})") == CheckpointReason::kWrongType);
  CHECK(reason_of("{\"a\":{\"shape\":" + std::string(5'000'000, '[')) ==
        CheckpointReason::kWrongType);
}
