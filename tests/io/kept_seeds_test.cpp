// The files that the fuzzer starts from are named after what becomes of them: REASON-anything, or valid-anything.

#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "ffn/io/checkpoint_error.h"
#include "io/golden_file.h"

using namespace ffn;

TEST_CASE("kept_seeds: each is read or refused as its name says") {
  std::set<std::string> outcomes;
  for (const auto& seed : std::filesystem::directory_iterator(std::string(FFN_GOLDEN_DIR) + "/../fuzz/corpus/safetensors")) {
    const std::string name = seed.path().filename().string();
    CAPTURE(name);
    const std::string expected = name.substr(0, name.find('-'));
    std::string outcome = "valid";
    try {
      test::open_file(test::read_bytes(seed.path().string()));
    } catch (const CheckpointError& refused) {
      outcome = name_of(refused.reason());
    }
    CHECK(outcome == expected);
    outcomes.insert(outcome);
  }
  CHECK(outcomes.size() == 26);  // valid, and every reason that a file alone can have
}
