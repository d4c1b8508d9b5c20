#include "ffn/analysis/rewrite.h"

#include <doctest/doctest.h>

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

// Returns the hidden vectors (prompts, d_ff) at the last words.
Matrix hidden_of(const LanguageModel& model, const Sentences& prompts, std::size_t block) {
  LanguageModel::Trace trace;
  Matrix logits(prompts.count(), model.n_vocab());
  model.forward(prompts, Predictions::kLastWord, view(logits), &trace);
  Matrix rows(prompts.count(), model.stack().blocks()[block].feed_forward().d_ff());
  for (Index i = 0; i < rows.rows(); ++i)
    rows.row(i) =
        trace.stack.blocks[block].feed_forward.hidden.row(trace.rows[static_cast<std::size_t>(i)]);
  return rows;
}

}  // namespace

TEST_CASE("rewrite: the model gives the wanted answer and keeps most other facts") {
  const Facts facts = facts_of(test::small_corpus());
  for (const Index n_layers : {1, 2}) {
    for (const Activation activation : {Activation::kGelu, Activation::kRelu}) {
      const LanguageModel model = test::trained_model(n_layers, activation);
      for (const Index block : {Index{0}, n_layers - 1}) {
        for (const Index i : {0, 27, 58}) {
          CAPTURE(n_layers);
          CAPTURE(block);
          const std::int32_t answer = facts.answers[static_cast<std::size_t>(i)];
          const std::int32_t wanted = answer == test::kCorpusWords - 1 ? answer - 1 : answer + 1;
          RewriteOptions options;
          options.block = block;
          const Rewrite rewrite =
              find_rewrite(model, facts.prompts[i], wanted, facts.prompts, options);
          CHECK(rewrite.before == answer);
          CHECK(rewrite.after == wanted);
          CHECK(rewrite.probability > 0.7);
          CHECK(rewrite.steps >= 1);
          LanguageModel changed = model;
          apply_rewrite(changed, rewrite);
          const FactTable table(changed, facts);
          CHECK(table.answers()[static_cast<std::size_t>(i)] == wanted);
          CHECK(table.right() >= 55);
          apply_rewrite(changed, rewrite, -1.0);
          CHECK(FactTable(changed, facts).right() == test::kFacts);
        }
      }
    }
  }
}

TEST_CASE("rewrite: the factors agree with the closed form") {
  const LanguageModel model = test::trained_model();
  const Facts facts = facts_of(test::small_corpus());
  RewriteOptions options;
  options.ridge = 0.5;
  const Rewrite rewrite = find_rewrite(model, facts.prompts[4], 25, facts.prompts, options);
  CHECK(rewrite.block == 0);
  const MatrixOf<double> hidden = hidden_of(model, facts.prompts, 0).cast<double>();
  MatrixOf<double> c = hidden.transpose() * hidden / 80.0;
  c += 0.5 * c.trace() / 48.0 * MatrixOf<double>::Identity(48, 48);
  const RowVectorOf<double> k = hidden.row(4);
  const RowVectorOf<double> h = rewrite.hidden_factor.cast<double>();
  CHECK(h.dot(k) == doctest::Approx(1.0).epsilon(1e-5));  // so W2 k grows by d
  const RowVectorOf<double> back = h * c;                 // C h is a multiple of k
  CHECK((back / back.norm() - k / k.norm()).norm() < 1e-5);
  LanguageModel changed = model;
  apply_rewrite(changed, rewrite);
  const Matrix difference = changed.stack().blocks()[0].feed_forward().layers().linear2.weight -
                            model.stack().blocks()[0].feed_forward().layers().linear2.weight;
  CHECK((difference - rewrite.output_factor.transpose() * rewrite.hidden_factor).norm() <
        1e-5F * difference.norm() + 1e-6F);
}

TEST_CASE(
    "rewrite: the search ends at the probability and after the most steps, and needs none for the "
    "model's own answer") {
  const LanguageModel model = test::trained_model();
  const Facts facts = facts_of(test::small_corpus());
  RewriteOptions options;
  options.most_steps = 1;
  Rewrite rewrite = find_rewrite(model, facts.prompts[0], 26, facts.prompts, options);
  CHECK(rewrite.steps == 1);
  CHECK(rewrite.after == rewrite.before);
  options.most_steps = 200;
  options.probability = 1e-9;
  rewrite = find_rewrite(model, facts.prompts[0], facts.answers[0], facts.prompts, options);
  CHECK(rewrite.steps == 0);
  CHECK(rewrite.output_factor.isZero(0.0F));
  options.probability = 0.5;
  const Index half = find_rewrite(model, facts.prompts[0], 26, facts.prompts, options).steps;
  options.probability = 0.99;
  CHECK(find_rewrite(model, facts.prompts[0], 26, facts.prompts, options).steps > half);
}

