#include "ffn/analysis/unit_words.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "analysis/trained_model.h"
#include "ffn/analysis/fact_table.h"
#include "ffn/analysis/ranking.h"
#include "ffn/core/check.h"
#include "nn/small_language_model.h"

using namespace ffn;
using ffn::test::small_language_model;

namespace {

// Returns s (logits - token_embedding shift) for an output of the last block; s is the standard
// deviation in the final norm.
Eigen::VectorXd times_deviation(const LanguageModelOf<double>& model, const MatrixOf<double>& x) {
  UnembeddingTraceOf<double> trace;
  MatrixOf<double> logits(1, model.n_vocab());
  model.unembed(view(x), view(logits), trace);
  const Eigen::VectorXd of_shift = model.token_embedding() * model.final_norm().shift.transpose();
  return (logits.row(0).transpose() - of_shift) / trace.norm.reciprocal_deviation[0];
}

}  // namespace

// The equation of the header without a neglected term: the output of the unit changes s (logits -
// ...) by exactly its effect.
TEST_CASE("unit_words: effects are the changes of the logits times the deviation") {
  const LanguageModel model = small_language_model();
  const LanguageModelOf<double> exact = test::in_double(model);
  const MatrixOf<double> x = MatrixOf<double>::Random(1, 6);
  for (const Index block : {0, 1}) {
    const auto& w2 = exact.stack()
                         .blocks()[static_cast<std::size_t>(block)]
                         .feed_forward()
                         .layers()
                         .linear2.weight;
    for (const Index unit : {0, 5, 7}) {
      const double activation = 1.75;
      const MatrixOf<double> changed = x + activation * w2.col(unit).transpose();
      const Eigen::VectorXd change = times_deviation(exact, changed) - times_deviation(exact, x);
      const UnitWords found = unit_words(model, block, unit, 3);
      for (Index word = 0; word < 9; ++word)
        CHECK(found.effects[word] == doctest::Approx(change[word] / activation).epsilon(1e-5));
      CHECK(found.promoted == largest(elements_of(found.effects), 3));
      CHECK(found.demoted == smallest(elements_of(found.effects), 3));
      CHECK(found.effects[found.promoted[0]] > found.effects[found.demoted[0]]);
    }
  }
}

TEST_CASE(
    "unit_words: units of a trained model promote answers of the prompts for which they are most "
    "active") {
  const LanguageModel model = test::trained_model(1, Activation::kRelu);
  const FactTable table(model, facts_of(test::small_corpus()));
  Index promoted = 0;
  for (Index unit = 0; unit < 48; ++unit) {
    const std::int32_t prompt = table.strongest_prompts(0, unit, 1).prompts.front();
    const auto words = unit_words(model, 0, unit, test::kAnswers).promoted;
    promoted += std::count(words.begin(), words.end(),
                           table.facts().answers[static_cast<std::size_t>(prompt)]);
  }
  CHECK(promoted >= 24);  // 6 of 35 words: 8 by chance
}

TEST_CASE("unit_words: invalid arguments are rejected by name") {
  const LanguageModel model = small_language_model();
  CHECK_THROWS_WITH_AS(unit_words(model, 2, 0, 1), "block is 2; expected an integer from 0 to 1",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(unit_words(model, 0, 8, 1), "unit is 8; expected an integer from 0 to 7",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(unit_words(model, 0, 0, 0), "count is 0; expected 1 or more", ArgumentError);
}
