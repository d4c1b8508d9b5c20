#include "ffn/analysis/knowledge_units.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "analysis/trained_model.h"
#include "ffn/analysis/fact_table.h"
#include "ffn/core/check.h"
#include "nn/small_language_model.h"

using namespace ffn;
using ffn::test::small_language_model;

namespace {

using Words = std::vector<std::int32_t>;

// Returns the log-probability of `answer` in double, with all hidden activations multiplied by
// `scale` and one unit's by 1 + change as well. Scales W2 to that end.
double log_probability(const LanguageModel& model, const Words& prompt, std::int32_t answer,
                       double scale, const AttributedUnit& unit = {}, double change = 0.0) {
  LanguageModelOf<double> scaled = test::in_double(model);
  for (auto& block : scaled.stack().blocks()) block.feed_forward().layers().linear2.weight *= scale;
  scaled.stack()
      .blocks()[static_cast<std::size_t>(unit.block)]
      .feed_forward()
      .layers()
      .linear2.weight.col(unit.unit) *= 1.0 + change;
  const MatrixOf<double> logits =
      test::logits_of(scaled, test::sentences_of({prompt}), Predictions::kLastWord);
  return logits(0, answer) - std::log(logits.array().exp().sum());
}

}  // namespace

TEST_CASE(
    "knowledge_units: an attribution is the mean derivative of the answer's log-probability along "
    "the path") {
  const LanguageModel model = small_language_model();
  const Words prompt{3, 1, 4};
  const auto units = attribute_units(model, prompt, 5);
  REQUIRE(units.size() == 16);
  double sum = 0.0;
  for (const AttributedUnit& unit : units) {
    double mean = 0.0;
    for (int point = 0; point < 20; ++point) {
      const double scale = (point + 0.5) / 20;
      const auto at = [&](double change) {
        return log_probability(model, prompt, 5, scale, unit, change);
      };
      mean += (at(1e-5) - at(-1e-5)) / 2e-5 / scale / 20;
    }
    CHECK(unit.attribution == doctest::Approx(mean).epsilon(1e-4));
    sum += unit.attribution;
  }
  CHECK(sum == doctest::Approx(log_probability(model, prompt, 5, 1.0) -
                               log_probability(model, prompt, 5, 0.0))
                   .epsilon(1e-3));
  CHECK(std::is_sorted(units.begin(), units.end(),
                       [](const auto& a, const auto& b) { return a.attribution > b.attribution; }));
}

TEST_CASE("knowledge_units: silencing the units changes the answer and one unit fewer does not") {
  for (const Index n_layers : {1, 2}) {
    const LanguageModel model = test::trained_model(n_layers);
    const Facts facts = facts_of(test::small_corpus());
    const FactTable table(model, facts);
    Index changed = 0;
    for (Index i = 0; i < facts.prompts.count(); i += 8) {
      const auto prompt = facts.prompts[i];
      const KnowledgeUnits found = knowledge_units(model, prompt);
      CHECK(found.before == facts.answers[static_cast<std::size_t>(i)]);
      if (found.after == found.before) continue;
      ++changed;
      const auto answer = [&](std::span<const AttributedUnit> units) {
        return table.answers(silencing(model, units))[static_cast<std::size_t>(i)];
      };
      CHECK(answer(found.units) == found.after);
      CHECK(answer(std::span(found.units).first(found.units.size() - 1)) == found.before);
      CHECK(found.units.front().attribution ==
            attribute_units(model, prompt, found.before).front().attribution);
      CHECK(knowledge_units(model, prompt, Index{1}).units.size() == 1);
    }
    CHECK(changed >= 3);
  }
}

TEST_CASE("knowledge_units: equal attributions are in the order of the units and NaN comes first") {
  LanguageModel model = small_language_model();
  change_parameters<float>(model, [](const ParametersOf<float>& parameters) {
    for (const auto& parameter : parameters) {
      if (parameter.name.find("feed_forward.w2") != std::string::npos)
        std::fill(parameter.values.begin(), parameter.values.end(), 0.0F);
      if (parameter.name == "blocks.1.feed_forward.w2") parameter.values[5] = 1.0F;
    }
  });
  const Words prompt{3, 1};
  auto units = attribute_units(model, prompt, 5);
  units.erase(std::find_if(units.begin(), units.end(),
                           [](const auto& unit) { return unit.block == 1 && unit.unit == 5; }));
  for (std::size_t i = 0; i < units.size(); ++i) {
    CHECK(units[i].attribution == 0.0);
    CHECK(units[i].block * 8 + units[i].unit == static_cast<Index>(i < 13 ? i : i + 1));
  }
  CHECK(knowledge_units(model, prompt).units.size() <= 1);  // no other unit supports the answer
  change_parameters<float>(model, [](const ParametersOf<float>& parameters) {
    for (const auto& parameter : parameters) {
      if (parameter.name == "blocks.1.feed_forward.b1")
        parameter.values[6] = std::numeric_limits<float>::quiet_NaN();
    }
  });
  units = attribute_units(model, prompt, 5);
  CHECK(std::isnan(units.front().attribution));
  CHECK(knowledge_units(model, prompt).units.empty());
}

TEST_CASE("knowledge_units: invalid arguments are rejected by name") {
  const LanguageModel model = small_language_model();
  CHECK_THROWS_WITH_AS(attribute_units(model, Words{1}, 9),
                       "answer is 9; expected an integer from 0 to 8", ArgumentError);
  CHECK_THROWS_AS(attribute_units(model, Words{}, 1), ArgumentError);
  CHECK_THROWS_AS(attribute_units(model, Words{1, 2, 3, 4, 5, 6}, 1), ArgumentError);
  CHECK_THROWS_WITH_AS(knowledge_units(model, Words{1}, Index{0}), "most is 0; expected 1 or more",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(silencing(model, std::vector<AttributedUnit>{{2, 0}}),
                       "block is 2; expected an integer from 0 to 1", ArgumentError);
  CHECK_THROWS_WITH_AS(silencing(model, std::vector<AttributedUnit>{{1, 8}}),
                       "unit is 8; expected an integer from 0 to 7", ArgumentError);
  const auto switches = silencing(model, std::vector<AttributedUnit>{{1, 7}, {0, 2}, {1, 0}});
  CHECK(switches[0].silenced == std::vector<Index>{2});
  CHECK(switches[1].silenced == std::vector<Index>{7, 0});
  CHECK(switches[0].attention);
}
