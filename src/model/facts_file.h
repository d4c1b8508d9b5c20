#pragma once
// The corpus for native programs: read from web/model/vocabulary.json, which corpus.mjs beside it
// writes; and the training of the models that the page loads.

#include <string>
#include <vector>

#include "ffn/io/dtype.h"
#include "ffn/nn/sentences.h"
#include "ffn/train/language_training.h"

namespace ffn::facts {

/// Numbers of a sentence's language, relation, subject and wording. Sentences of equal relation and
/// subject say the same fact.
struct Label {
  int language = 0;
  int relation = 0;
  int subject = 0;
  int wording = 0;

  bool same_fact(const Label& other) const {
    return relation == other.relation && subject == other.subject;
  }
};

/// The corpus. The last token of a sentence is its answer.
struct FactsFile {
  Index n_vocab = 0;
  std::vector<std::string> languages;
  Sentences sentences;
  std::vector<Label> labels;         // one per sentence
  LanguageTrainingOptions training;  // of both models, without the activation
};

/// Reads the bytes of a file. Throws std::runtime_error if it cannot be read.
std::string read_bytes(const std::string& path);

/// Reads vocabulary.json. Throws an exception that names the file if it is not the one that
/// corpus.mjs writes.
FactsFile read_facts_file(const std::string& path);

/// Element type of the files: 8 significant bits lose no fact, and compress better than float16's
/// 11.
inline constexpr Dtype kDtype = Dtype::kBF16;

/// Returns the options of the training of a model of the facts. Twins differ only in the
/// activation.
LanguageTrainingOptions facts_training(const FactsFile& file, Activation activation);

/// A training to the end of its schedule, and the numbers of sentences answered right on the way.
struct FactsRun {
  LanguageTraining training;
  std::vector<Index> steps;  // 0, every 30th and the last
  std::vector<Index> right;  // one per step of `steps`
};

/// Trains a model of the facts to the end of its schedule, and prints losses and sentences answered
/// right on the way. Throws std::runtime_error if a value is not finite.
FactsRun train_facts(const FactsFile& file, const LanguageTrainingOptions& options);

/// Reads a model from the bytes of a safetensors file with GPT-2's names. Throws CheckpointError
/// and ArgumentError for other files.
LanguageModel read_model(const std::string& bytes);

}  // namespace ffn::facts
