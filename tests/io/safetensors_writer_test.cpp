#include "ffn/io/safetensors_writer.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "io/corpus.h"

using namespace ffn;

namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("safetensors_writer: the bytes equal the reference implementation's") {
  const std::vector<float> values{0, 1, 2, 3, 4, 5};
  const std::string data =
      text_of(write_safetensors({{"attn.0", {1, 2, 3}, values, Dtype::kF32}})).substr(72);
  CHECK(text_of(write_safetensors({{"attn.0", {1, 2, 3}, values, Dtype::kF32}})) ==
        test::length_bytes(64) +
            R"({"attn.0":{"dtype":"F32","shape":[1,2,3],"data_offsets":[0,24]}})" + data);
  CHECK(data ==
        std::string("\0\0\0\0\0\0\x80\x3F\0\0\0\x40\0\0\x40\x40\0\0\x80\x40\0\0\xA0\x40", 24));
  CHECK(text_of(write_safetensors({{"attn0", {1, 1, 2, 3}, values, Dtype::kF32}})) ==
        test::length_bytes(72) +
            R"({"attn0":{"dtype":"F32","shape":[1,1,2,3],"data_offsets":[0,24]}}       )" + data);
  CHECK(text_of(write_safetensors({})) == test::length_bytes(8) + "{}      ");
  CHECK(text_of(write_safetensors({}, {{"framework", "pt"}})) ==
        test::length_bytes(40) + R"({"__metadata__":{"framework":"pt"}}     )");
}

TEST_CASE("safetensors_writer: tensors are sorted by alignment and then by name") {
  const std::vector<float> values{1, 2};
  const std::vector<TensorToWrite> tensors{{"h", {2}, values, Dtype::kF16},
                                           {"b", {2}, values, Dtype::kF32},
                                           {"d", {2}, values, Dtype::kF64},
                                           {"a", {2, 1}, values, Dtype::kF32},
                                           {"e", {0}, {}, Dtype::kBF16}};
  const std::string file = text_of(write_safetensors(tensors, {{"z", "1"}, {"a", "\"\n"}}));
  CHECK(file == text_of(write_safetensors({tensors.rbegin(), tensors.rend()},
                                          {{"a", "\"\n"}, {"z", "1"}})));
  const SafetensorsHeader header = test::open_file(file);
  std::string order;
  for (const TensorInfo& tensor : header.tensors()) order += tensor.name;
  CHECK(order == "dabeh");
  CHECK(header.metadata() == SafetensorsHeader::Metadata{{"a", "\"\n"}, {"z", "1"}});
  for (const TensorInfo& tensor : header.tensors()) {
    CHECK(tensor.bytes.begin % size_of(tensor.dtype) == 0);
    if (tensor.name != "e") CHECK(test::values_of(file, tensor) == std::vector<double>{1, 2});
  }
}

TEST_CASE("safetensors_writer: any UTF-8 name round-trips") {
  const std::vector<float> value{1};
  for (const std::string& name :
       {std::string(""), std::string("lớp \"1\"\\"), std::string("a\0b", 3),
        std::string("\x1F\x7F\xF0\x9F\x98\x80")}) {
    const std::string file =
        text_of(write_safetensors({{name, {}, value, Dtype::kF32}}, {{name, name}}));
    CHECK(test::open_file(file).at(name).shape.empty());
    CHECK(test::open_file(file).metadata()[0].second == name);
  }
}

TEST_CASE("safetensors_writer: rejects what the reader would reject") {
  const std::vector<float> value{1};
  const auto write = [&](const TensorToWrite& tensor) { write_safetensors({tensor}); };
  CHECK_THROWS_WITH(
      write_safetensors({{"w", {}, value, Dtype::kF32}, {"w", {}, value, Dtype::kF64}}),
      "name is \"w\"; expected every name once");
  CHECK_THROWS_WITH(
      write({"__metadata__", {}, value, Dtype::kF32}),
      "name is \"__metadata__\"; expected a name that the format does not use itself");
  CHECK_THROWS_WITH(write({"a\xFF", {}, value, Dtype::kF32}),
                    "name is not UTF-8 at its byte 2; expected UTF-8");
  CHECK_THROWS_WITH(write({"w", {2}, value, Dtype::kF32}),
                    "tensor \"w\" is data of 1 elements; expected 2 for shape (2,)");
  CHECK_THROWS_WITH(write({"w", {-1}, value, Dtype::kF32}),
                    "tensor \"w\" is (-1,); expected dimensions of 0 or more");
  CHECK_THROWS_WITH(write({"w", {}, value, Dtype::kI8}),
                    "dtype is I8; expected F32, F16, BF16 or F64");
  CHECK_THROWS_AS(write_safetensors({}, {{"k", "\xFF"}}), ArgumentError);
}
