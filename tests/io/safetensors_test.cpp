#include "ffn/io/safetensors.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>

#include "ffn/io/checkpoint_error.h"
#include "io/corpus.h"

using namespace ffn;
using ffn::test::CorpusFile;
using ffn::test::entry;
using ffn::test::file_of;
using ffn::test::one;
using ffn::test::open_file;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct ValidFile {
  std::string name;
  std::string bytes;
  std::string tensor;
  Shape shape;
  std::vector<double> values;
};

template <class Stored>
std::string raw(std::initializer_list<Stored> values) {
  std::string bytes(values.size() * sizeof(Stored), '\0');
  std::memcpy(bytes.data(), std::data(values), bytes.size());
  return bytes;
}

// A file of one tensor w with that data.
ValidFile typed(const std::string& dtype, const std::string& data, std::vector<double> values) {
  const std::string header = one(dtype, "[" + std::to_string(values.size()) + "]", "[0," + std::to_string(data.size()) + "]");
  return {dtype, file_of(header) + data, "w", {static_cast<std::int64_t>(values.size())}, std::move(values)};
}

std::vector<ValidFile> valid_types() {
  return {typed("F32", raw<float>({1.5F, -0.0F, 1e-45F, 3e38F}), {1.5, -0.0, 0x1p-149, static_cast<double>(3e38F)}),
          typed("F16", raw<std::uint16_t>({0x3C00, 0xC000, 0x0001, 0x8000, 0x7BFF, 0x7C00, 0xFC00}),
                {1, -2, 0x1p-24, -0.0, 65504, kInf, -kInf}),
          typed("BF16", raw<std::uint16_t>({0x3F80, 0xC000, 0x0001, 0x8000, 0x7F80}), {1, -2, 0x1p-133, -0.0, kInf}),
          typed("F64", raw<double>({0.1, -1e300, 5e-324}), {0.1, -1e300, 5e-324}),
          typed("I64", raw<std::int64_t>({-1, std::int64_t{1} << 62, 42}), {-1, 0x1p62, 42}),
          typed("U64", raw<std::uint64_t>({~std::uint64_t{0}, 7}), {0x1p64, 7}),
          typed("I32", raw<std::int32_t>({-2147483647 - 1, 2147483647}), {-2147483648.0, 2147483647}),
          typed("U32", raw<std::uint32_t>({4294967295U, 0}), {4294967295.0, 0}),
          typed("I16", raw<std::int16_t>({-32768, 32767}), {-32768, 32767}),
          typed("U16", raw<std::uint16_t>({65535, 1}), {65535, 1}),
          typed("I8", raw<std::int8_t>({-128, 127}), {-128, 127}),
          typed("U8", raw<std::uint8_t>({255, 0}), {255, 0}),
          typed("BOOL", raw<std::uint8_t>({0, 1, 1}), {0, 1, 1}),
          typed("F8_E5M2", raw<std::uint8_t>({0x3C, 0xC0, 0x01, 0x7B, 0x7C}), {1, -2, 0x1p-16, 57344, kInf}),
          typed("F8_E4M3", raw<std::uint8_t>({0x38, 0xC0, 0x01, 0x7E, 0x80}), {1, -2, 0x1p-9, 448, -0.0})};
}

