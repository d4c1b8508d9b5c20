#include "ffn/io/npy.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "allocation/failing_allocator.h"
#include "ffn/io/checkpoint_error.h"
#include "golden.h"
#include "io/corpus_text.h"
#include "io/golden_file.h"
#include "io/npy_corpus.h"

using namespace ffn;
using ffn::test::bytes_of;

namespace {

struct Read {
  Shape shape;
  std::vector<float> values;
};

// Runs all three steps, each on a copy of exactly the requested bytes, so that a sanitizer detects
// any read beyond them.
Read read_file(std::string_view file) {
  const auto size = static_cast<std::int64_t>(file.size());
  const auto copy = [&](std::int64_t begin, std::int64_t end) {
    const std::string_view part =
        file.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    return std::vector<char>(part.begin(), part.end());
  };
  const std::vector<char> first = copy(0, std::min(kNpyFirstBytes, size));
  const std::vector<char> before = copy(0, npy_data_begin(std::as_bytes(std::span(first)), size));
  const NpyArray array = read_npy(std::as_bytes(std::span(before)), size);
  const std::vector<char> data = copy(array.bytes.begin, array.bytes.end);
  std::vector<float> values(static_cast<std::size_t>(element_count("array", array.header.shape)));
  decode(array, std::as_bytes(std::span(data)), values);
  return {array.header.shape, std::move(values)};
}

std::string reason_of(std::string_view file, std::string* message = nullptr) {
  try {
    read_file(file);
    return "accepted";
  } catch (const CheckpointError& error) {
    if (message != nullptr) *message = error.what();
    return std::string(name_of(error.reason()));
  }
}

// Returns the number of allocations that are not freed after a file is rejected.
std::int64_t npy_leaked_allocations(const std::string& bytes) {
  const std::int64_t live = test::live_allocations();
  try {
    read_file(bytes);
  } catch (const CheckpointError&) {
  }
  return test::live_allocations() - live;
}

void check_values(const std::vector<float>& actual, const std::vector<double>& expected) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    CHECK(actual[i] == static_cast<float>(expected[i]));
    CHECK(std::signbit(actual[i]) == std::signbit(expected[i]));
  }
}

}  // namespace

TEST_CASE("npy: every malformed file is rejected with its reason and leaks no memory") {
  const std::vector<test::CorpusFile> files = test::malformed_npy_files();
  std::set<std::string> names;
  std::set<std::string> reasons;
  for (const test::CorpusFile& file : files) {
    CAPTURE(file.name);
    CHECK(names.insert(file.name).second);
    std::string message;
    CHECK(reason_of(file.bytes, &message) == file.expected);
    CHECK(message.size() < 400);
    CHECK(message.find("expected") != std::string::npos);
    CHECK(npy_leaked_allocations(file.bytes) == 0);
    reasons.insert(file.expected);
  }
  MESSAGE(files.size() << " malformed files rejected, " << reasons.size() << " reasons");
  CHECK(files.size() >= 120);
  CHECK(reasons.size() == 22);
}

TEST_CASE("npy: every valid file has its exact values") {
  const std::vector<test::ValidFile> files = test::valid_npy_files();
  CHECK(files.size() >= 25);
  for (const test::ValidFile& file : files) {
    CAPTURE(file.name);
    const Read read = read_file(file.bytes);
    CHECK(read.shape == file.shape);
    check_values(read.values, file.values);
  }
}

TEST_CASE("npy: files on which readers may differ are accepted or rejected cleanly") {
  for (const test::CorpusFile& file : test::ambiguous_npy_files()) {
    CAPTURE(file.name);
    try {
      read_file(file.bytes);
    } catch (const ArgumentError& error) {
      CHECK_FALSE(error.argument().empty());
    }
  }
}

TEST_CASE("npy: files written by NumPy have NumPy's values") {
  const test::Golden golden = test::read_golden("npy");
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(FFN_GOLDEN_DIR) + "/npy")) {
    const std::string name = entry.path().stem().string();
    CAPTURE(name);
    const Read read = read_file(test::read_bytes(entry.path().string()));
    CHECK(read.shape == Shape(golden.at(name).shape.begin(), golden.at(name).shape.end()));
    check_values(read.values, golden.at(name).values);
    ++files;
  }
  CHECK(files == golden.size());
}

TEST_CASE("npy: a file of 5 GB needs only its header") {
  const std::string before = test::npy_file(test::npy_dict("'<f4'", "False", "(40000, 33554)"), "");
  const std::int64_t data = std::int64_t{40000} * 33554 * 4;
  const auto begin = static_cast<std::int64_t>(before.size());
  const NpyArray array = read_npy(bytes_of(before), begin + data);
  CHECK(array.bytes.begin == begin);
  CHECK(array.bytes.size() == data);
  CHECK_THROWS_AS(read_npy(bytes_of(before), begin + data - 1), CheckpointError);
  CHECK_THROWS_WITH(decode(array, {}, {}),
                    "array is (40000, 33554); expected at most 268435456 elements");
}

TEST_CASE("npy: messages name the value found") {
  const auto message = [](const std::string& bytes) {
    std::string text;
    reason_of(bytes, &text);
    return text;
  };
  CHECK(message(test::npy_file(test::npy_dict("'<f4'", "False", "(2, 2)"), "123")) ==
        "data is 3 bytes long; expected 16 for F32 of shape (2, 2)");
  CHECK(message(test::npy_file(test::npy_dict("'|O'", "False", "(2,)"), "")) ==
        "descr is \"|O\"; expected numbers: Python objects are stored as a pickle, which is code");
  CHECK(message(test::npy_saying(1, "{", 9)) == "version is 9.0; expected 1.0, 2.0 or 3.0");
  CHECK(message("\x93NUMPY") == "file is 6 bytes long; expected at least 10");
}

TEST_CASE("npy: invalid arguments throw ArgumentError") {
  const std::string file =
      test::npy_file(test::npy_dict("'>f4'", "True", "(2, 2)"), std::string(16, '\0'));
  const auto size = static_cast<std::int64_t>(file.size());
  CHECK_THROWS_WITH(npy_data_begin({}, -1), "file_size is -1; expected 0 or more");
  CHECK_THROWS_WITH(npy_data_begin({}, 100), "first_bytes is 0 long; expected 12");
  CHECK_THROWS_AS(read_npy(bytes_of(file), size), ArgumentError);
  const NpyArray array = read_npy(bytes_of(file).first(file.size() - 16), size);
  std::vector<float> four(4);
  CHECK_THROWS_WITH(decode(array, {}, std::span(four).first(3)), "out is 3 elements; expected 4");
  CHECK_THROWS_WITH(decode(array, bytes_of(file).first(15), four),
                    "bytes is 15 long; expected 16 for 4 elements of F32");
}

TEST_CASE("npy: the stored corpus is up to date (FFN_WRITE_CORPUS=1 rewrites it)") {
  std::vector<test::CorpusFile> rejected = test::malformed_npy_files();
  for (const test::CorpusFile& file : test::ambiguous_npy_files()) rejected.push_back(file);
  CHECK(test::is_up_to_date("npy", test::corpus_text(rejected, test::valid_npy_files())));
}
