#include "ffn/train/language_training.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/nn/parameters.h"
#include "ffn/nn/softmax.h"
#include "ffn/train/loss.h"
#include "golden.h"
#include "nn/small_language_model.h"
#include "train/small_corpus.h"

using namespace ffn;
using ffn::test::small_corpus;
using ffn::test::small_language_training;

namespace {

// Returns a hash of all parameters.
std::uint64_t parameter_bits(const LanguageTraining& run) {
  std::vector<float> all;
  for (const auto& parameter : parameters_of<const float>(run.model())) {
    all.insert(all.end(), parameter.values.begin(), parameter.values.end());
  }
  return test::bits_of(Eigen::Map<const Matrix>(all.data(), 1, static_cast<Index>(all.size())));
}

std::vector<std::uint64_t> bits_of_language_steps(LanguageTraining& run, Index count) {
  std::vector<std::uint64_t> bits{parameter_bits(run)};
  while (run.steps() < count) {
    run.step(1);
    bits.push_back(parameter_bits(run));
  }
  return bits;
}

}  // namespace

TEST_CASE(
    "language_training: learns all facts of a small corpus, from every word and from the last "
    "word") {
  for (const Predictions learned : {Predictions::kEveryWord, Predictions::kLastWord}) {
    for (const Activation activation : {Activation::kGelu, Activation::kRelu}) {
      LanguageTrainingOptions options = small_language_training(activation);
      options.learned = learned;
      LanguageTraining run(small_corpus(), options);
      const Index before = run.facts_right();
      CHECK(run.step(400) == 400);
      CHECK(before < test::kFacts / 4);
      CHECK(run.facts_right() == test::kFacts);
      CHECK(run.answers() == facts_of(small_corpus()).answers);
      CHECK(run.losses().back() < 0.5 * run.losses().front());
      CHECK_FALSE(run.non_finite().has_value());
    }
  }
}

TEST_CASE(
    "language_training: a step is AdamW with the schedule's learning rate on the cross-entropy of "
    "the batch") {
  for (const Predictions learned : {Predictions::kEveryWord, Predictions::kLastWord}) {
    LanguageTrainingOptions options = small_language_training();
    options.learned = learned;
    LanguageTraining run(small_corpus(), options);
    LanguageModel model = run.model();
    const Sentences batch = small_corpus().at(run.next_batch());
    CHECK(run.lr() == 0.01 / 20);
    CHECK(run.options().learned == learned);
    run.step(1);

    const Facts facts = facts_of(batch);
    std::vector<std::int32_t> words;
    for (Index i = 0; i < batch.count(); ++i) {
      const auto sentence = batch[i];
      const bool every = learned == Predictions::kEveryWord;
      words.insert(words.end(), every ? sentence.begin() + 1 : sentence.end() - 1, sentence.end());
    }
    LanguageModel::Trace trace;
    Matrix logits(prediction_count(facts.prompts, learned), model.n_vocab());
    model.forward(facts.prompts, learned, view(logits), &trace);
    CHECK(std::abs(run.losses().front() -
                   cross_entropy_forward(view(std::as_const(logits)), words)) < 1e-10);
    Matrix grad_logits(logits.rows(), logits.cols());
    cross_entropy_backward(view(std::as_const(logits)), words, view(grad_logits));
    softmax_rows_forward<float>(view(std::as_const(logits)), view(logits));
    for (Index row = 0; row < logits.rows(); ++row)
      logits(row, words[static_cast<std::size_t>(row)]) -= 1.0F;
    logits /= static_cast<float>(logits.rows());
    CHECK((logits - grad_logits).cwiseAbs().maxCoeff() < 1e-8F);
    auto grads = zeros_like(model);
    model.backward(facts.prompts, trace, view(std::as_const(logits)), grads);
    const auto gradients = parameters_of<const float>(grads);
    OptimizerOptions adamw = options.optimizer;
    adamw.lr = 0.01 / 20;
    Optimizer decayed(adamw);
    adamw.weight_decay = 0.0;
    Optimizer undecayed(adamw);
    change_parameters<float>(model, [&](const ParametersOf<float>& parameters) {
      std::vector<ParameterUpdate> matrices;
      std::vector<ParameterUpdate> vectors;
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        (parameters[i].shape.size() == 2 ? matrices : vectors)
            .push_back({parameters[i].values, gradients[i].values});
      }
      decayed.step(matrices);
      undecayed.step(vectors);
    });
    const auto expected = parameters_of<const float>(std::as_const(model));
    const auto actual = parameters_of<const float>(run.model());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(expected[i].name);
      CHECK(std::equal(expected[i].values.begin(), expected[i].values.end(),
                       actual[i].values.begin()));
    }
  }
}

