// The fuzzer's seed files are named after the result of reading them: REASON-anything, or
// valid-anything.

#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/npy.h"
#include "io/golden_file.h"

using namespace ffn;

namespace {

// Reads every seed of a target and compares the result with its name.
template <class Open>
std::set<std::string> outcomes_of(const std::string& target, Open&& open) {
  std::set<std::string> outcomes;
  for (const auto& seed : std::filesystem::directory_iterator(std::string(FFN_GOLDEN_DIR) +
                                                              "/../fuzz/corpus/" + target)) {
    const std::string name = seed.path().filename().string();
    CAPTURE(name);
    const std::string expected = name.substr(0, name.find('-'));
    std::string outcome = "valid";
    try {
      open(test::read_bytes(seed.path().string()));
    } catch (const CheckpointError& error) {
      outcome = name_of(error.reason());
    }
    CHECK(outcome == expected);
    outcomes.insert(outcome);
  }
  return outcomes;
}

}  // namespace

// The seeds cover valid files and every reason that a single file can cause.
TEST_CASE("corpus_seeds: every seed is accepted or rejected as its name states") {
  CHECK(outcomes_of("safetensors", [](const std::string& file) { test::open_file(file); }).size() ==
        25);
  const auto open_npy = [](const std::string& file) {
    const auto size = static_cast<std::int64_t>(file.size());
    const auto begin = static_cast<std::size_t>(npy_data_begin(test::bytes_of(file), size));
    read_npy(test::bytes_of(file).first(begin), size);
  };
  CHECK(outcomes_of("npy", open_npy).size() == 23);
}
