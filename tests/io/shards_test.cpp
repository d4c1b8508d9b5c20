#include "ffn/io/shards.h"

#include <doctest/doctest.h>

#include "ffn/io/checkpoint_error.h"
#include "io/header_of.h"

using namespace ffn;

TEST_CASE("shards: an index is the file of each tensor") {
  const WeightMap map = parse_weight_map(
      R"({"metadata": {"total_size": 8}, "weight_map": {"a": "1.safetensors", "b": "2.safetensors"}})");
  CHECK(map == WeightMap{{"a", "1.safetensors"}, {"b", "2.safetensors"}});
}

TEST_CASE("shards: other members of an index are skipped") {
  const WeightMap map = parse_weight_map(
      R"({"metadata": {"weight_map": {"x": 1}, "list": [true, null, -1, 0.5, {"a": "b"}]},)"
      R"( "weight_map": {"a": "1"}, "other": "text", "flags": [["x"]], "number": 3})");
  CHECK(map == WeightMap{{"a", "1"}});
  CHECK(parse_weight_map(R"({"weight_map": {}})").empty());
}

TEST_CASE("shards: other texts are no index") {
  for (const char* text : {"", "{", "[]", "1", "{\"weight_map\": {\"a\": \"b\"}", "{\"n\": 1e999}"})
    CHECK_THROWS_WITH_AS(parse_weight_map(text),
                         "index is no JSON object; expected model.safetensors.index.json",
                         CheckpointError);
  CHECK_THROWS_WITH_AS(
      parse_weight_map("{}"),
      "index weight_map is missing; expected model.safetensors.index.json, which has it",
      CheckpointError);
  CHECK_THROWS_WITH_AS(parse_weight_map(R"({"weight_map": []})"),
                       "index weight_map is array; expected an object", CheckpointError);
  CHECK_THROWS_WITH_AS(parse_weight_map(R"({"weight_map": {"a": 1}})"),
                       "index weight_map \"a\" is number; expected the name of a file",
                       CheckpointError);
  CHECK_THROWS_WITH_AS(parse_weight_map(R"({"weight_map": {"a": "x", "b": "y", "a": "z"}})"),
                       "index weight_map is two values for \"a\"; expected every name once",
                       CheckpointError);
  CHECK_THROWS_AS(parse_weight_map(std::string(R"({"weight_map": {}})") + '\0' + "x"),
                  CheckpointError);
  for (const char* value : {"null", "true", "[]", "{}", "-1", "0.5"}) {
    CAPTURE(value);
    CHECK_THROWS_AS(parse_weight_map(std::string(R"({"weight_map": {"a": )") + value + "}}"),
                    CheckpointError);
    const std::string whole = value;
    if (whole != "{}")
      CHECK_THROWS_AS(parse_weight_map(R"({"weight_map": )" + whole + "}"), CheckpointError);
  }
}

TEST_CASE("shards: headers are joined, and a tensor knows its file") {
  const SafetensorsHeader first(test::header_of({{"a", {1}}}).tensors(), {{"k", "1"}, {"x", "y"}});
  const SafetensorsHeader second(test::header_of({{"b", {1}}, {"c", {1}}}).tensors(),
                                 {{"k", "2"}, {"z", "3"}});
  const SafetensorsHeader joined = join_shards({first, second}, {"1", "2"});
  CHECK(joined.at("a").file == 0);
  CHECK(joined.at("c").file == 1);
  CHECK(joined.metadata() == SafetensorsHeader::Metadata{{"k", "1"}, {"x", "y"}, {"z", "3"}});
  CHECK(joined.absent_shard("a") == nullptr);
}

TEST_CASE("shards: a tensor of a file that is not open is known by the index") {
  const SafetensorsHeader joined = join_shards({test::header_of({{"a", {1}}})}, {"1.safetensors"},
                                               {{"b", "2.safetensors"}, {"a", "1.safetensors"}});
  REQUIRE(joined.absent_shard("b") != nullptr);
  CHECK(*joined.absent_shard("b") == "2.safetensors");
  CHECK(joined.absent_shard("a") == nullptr);
  CHECK(joined.absent_shard("c") == nullptr);
  const std::vector<NeededTensor> needed{{"b", {1}}};
  CHECK_THROWS_WITH_AS(
      find_tensors(joined, needed),
      "tensor \"b\" is in \"2.safetensors\"; expected that file opened together with the others",
      CheckpointError);
}

TEST_CASE("shards: a tensor of two files is rejected") {
  CHECK_THROWS_WITH_AS(
      join_shards({test::header_of({{"a", {1}}}), test::header_of({{"a", {1}}})}, {"1", "2"}),
      "tensor \"a\" is in \"1\" and \"2\"; expected files of one model, each tensor in one of them",
      CheckpointError);
}
