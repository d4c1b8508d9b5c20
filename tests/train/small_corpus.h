#pragma once
// Made-up facts: sentences "subject relation answer" and "relation word subject answer" for 20
// subjects and two relations, and a training run that learns them. The subjects are more than the
// model has features, and their answers have no order.

#include <vector>

#include "ffn/nn/sentences.h"
#include "ffn/train/language_training.h"

namespace ffn::test {

inline constexpr std::int32_t kSubjects = 20;
inline constexpr std::int32_t kAnswers = 6;  // of each relation
inline constexpr std::int32_t kFacts = 4 * kSubjects;
inline constexpr std::int32_t kCorpusWords = kSubjects + 3 + 2 * kAnswers;

/// Returns the answer to a question about a subject: relation 0 or 1.
inline std::int32_t corpus_answer(std::int32_t subject, std::int32_t relation) {
  return kSubjects + 3 + relation * kAnswers +
         (relation == 0 ? 7 * subject * subject + 3 * subject : 5 * subject * subject + 1) % 31 %
             kAnswers;
}

inline Sentences small_corpus() {
  Sentences sentences;
  for (std::int32_t subject = 0; subject < kSubjects; ++subject) {
    for (const std::int32_t relation : {0, 1}) {
      const std::int32_t word = kSubjects + relation;
      const std::int32_t answer = corpus_answer(subject, relation);
      sentences.add(std::vector<std::int32_t>{subject, word, answer});
      sentences.add(std::vector<std::int32_t>{word, kSubjects + 2, subject, answer});
    }
  }
  return sentences;
}

inline LanguageTrainingOptions small_language_training(Activation activation = Activation::kGelu) {
  LanguageTrainingOptions options;
  options.model = {kCorpusWords, 4, 1, 16, 2, 48, activation};
  options.schedule = {400, 20, 0.0};
  options.batch_size = 24;  // the last batch of an epoch has 8
  options.snapshot_every = 4;
  options.seed = 3;
  return options;
}

}  // namespace ffn::test