TEST_CASE("language_training: prompt_loss_weight is the weight of the words before the last one") {
  LanguageTrainingOptions options = small_language_training();
  LanguageTraining every(small_corpus(), options);
  options.learned = Predictions::kLastWord;
  LanguageTraining last(small_corpus(), options);
  options.learned = Predictions::kEveryWord;
  options.prompt_loss_weight = 0.25;
  LanguageTraining weighted(small_corpus(), options);
  options.prompt_loss_weight = 0.0;
  LanguageTraining none(small_corpus(), options);
  const Sentences batch = small_corpus().at(every.next_batch());
  for (LanguageTraining* run : {&every, &last, &weighted, &none}) run->step(1);
  const auto answers = static_cast<double>(batch.count());
  const auto others = static_cast<double>(batch.token_count() - 2 * batch.count());
  const double loss_of_others =
      (every.losses()[0] * (answers + others) - last.losses()[0] * answers) / others;
  const double expected =
      (last.losses()[0] * answers + 0.25 * loss_of_others * others) / (answers + 0.25 * others);
  CHECK(weighted.losses()[0] == doctest::Approx(expected).epsilon(1e-12));
  CHECK(none.losses()[0] == doctest::Approx(last.losses()[0]).epsilon(1e-12));
  // After one step of AdamW a parameter has moved by the sign of its gradient, so compares
  // gradients of the second step.
  for (LanguageTraining* run : {&last, &none}) run->step(1);
  const auto expected_parameters = parameters_of<const float>(last.model());
  const auto actual_parameters = parameters_of<const float>(none.model());
  for (std::size_t i = 0; i < expected_parameters.size(); ++i) {
    CAPTURE(expected_parameters[i].name);
    for (std::size_t j = 0; j < expected_parameters[i].values.size(); ++j) {
      REQUIRE(actual_parameters[i].values[j] ==
              doctest::Approx(expected_parameters[i].values[j]).epsilon(1e-3));
    }
  }
}

TEST_CASE(
    "language_training: decay_feed_forward decides whether the weights of the feed-forward "
    "networks decay") {
  LanguageTrainingOptions options = small_language_training();
  options.optimizer.weight_decay = 0.5;
  LanguageTraining decayed(small_corpus(), options);
  options.decay_feed_forward = false;
  LanguageTraining spared(small_corpus(), options);
  options.optimizer.weight_decay = 0.0;
  LanguageTraining undecayed(small_corpus(), options);
  for (LanguageTraining* run : {&decayed, &spared, &undecayed}) run->step(1);
  const auto all_decay = parameters_of<const float>(decayed.model());
  const auto some_decay = parameters_of<const float>(spared.model());
  const auto none_decay = parameters_of<const float>(undecayed.model());
  int networks = 0;
  for (std::size_t i = 0; i < all_decay.size(); ++i) {
    CAPTURE(all_decay[i].name);
    const bool in_network = all_decay[i].name.find("feed_forward") != std::string::npos;
    const auto& expected = in_network ? none_decay : all_decay;
    CHECK(std::equal(expected[i].values.begin(), expected[i].values.end(),
                     some_decay[i].values.begin()));
    if (!in_network || all_decay[i].shape.size() != 2) continue;
    ++networks;
    CHECK_FALSE(std::equal(all_decay[i].values.begin(), all_decay[i].values.end(),
                           some_decay[i].values.begin()));
  }
  CHECK(networks == 2);
}