std::vector<ValidFile> valid_forms() {
  const std::string float4 = raw<float>({1, 2, 3, 4});
  const std::string w4 = one("F32", "[2,2]", "[0,16]");
  const auto same = [&](const char* name, const std::string& header) {
    return ValidFile{name, file_of(header) + float4, "w", {2, 2}, {1, 2, 3, 4}};
  };
  const std::string v = entry("v", "F32", "[1]", "[16,20]");
  const std::string w = entry("w", "F32", "[2,2]", "[0,16]");
  return {same("two by two", w4),
          same("padded with spaces", w4 + "       "),
          same("white space inside", "{\n\t\"w\" : { \"dtype\" : \"F32\" ,\r\n \"shape\" : [ 2 , 2 ] , \"data_offsets\" : [ 0 , 16 ] } }"),
          same("fields in another order", R"({"w":{"data_offsets":[0,16],"shape":[2,2],"dtype":"F32"}})"),
          same("escaped name", R"({"\u0077":{"dtype":"F\u00332","shape":[2,2],"data_offsets":[0,16]}})"),
          same("metadata behind", "{" + w + R"(,"__metadata__":{"format":"pt"}})"),
          same("empty tensors at both ends",
               "{" + entry("a", "F64", "[0]", "[0,0]") + "," + w + "," + entry("z", "I8", "[3,0,2]", "[16,16]") + "}"),
          same("empty metadata", R"({"__metadata__":{},)" + w + "}"),
          {"reordered", file_of("{" + v + "," + w + "}") + float4 + raw<float>({5}), "v", {1}, {5}},
          {"rank 0", file_of(one("F32", "[]", "[0,4]")) + raw<float>({7}), "w", {}, {7}},
          {"empty", file_of(one("F32", "[2,0]", "[0,0]")), "w", {2, 0}, {}},
          {"8 dimensions", file_of(one("U8", "[1,1,2,1,1,1,1,2]", "[0,4]")) + "\1\2\3\4", "w", {1, 1, 2, 1, 1, 1, 1, 2}, {1, 2, 3, 4}},
          {"unaligned",
           file_of("{" + entry("b", "U8", "[1]", "[0,1]") + "," + entry("w", "F64", "[1]", "[1,9]") + "}") + "x" + raw<double>({0.1}),
           "w",
           {1},
           {0.1}},
          {"name in Vietnamese",
           file_of("{" + entry("lớp \xF0\x9F\x98\x80", "U8", "[1]", "[0,1]") + "}") + "\5",
           "lớp \xF0\x9F\x98\x80",
           {1},
           {5}},
          {"name of an object's parts", file_of("{" + entry("__proto__", "U8", "[1]", "[0,1]") + "}") + "\6", "__proto__", {1}, {6}}};
}

std::string reason_of(const std::string& bytes, std::string* message = nullptr) {
  try {
    open_file(bytes);
    return "accepted";
  } catch (const CheckpointError& refused) {
    if (message != nullptr) *message = refused.what();
    return std::string(name_of(refused.reason()));
  }
}

}  // namespace

TEST_CASE("safetensors: every malformed file is refused for its own reason and leaves the reader usable") {
  const std::vector<CorpusFile> files = test::malformed_files();
  std::set<std::string> names;
  std::set<std::string> reasons;
  const std::string good = file_of(one("F32", "[1]", "[0,4]"), 4);
  for (const CorpusFile& file : files) {
    CAPTURE(file.name);
    CHECK(names.insert(file.name).second);
    std::string message;
    CHECK(reason_of(file.bytes, &message) == file.expected);
    CHECK(message.size() < 400);
    CHECK(message.find("expected") != std::string::npos);
    CHECK(open_file(good).tensors().size() == 1);
    reasons.insert(file.expected);
  }
  MESSAGE(files.size() << " malformed files refused, " << reasons.size() << " reasons");
  CHECK(files.size() >= 124);
  CHECK(reasons.size() == 25);  // all that a file alone can have: missing_tensor and wrong_shape are said of layers
}

TEST_CASE("safetensors: files on which readers differ are read or refused cleanly") {
  const std::vector<CorpusFile> files = test::ambiguous_files();
  CHECK(files.size() == 12);
  for (const CorpusFile& file : files) {
    CAPTURE(file.name);
    CHECK_NOTHROW(reason_of(file.bytes));
  }
}

TEST_CASE("safetensors: every valid file gives its exact values") {
  std::vector<ValidFile> files = valid_types();
  for (const ValidFile& file : valid_forms()) files.push_back(file);
  CHECK(files.size() >= 21);
  for (const ValidFile& file : files) {
    CAPTURE(file.name);
    const SafetensorsHeader header = open_file(file.bytes);
    const TensorInfo& tensor = header.at(file.tensor);
    CHECK(tensor.shape == file.shape);
    const std::vector<double> values = test::values_of(file.bytes, tensor);
    REQUIRE(values.size() == file.values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      CHECK(values[i] == file.values[i]);
      CHECK(std::signbit(values[i]) == std::signbit(file.values[i]));
    }
    const std::vector<float> floats = test::values_of<float>(file.bytes, tensor);
    for (std::size_t i = 0; i < values.size(); ++i) CHECK(floats[i] == static_cast<float>(file.values[i]));
  }
}

