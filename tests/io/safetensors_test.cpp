#include "ffn/io/safetensors.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "allocation/failing_allocator.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/file_signature.h"
#include "io/corpus.h"

using namespace ffn;
using ffn::test::CorpusFile;
using ffn::test::entry;
using ffn::test::file_of;
using ffn::test::one;
using ffn::test::open_file;

namespace {

std::string reason_of(const std::string& bytes, std::string* message = nullptr,
                      std::size_t first = kLengthBytes) {
  try {
    open_file(bytes, first);
    return "accepted";
  } catch (const CheckpointError& error) {
    if (message != nullptr) *message = error.what();
    return std::string(name_of(error.reason()));
  }
}

// Returns the number of allocations that are not freed after a file is rejected.
std::int64_t leaked_allocations(const std::string& bytes) {
  const std::int64_t live = test::live_allocations();
  try {
    open_file(bytes);
  } catch (const CheckpointError&) {
  }
  return test::live_allocations() - live;
}

}  // namespace

TEST_CASE(
    "safetensors: every malformed file is rejected with its reason and the reader remains usable") {
  const std::vector<CorpusFile> files = test::malformed_files();
  std::set<std::string> names;
  std::set<std::string> reasons;
  const std::string good = file_of(one("F32", "[1]", "[0,4]"), 4);
  for (const CorpusFile& file : files) {
    CAPTURE(file.name);
    CHECK(names.insert(file.name).second);
    std::string message;
    CHECK(reason_of(file.bytes, &message) == file.expected);
    CHECK(reason_of(file.bytes, nullptr, kSignatureBytes) == file.expected);
    CHECK(leaked_allocations(file.bytes) == 0);
    CHECK(message.size() < 400);
    CHECK(message.find("expected") != std::string::npos);
    CHECK(open_file(good).tensors().size() == 1);
    reasons.insert(file.expected);
  }
  MESSAGE(files.size() << " malformed files rejected, " << reasons.size() << " reasons");
  CHECK(files.size() >= 118);
  CHECK(reasons.size() == 24);  // all reasons that a single file can cause; unknown_dtype,
                                // missing_tensor and wrong_shape are errors of tensors and layers
}

TEST_CASE("safetensors: files on which readers differ are accepted or rejected cleanly") {
  const std::vector<CorpusFile> files = test::ambiguous_files();
  CHECK(files.size() == 12);
  for (const CorpusFile& file : files) {
    CAPTURE(file.name);
    CHECK_NOTHROW(reason_of(file.bytes));
  }
}

TEST_CASE("safetensors: every valid file has its exact values") {
  const std::vector<test::ValidFile> files = test::valid_files();
  CHECK(files.size() >= 21);
  for (const test::ValidFile& file : files) {
    CAPTURE(file.name);
    const SafetensorsHeader header = open_file(file.bytes);
    const TensorInfo& tensor = header.at(file.tensor);
    CHECK(tensor.shape == file.shape);
    CHECK(reason_of(file.bytes, nullptr, kSignatureBytes) == "accepted");
    const std::vector<double> values = test::values_of(file.bytes, tensor);
    REQUIRE(values.size() == file.values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      CHECK(values[i] == file.values[i]);
      CHECK(std::signbit(values[i]) == std::signbit(file.values[i]));
    }
    const std::vector<float> floats = test::values_of<float>(file.bytes, tensor);
    for (std::size_t i = 0; i < values.size(); ++i)
      CHECK(floats[i] == static_cast<float>(file.values[i]));
  }
}

TEST_CASE("safetensors: files without tensors and with metadata only are valid") {
  CHECK(open_file(file_of("{}")).tensors().empty());
  CHECK(open_file(file_of("{}      ")).tensors().empty());
  const SafetensorsHeader header =
      open_file(file_of(R"({"__metadata__":{"format":"pt","a\u0000\"":"\ud83d\ude00"}})"));
  REQUIRE(header.metadata().size() == 2);
  CHECK(header.metadata()[0] == std::pair<std::string, std::string>("format", "pt"));
  CHECK(header.metadata()[1] ==
        std::pair<std::string, std::string>(std::string("a\0\"", 3), "\xF0\x9F\x98\x80"));
}