TEST_CASE("rewrite: the outputs for fixed prompts do not change") {
  const LanguageModel model = test::trained_model();
  const Facts facts = facts_of(test::small_corpus());
  const auto rewritten = [&](const Sentences& fixed) {
    RewriteOptions options;
    options.fixed = fixed;
    const Rewrite rewrite = find_rewrite(model, facts.prompts[4], 25, facts.prompts, options);
    CHECK(rewrite.after == 25);
    const Matrix hidden = hidden_of(model, facts.prompts, 0);
    CHECK(rewrite.hidden_factor.dot(hidden.row(4)) == doctest::Approx(1.0).epsilon(1e-5));
    return Matrix(rewrite.hidden_factor *
                  hidden.transpose());  // by how much of d the output for each prompt grows
  };
  const std::vector<std::int32_t> fixed{0, 1, 5, 1};  // one of them twice
  const Matrix free = rewritten(Sentences());
  const Matrix bound = rewritten(facts.prompts.at(fixed));
  for (const std::int32_t i : fixed) {
    CHECK(std::abs(free(0, i)) > 1e-4F);
    CHECK(std::abs(bound(0, i)) < 1e-6F);
  }
  RewriteOptions options;
  options.fixed = facts.prompts.at(std::vector<std::int32_t>{3, 4});
  CHECK_THROWS_WITH_AS(find_rewrite(model, facts.prompts[4], 25, facts.prompts, options),
                       "prompt is like the fixed prompts to the network; expected one for which a "
                       "hidden unit is active, and not as for the "
                       "fixed prompts",
                       ArgumentError);
  options.fixed = test::sentences_of({{test::kCorpusWords}});
  CHECK_THROWS_AS(find_rewrite(model, facts.prompts[4], 25, facts.prompts, options), ArgumentError);
}

TEST_CASE("rewrite: a gradient of 0 ends the search") {
  LanguageModel model = small_language_model(1);
  model.token_embedding().setZero();  // all words are equally probable, whatever the blocks do
  const Rewrite rewrite = find_rewrite(model, Words{1, 2}, 3, test::sentences_of({{1, 2}}));
  CHECK(rewrite.steps == 0);
  CHECK(rewrite.probability == doctest::Approx(1.0 / 9.0));
}

TEST_CASE("rewrite: invalid arguments are rejected by name") {
  const LanguageModel model = small_language_model();
  const Sentences prompts = test::sentences_of({{1, 2}});
  const auto rejected = [&](const RewriteOptions& options, const char* message) {
    CHECK_THROWS_WITH_AS(find_rewrite(model, Words{1}, 2, prompts, options), message,
                         ArgumentError);
  };
  rejected({Index{2}}, "block is 2; expected an integer from 0 to 1");
  rejected({std::nullopt, 1.0}, "probability is 1; expected a number above 0 and below 1");
  rejected({std::nullopt, 0.5, 0.0}, "ridge is 0; expected a finite number above 0");
  rejected({std::nullopt, 0.5, 1.0, -1.0}, "step is -1; expected a finite number above 0");
  rejected({std::nullopt, 0.5, 1.0, 1.0, 0}, "most_steps is 0; expected 1 or more");
  CHECK_THROWS_WITH_AS(find_rewrite(model, Words{1}, 9, prompts),
                       "wanted is 9; expected an integer from 0 to 8", ArgumentError);
  CHECK_THROWS_AS(find_rewrite(model, Words{}, 1, prompts), ArgumentError);
  CHECK_THROWS_AS(find_rewrite(model, Words{9}, 1, prompts), ArgumentError);
  CHECK_THROWS_AS(find_rewrite(model, Words{1}, 1, Sentences()), ArgumentError);
  LanguageModel dead = small_language_model(1, Activation::kRelu);
  change_parameters<float>(dead, [](const ParametersOf<float>& parameters) {
    for (const auto& parameter : parameters) {
      if (parameter.name == "blocks.0.feed_forward.b1")
        std::fill(parameter.values.begin(), parameter.values.end(), -1e9F);
    }
  });
  CHECK_THROWS_WITH_AS(find_rewrite(dead, Words{1}, 2, prompts),
                       "prompt is without active hidden units; expected one for which a hidden "
                       "unit is active, and not as for the fixed prompts",
                       ArgumentError);
  LanguageModel changed = model;
  Rewrite rewrite = find_rewrite(model, Words{1}, 2, prompts);
  rewrite.block = 2;
  CHECK_THROWS_AS(apply_rewrite(changed, rewrite), ArgumentError);
  rewrite.block = 1;
  CHECK_THROWS_WITH_AS(apply_rewrite(changed, rewrite, std::numeric_limits<double>::infinity()),
                       "scale is inf; expected a finite number", ArgumentError);
  rewrite.hidden_factor = RowVector::Zero(7);
  CHECK_THROWS_WITH_AS(apply_rewrite(changed, rewrite),
                       "hidden_factor is (1, 7); expected shape (1, 8)", ArgumentError);
  rewrite.output_factor = RowVector::Zero(7);
  CHECK_THROWS_WITH_AS(apply_rewrite(changed, rewrite),
                       "output_factor is (1, 7); expected shape (1, 6)", ArgumentError);
}
