#include "ffn/analysis/fact_table.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "ffn/analysis/ranking.h"
#include "ffn/core/check.h"
#include "nn/small_language_model.h"

using namespace ffn;
using ffn::test::small_language_model;

namespace {

// Returns all prompts of one to three of the words 0 to 8, in steps, with any answers.
Facts many_facts() {
  Facts facts;
  for (std::int32_t a = 0; a < 9; ++a) {
    for (std::int32_t b = 0; b < 9; b += 2) {
      facts.prompts.add(std::vector<std::int32_t>{a, b, (a + b) % 9});
      facts.prompts.add(std::vector<std::int32_t>{b, a});
    }
    facts.prompts.add(std::vector<std::int32_t>{a});
  }
  for (Index i = 0; i < facts.prompts.count(); ++i)
    facts.answers.push_back(static_cast<std::int32_t>(i % 9));
  return facts;
}

std::vector<std::int32_t> forward_answers(const LanguageModel& model, const Sentences& prompts,
                                          std::span<const TransformerBlockSwitches> switches) {
  const Matrix logits = test::logits_of(model, prompts, Predictions::kLastWord, switches);
  return most_probable(view(logits));
}

// Returns all combinations of some switches of two blocks.
std::vector<std::vector<TransformerBlockSwitches>> combinations(std::size_t n_layers) {
  const std::vector<TransformerBlockSwitches> some{{},
                                                   {false, true, {}},
                                                   {true, false, {}},
                                                   {true, true, {1, 4, 6}},
                                                   {false, true, {0}},
                                                   {false, false, {}}};
  std::vector<std::vector<TransformerBlockSwitches>> all;
  for (const auto& first : some) {
    if (n_layers == 1) all.push_back({first});
    for (const auto& second : some) {
      if (n_layers == 2) all.push_back({first, second});
    }
  }
  return all;
}

}  // namespace

TEST_CASE("fact_table: answers equal the model's for all switches") {
  const Facts facts = many_facts();
  for (const Index n_layers : {1, 2}) {
    const LanguageModel model = small_language_model(n_layers);
    const FactTable table(model, facts);
    CHECK(table.answers() == forward_answers(model, facts.prompts, {}));
    std::size_t different = 0;
    for (const auto& switches : combinations(static_cast<std::size_t>(n_layers))) {
      const auto answers = table.answers(switches);
      CHECK(answers == forward_answers(model, facts.prompts, switches));
      different += answers == table.answers() ? 0U : 1U;
    }
    CHECK(different >= (n_layers == 1 ? 3 : 20));
  }
}

TEST_CASE("fact_table: counts the right answers of the model at the time the table was made") {
  LanguageModel model = small_language_model();
  Facts facts = many_facts();
  facts.answers = forward_answers(model, facts.prompts, {});
  const auto count = static_cast<Index>(facts.answers.size());
  facts.answers[3] = (facts.answers[3] + 1) % 9;
  const FactTable table(model, facts);
  CHECK(table.right() == count - 1);
  CHECK(table.facts().answers == facts.answers);
  model.token_embedding().setZero();
  CHECK(table.right() == count - 1);
  CHECK(table.model().token_embedding() != model.token_embedding());
  std::vector<TransformerBlockSwitches> off(2, {false, false, {}});
  CHECK(table.right(off) < count - 1);
}

TEST_CASE(
    "fact_table: hidden activations equal the model's trace, and rank the prompts of a unit") {
  const LanguageModel model = small_language_model();
  const Facts facts = many_facts();
  const FactTable table(model, facts);
  LanguageModel::Trace trace;
  Matrix logits(facts.prompts.count(), 9);
  model.forward(facts.prompts, Predictions::kLastWord, view(logits), &trace);
  for (const Index block : {0, 1}) {
    const Matrix& of_trace =
        trace.stack.blocks[static_cast<std::size_t>(block)].feed_forward.hidden;
    const Matrix hidden = table.hidden(block);
    REQUIRE(hidden.rows() == facts.prompts.count());
    for (Index i = 0; i < hidden.rows(); ++i)
      CHECK(hidden.row(i) == of_trace.row(trace.rows[static_cast<std::size_t>(i)]));
    const StrongestPrompts found = table.strongest_prompts(block, 5, 4);
    CHECK(found.prompts == largest(elements_of(RowVector(hidden.col(5).transpose())), 4));
    for (std::size_t i = 0; i < 4; ++i) CHECK(found.activations[i] == hidden(found.prompts[i], 5));
    CHECK(found.activations[0] == hidden.col(5).maxCoeff());
  }
  CHECK(table.strongest_prompts(1, 0, 1000).prompts.size() == 99);
}

TEST_CASE("fact_table: invalid arguments are rejected by name") {
  const LanguageModel model = small_language_model();
  Facts facts = many_facts();
  facts.answers.pop_back();
  CHECK_THROWS_WITH_AS(FactTable(model, facts), "answers is 98 long; expected 99, one per prompt",
                       ArgumentError);
  CHECK_THROWS_AS(FactTable(model, Facts{}), ArgumentError);
  CHECK_THROWS_AS(FactTable(model, {test::sentences_of({{9}}), {1}}), ArgumentError);
  const FactTable table(model, many_facts());
  CHECK_THROWS_WITH_AS(table.hidden(2), "block is 2; expected an integer from 0 to 1",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(table.strongest_prompts(0, 8, 1),
                       "unit is 8; expected an integer from 0 to 7", ArgumentError);
  CHECK_THROWS_WITH_AS(table.strongest_prompts(0, 0, 0), "count is 0; expected 1 or more",
                       ArgumentError);
  std::vector<TransformerBlockSwitches> switches(1);
  CHECK_THROWS_WITH_AS(table.answers(switches), "switches is 1 blocks; expected 2, or none",
                       ArgumentError);
  switches.resize(2);
  for (const std::size_t block : {0, 1}) {
    switches.assign(2, {});
    switches[block].silenced = {8};
    CHECK_THROWS_WITH_AS(table.answers(switches), "silenced is 8; expected an integer from 0 to 7",
                         ArgumentError);
  }
}
