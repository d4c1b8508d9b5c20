#include "ffn/analysis/next_word.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "ffn/core/check.h"
#include "nn/small_language_model.h"

using namespace ffn;
using ffn::test::small_language_model;

TEST_CASE("next_word: probabilities are the softmax of the last row of logits") {
  const LanguageModel model = small_language_model();
  const std::vector<std::int32_t> prompt{3, 1, 4};
  std::vector<TransformerBlockSwitches> off(2);
  off[1].feed_forward = false;
  for (const auto& switches : {std::vector<TransformerBlockSwitches>{}, off}) {
    const Matrix logits =
        test::logits_of(model, test::sentences_of({prompt}), Predictions::kLastWord, switches);
    const NextWord found = next_word(model, prompt, 4, switches);
    const Eigen::ArrayXd powers = logits.row(0).cast<double>().array().exp();
    for (Index word = 0; word < 9; ++word)
      CHECK(found.probabilities[word] ==
            doctest::Approx(powers[word] / powers.sum()).epsilon(1e-6));
    CHECK(found.words.front() == most_probable(view(logits)).front());
    REQUIRE(found.words.size() == 4);
    for (std::size_t i = 1; i < 4; ++i)
      CHECK(found.probabilities[found.words[i]] <= found.probabilities[found.words[i - 1]]);
  }
  CHECK(next_word(model, prompt, 4).probabilities !=
        next_word(model, prompt, 4, off).probabilities);
  CHECK(next_word(model, prompt, 100).words.size() == 9);
}

TEST_CASE("next_word: invalid arguments are rejected by name") {
  const LanguageModel model = small_language_model();
  const std::vector<std::int32_t> prompt{3};
  CHECK_THROWS_WITH_AS(next_word(model, {}, 1), "prompt is empty; expected one token or more",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(next_word(model, prompt, 0), "top is 0; expected 1 or more", ArgumentError);
  CHECK_THROWS_AS(next_word(model, std::vector<std::int32_t>{9}, 1), ArgumentError);
  CHECK_THROWS_AS(next_word(model, std::vector<std::int32_t>(6, 1), 1), ArgumentError);
  CHECK_THROWS_AS(next_word(model, prompt, 1, std::vector<TransformerBlockSwitches>(1)),
                  ArgumentError);
}