TEST_CASE(
    "language_training: runs are deterministic and twins have the same initial weights and "
    "batches") {
  LanguageTraining run(small_corpus(), small_language_training());
  LanguageTraining again(small_corpus(), small_language_training());
  LanguageTraining twin(small_corpus(), small_language_training(Activation::kRelu));
  CHECK(parameter_bits(run) == parameter_bits(twin));
  for (int step = 0; step < 9; ++step) {
    CHECK(run.next_batch() == twin.next_batch());
    run.step(1);
    twin.step(1);
  }
  again.step(9);
  CHECK(parameter_bits(run) == parameter_bits(again));
  CHECK(parameter_bits(run) != parameter_bits(twin));
  LanguageTrainingOptions other = small_language_training();
  other.seed = 4;
  CHECK(parameter_bits(LanguageTraining(small_corpus(), other)) !=
        parameter_bits(LanguageTraining(small_corpus(), small_language_training())));
}

TEST_CASE("language_training: rewinding to any step and continuing give the same bits") {
  LanguageTraining run(small_corpus(), small_language_training());
  const auto bits = bits_of_language_steps(run, 40);
  const std::vector<double> losses(run.losses().begin(), run.losses().end());
  for (const Index step : {39, 0, 40, 7, 8, 33, 32, 31, 1, 37}) {
    CAPTURE(step);
    run.rewind(step);
    CHECK(run.steps() == step);
    CHECK(run.recorded_steps() >= 40);
    CHECK(parameter_bits(run) == bits[static_cast<std::size_t>(step)]);
    run.step(2);
    if (step <= 38) CHECK(parameter_bits(run) == bits[static_cast<std::size_t>(step) + 2]);
  }
  CHECK(std::vector<double>(run.losses().begin(), run.losses().begin() + 40) == losses);
  CHECK_THROWS_WITH_AS(run.rewind(43), "step is 43; expected 0 to 42", ArgumentError);
  CHECK_THROWS_AS(run.rewind(-1), ArgumentError);
  CHECK_THROWS_AS(run.step(-1), ArgumentError);
}

TEST_CASE("language_training: a run stops before a step that is not finite") {
  LanguageTrainingOptions options = small_language_training();
  options.optimizer.lr = 1e39;
  options.schedule.warm_up_steps = 0;
  LanguageTraining run(small_corpus(), options);
  const std::uint64_t before = parameter_bits(run);
  CHECK(run.step(5) == 0);
  REQUIRE(run.non_finite().has_value());
  CHECK(run.non_finite()->step == 1);
  CHECK(run.non_finite()->tensor == "token_embedding");
  CHECK(parameter_bits(run) == before);
  CHECK(run.recorded_steps() == 0);
  run.rewind(0);
  CHECK_FALSE(run.non_finite().has_value());

  options.optimizer.lr = 1e19;  // the parameters stay finite, their products do not
  LanguageTraining later(small_corpus(), options);
  const Index done = later.step(5);
  CHECK(done < 5);
  REQUIRE(later.non_finite().has_value());
  CHECK(later.non_finite()->step == done + 1);
  CHECK(later.steps() == done);
}

#if defined(FFN_SAME_BITS)

TEST_CASE("language_training: the native and simd builds train to the same bits" *
          doctest::test_suite("same_bits")) {
  LanguageTraining gelu(small_corpus(), small_language_training());
  gelu.step(100);
  CHECK(parameter_bits(gelu) == 3479812349221502057ULL);
  LanguageTraining relu(small_corpus(), small_language_training(Activation::kRelu));
  relu.step(100);
  CHECK(parameter_bits(relu) == 10133082967476081736ULL);
}
#endif

TEST_CASE(
    "language_training: a copy, also by assignment, goes on independently with the same bits") {
  LanguageTraining run(small_corpus(), small_language_training(Activation::kGelu));
  run.step(3);
  LanguageTraining copy(run);
  LanguageTraining assigned(small_corpus(), small_language_training(Activation::kRelu));
  assigned.step(1);
  assigned = run;
  run.step(4);
  CHECK(copy.steps() == 3);
  CHECK(assigned.steps() == 3);
  CHECK(bits_of_language_steps(copy, 7).back() == parameter_bits(run));
  CHECK(bits_of_language_steps(assigned, 7).back() == parameter_bits(run));
}
