// The models of the facts that the page loads, web/model: their training begins with the same bits,
// and they know all facts. tests/model/run --whole trains them to the end.

#include "model/facts_file.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ffn/analysis/fact_table.h"
#include "ffn/nn/parameters.h"
#include "golden.h"

using namespace ffn;

namespace {

std::string model_path(const std::string& name) {
  return std::string(FFN_GOLDEN_DIR) + "/../../web/model/" + name;
}

const facts::FactsFile& corpus() {
  static const facts::FactsFile file = facts::read_facts_file(model_path("vocabulary.json"));
  return file;
}

}  // namespace

TEST_CASE("facts_file: the corpus has the sentences and their labels") {
  CHECK(corpus().languages == std::vector<std::string>{"en", "fr", "vi"});
  CHECK(corpus().sentences.count() == static_cast<Index>(corpus().labels.size()));
  CHECK(corpus().sentences.count() >= 1400);
  CHECK(corpus().labels[0].same_fact(corpus().labels[1]));
  CHECK(corpus().labels[0].wording == 0);
  CHECK(corpus().labels[1].wording == 1);
  CHECK_FALSE(corpus().labels[0].same_fact(corpus().labels[2]));
}

TEST_CASE("facts_file: files that cannot be read are named") {
  CHECK_THROWS_WITH_AS(facts::read_facts_file("none.json"), "none.json cannot be read or is empty",
                       std::runtime_error);
  CHECK_THROWS_AS(facts::read_facts_file(model_path("facts.gelu.safetensors")), std::runtime_error);
  CHECK_THROWS_AS(facts::read_facts_file(model_path("templates.json")), std::runtime_error);
  CHECK_THROWS(facts::read_model(facts::read_bytes(model_path("vocabulary.json"))));
}

TEST_CASE(
    "facts_file: the shipped models answer every prompt, and none without the feed-forward "
    "network") {
  const Facts all = facts_of(corpus().sentences);
  for (const Activation activation : {Activation::kGelu, Activation::kRelu}) {
    const std::string name =
        activation == Activation::kGelu ? "facts.gelu.safetensors" : "facts.relu.safetensors";
    CAPTURE(name);
    const FactTable table(facts::read_model(facts::read_bytes(model_path(name))), all);
    CHECK(table.model().stack().blocks().front().feed_forward().activation() == activation);
    CHECK(table.model().n_vocab() == corpus().n_vocab);
    CHECK(table.right() == all.prompts.count());
    TransformerBlockSwitches without;
    without.feed_forward = false;
    CHECK(table.right(std::vector{without}) <= all.prompts.count() / 20);
  }
}

#if defined(FFN_SAME_BITS)
TEST_CASE("facts_file: the first steps of the training give the same bits in all builds" *
          doctest::test_suite("same_bits")) {
  for (const Activation activation : {Activation::kGelu, Activation::kRelu}) {
    const std::uint64_t bits =
        activation == Activation::kGelu ? 5531379974158025511ULL : 12428135844470177435ULL;
    LanguageTraining run(corpus().sentences, facts::facts_training(corpus(), activation));
    run.step(4);
    std::vector<float> all;
    for (const auto& parameter : parameters_of<const float>(run.model())) {
      all.insert(all.end(), parameter.values.begin(), parameter.values.end());
    }
    CHECK(test::bits_of(Eigen::Map<const Matrix>(all.data(), 1, static_cast<Index>(all.size()))) ==
          bits);
  }
}
#endif
