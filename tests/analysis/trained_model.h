#pragma once
// A model that has learned the facts of train/small_corpus.h.

#include "ffn/train/language_training.h"
#include "train/small_corpus.h"

namespace ffn::test {

inline LanguageModel trained_model(Index n_layers = 1, Activation activation = Activation::kGelu) {
  LanguageTrainingOptions options = small_language_training(activation);
  options.model.n_layers = n_layers;
  LanguageTraining run(small_corpus(), options);
  run.step(400);
  return run.model();
}

}  // namespace ffn::test
