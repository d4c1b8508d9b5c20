#include "io/corpus_text.h"

#include <doctest/doctest.h>

using namespace ffn;

TEST_CASE("corpus_text: repeated bytes are abbreviated") {
  CHECK(test::bytes_as_text("") == "");
  CHECK(test::bytes_as_text(std::string("\0\xFFz", 3)) == "00ff7a");
  CHECK(test::bytes_as_text("a" + std::string(1000, '[') + "b") == "61*1000(5b)62");
  std::string pairs;
  for (int i = 0; i < 50; ++i) pairs += ",1";
  CHECK(test::bytes_as_text("[" + pairs + "]") == "5b*50(2c31)5d");
}

TEST_CASE(
    "corpus_text: the stored safetensors corpus is up to date (FFN_WRITE_CORPUS=1 rewrites it)") {
  std::vector<test::CorpusFile> rejected = test::malformed_files();
  for (const test::CorpusFile& file : test::ambiguous_files()) rejected.push_back(file);
  CHECK(test::is_up_to_date("safetensors", test::corpus_text(rejected, test::valid_files())));
}