TEST_CASE("safetensors: 20000 tensors are read and found by name") {
  constexpr std::int64_t kCount = 20'000;
  std::string header = "{";
  for (std::int64_t i = 0; i < kCount; ++i) {
    const std::int64_t at =
        kCount - 1 - i;  // the header lists the tensors in reverse order of their data
    header +=
        (i == 0 ? "" : ",") + entry("model.layers." + std::to_string(at) + ".weight", "U8", "[1]",
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

TEST_CASE("safetensors: tensors are found by the beginning of their names") {
  const auto names_of = [](const std::string& prefix) {
    const SafetensorsHeader header = open_file(
        file_of("{" + entry("b.weight", "U8", "[1]", "[0,1]") + "," +
                    entry("b", "U8", "[1]", "[1,2]") + "," + entry("b.bias", "U8", "[1]", "[2,3]") +
                    "," + entry("a.b.c", "U8", "[1]", "[3,4]") + "}",
                4));
    std::vector<std::string> names;
    for (const TensorInfo* tensor : header.with_prefix(prefix)) names.push_back(tensor->name);
    return names;
  };
  CHECK(names_of("b.") == std::vector<std::string>{"b.bias", "b.weight"});
  CHECK(names_of("") == std::vector<std::string>{"a.b.c", "b", "b.bias", "b.weight"});
  CHECK(names_of("b.weight").size() == 1);
  CHECK(names_of("c").empty());
}

TEST_CASE("safetensors: a file of 5 GB needs only its header") {
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
  CHECK(message(file_of(
            "{" + entry("a", "U8", "[2]", "[0,2]") + "," + entry("b", "U8", "[2]", "[3,5]") + "}",
            5)) ==
        "tensor \"b\" data_offsets is [3, 5]; expected a begin of 2, where tensor \"a\" ends");
  CHECK(message(file_of("{}", 3)) == "data is 3 bytes long; expected 0, where the data begins");
  CHECK(message("version https://git-lfs.github.com/spec/v1") ==
        "file is a Git LFS pointer, the text that stands for a file which has not been downloaded; "
        "expected a safetensors file (run git lfs pull, or download the file itself)");
  CHECK(message("\xF0\x01\x02\x03\x04\x05\x06\x07....") ==
        "file is of an unknown format: its first 8 bytes, f0 01 02 03 04 05 06 07, are no header "
        "length; expected a safetensors file (choose the model's .safetensors file, or download it "
        "again)");
  CHECK_THROWS_WITH(header_length(test::bytes_of(std::string("TENSORS2\x01\0", 10)), 10),
                    "file is of an unknown format: its first 8 bytes, \"TENSORS2\", are no header "
                    "length; expected a safetensors file (choose the model's .safetensors file, or "
                    "download it again)");
}

// Header lengths whose bytes are the first of another format: 8B in gzip, { in JSON, < in a page, a
// pickle of protocol 2 to 5.
TEST_CASE("safetensors: a truncated file is not taken for one of another format") {
  for (const std::size_t length : {0x8B1FU, 0x7BU, 0x3CU, 0x23U, 0x280U, 0x380U, 0x480U, 0x580U}) {
    CAPTURE(length);
    const std::string valid = file_of("{}" + std::string(length - 2, ' '));
    CHECK(open_file(valid).tensors().empty());
    const std::string cut = valid.substr(0, valid.size() - 1);
    const auto size = static_cast<std::int64_t>(cut.size());
    for (const std::size_t first : {std::size_t{8}, std::min<std::size_t>(cut.size(), 512)}) {
      CHECK_THROWS_WITH_AS(header_length(test::bytes_of(cut.substr(0, first)), size),
                           doctest::Contains("header length is "), CheckpointError);
    }
  }
}

TEST_CASE(
    "safetensors: invalid arguments throw ArgumentError and an unknown name is reported by name") {
  CHECK_THROWS_WITH(header_length({}, -1), "file_size is -1; expected 0 or more");
  CHECK_THROWS_WITH(header_length({}, 100), "first_bytes is 0 long; expected 8");
  CHECK_THROWS_WITH(read_header(test::bytes_of("{}"), 9), "file_size is 9; expected at least 10");
  const SafetensorsHeader header = open_file(file_of(one("F32", "[1]", "[0,4]"), 4));
  CHECK(header.find("v") == nullptr);
  CHECK(header.find("x") == nullptr);
  CHECK_THROWS_WITH(header.at("v"), "name is \"v\"; expected one of the file's 1 tensors");
}
