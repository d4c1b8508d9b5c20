// The errors of ffn/train/language_training.h.

#include <doctest/doctest.h>

#include <cmath>

#include "ffn/core/check.h"
#include "ffn/train/language_training.h"
#include "nn/small_language_model.h"
#include "train/small_corpus.h"

using namespace ffn;
using ffn::test::small_corpus;
using ffn::test::small_language_training;

TEST_CASE("language_training: invalid sentences and options are rejected by name") {
  const auto rejected = [](const Sentences& sentences, const LanguageTrainingOptions& options,
                           const char* message) {
    CHECK_THROWS_WITH_AS(LanguageTraining(sentences, options), message, ArgumentError);
  };
  const LanguageTrainingOptions valid = small_language_training();
  rejected(Sentences(), valid, "sentences is empty; expected one sentence or more");
  rejected(test::sentences_of({{1}}), valid,
           "sentences[0] is 1 token long; expected 2 tokens or more");
  rejected(test::sentences_of({{1, 35}}), valid, "labels[0] is 35; expected a class from 0 to 34");
  rejected(test::sentences_of({{35, 1}}), valid,
           "tokens[0] is 35; expected an integer from 0 to 34");
  rejected(test::sentences_of({{1, 2, 3, 4, 5, 6}}), valid,
           "sentences is 5 tokens long; expected at most 4 tokens, the positions of the model");
  LanguageTrainingOptions options = valid;
  options.batch_size = 81;
  rejected(small_corpus(), options, "batch_size is 81; expected 1 to 80, the size of the data set");
  options = valid;
  options.schedule.steps = 10;
  rejected(small_corpus(), options, "warm_up_steps is 20; expected 0 to 9");
  options = valid;
  options.optimizer.lr = -1.0;
  rejected(small_corpus(), options, "lr is -1; expected a finite number of 0 or more");
  options = valid;
  options.prompt_loss_weight = -0.5;
  rejected(small_corpus(), options, "prompt_loss_weight is -0.5; expected a number from 0 to 1");
  options.prompt_loss_weight = std::nan("");
  CHECK_THROWS_AS(LanguageTraining(small_corpus(), options), ArgumentError);
  options = valid;
  options.model.d_ff = 0;
  CHECK_THROWS_AS(LanguageTraining(small_corpus(), options), ArgumentError);
}