TEST_CASE("safetensors: no tensors and metadata alone are files too") {
  CHECK(open_file(file_of("{}")).tensors().empty());
  CHECK(open_file(file_of("{}      ")).tensors().empty());
  const SafetensorsHeader header = open_file(file_of(R"({"__metadata__":{"format":"pt","a\u0000\"":"\ud83d\ude00"}})"));
  REQUIRE(header.metadata().size() == 2);
  CHECK(header.metadata()[0] == std::pair<std::string, std::string>("format", "pt"));
  CHECK(header.metadata()[1] == std::pair<std::string, std::string>(std::string("a\0\"", 3), "\xF0\x9F\x98\x80"));
}

TEST_CASE("safetensors: 20000 tensors are read and found by name") {
  constexpr std::int64_t kCount = 20'000;
  std::string header = "{";
  for (std::int64_t i = 0; i < kCount; ++i) {
    const std::int64_t at = kCount - 1 - i;  // last in the file first in the header
    header += (i == 0 ? "" : ",") + entry("model.layers." + std::to_string(at) + ".weight", "U8", "[1]",
                                          "[" + std::to_string(at) + "," + std::to_string(at + 1) + "]");
  }
  const std::string file = file_of(header + "}", kCount);
  const SafetensorsHeader read = open_file(file);
  REQUIRE(read.tensors().size() == kCount);
  const std::int64_t data = static_cast<std::int64_t>(file.size()) - kCount;
  for (std::int64_t i = 0; i < kCount; ++i) {
    CHECK(read.at("model.layers." + std::to_string(i) + ".weight").bytes.begin == data + i);
    CHECK(read.tensors()[static_cast<std::size_t>(i)].bytes.begin == data + i);
  }
}

TEST_CASE("safetensors: a file of 5 GB is read from its header alone") {
  const std::string header = one("F32", "[1342177280]", "[0,5368709120]");
  const std::int64_t size = 8 + static_cast<std::int64_t>(header.size()) + 5'368'709'120;
  const std::string first = test::length_bytes(header.size());
  CHECK(header_length(test::bytes_of(first), size) == static_cast<std::int64_t>(header.size()));
  const SafetensorsHeader read = read_header(test::bytes_of(header), size);
  CHECK(read.tensors()[0].bytes.end == size);
  CHECK_THROWS_AS(read_header(test::bytes_of(header), size - 1), CheckpointError);
}

TEST_CASE("safetensors: messages name the tensor and its values") {
  const auto message = [](const std::string& bytes) {
    std::string text;
    reason_of(bytes, &text);
    return text;
  };
  CHECK(message(file_of(one("F32", "[2,2]", "[0,12]"), 12)) ==
        "tensor \"w\" data_offsets is [0, 12]; expected 16 bytes for F32 of shape (2, 2)");
  CHECK(message(file_of("{" + entry("a", "U8", "[2]", "[0,2]") + "," + entry("b", "U8", "[2]", "[3,5]") + "}", 5)) ==
        "tensor \"b\" data_offsets is [3, 5]; expected a begin of 2, where tensor \"a\" ends");
  CHECK(message(file_of("{}", 3)) == "data is 3 bytes long; expected 0, where the data begins");
  CHECK(message("version https://git-lfs.github.com/spec/v1") ==
        "file is a Git LFS pointer, the text that stands for a file which has not been downloaded; expected a safetensors file");
}

TEST_CASE("safetensors: misuse is refused as misuse and a name that is not there by name") {
  CHECK_THROWS_WITH(header_length({}, -1), "file_size is -1; expected 0 or more");
  CHECK_THROWS_WITH(header_length({}, 100), "first_bytes is 0 long; expected 8");
  CHECK_THROWS_WITH(read_header(test::bytes_of("{}"), 9), "file_size is 9; expected at least 10");
  const SafetensorsHeader header = open_file(file_of(one("F32", "[1]", "[0,4]"), 4));
  CHECK(header.find("v") == nullptr);
  CHECK(header.find("x") == nullptr);
  CHECK_THROWS_WITH(header.at("v"), "name is \"v\"; expected one of the file's 1 tensors");
}
