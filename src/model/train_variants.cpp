// Trains variants of the models of the facts: ffn_train_variants VOCABULARY.json OUTPUT.json.
// Started by web/model/train. GELU with hidden layers of 1/4 to 8 times d_model, and one model
// without an activation. Writes what each of them has learnt, with and without its feed-forward
// network.

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "ffn/analysis/fact_table.h"
#include "model/facts_file.h"

namespace {

using namespace ffn;

constexpr double kRatios[] = {0.25, 0.5, 1, 2, 4, 8};  // d_ff / d_model

// The loss of the last step has as many digits as all machines agree on: the C library computes its
// exp and log.
std::string train(const facts::FactsFile& file, Activation activation, Index d_ff) {
  LanguageTrainingOptions options = facts::facts_training(file, activation);
  options.model.d_ff = d_ff;
  const std::string name(name_of(activation));
  std::printf("%s, %d hidden units\n", name.c_str(), static_cast<int>(d_ff));
  const LanguageTraining run = facts::train_facts(file, options);
  TransformerBlockSwitches without;
  without.feed_forward = false;
  const Index right_without =
      FactTable(run.model(), facts_of(file.sentences)).right(std::vector{without});
  char line[128];
  std::snprintf(line, sizeof line,
                R"({"activation":"%s","d_ff":%d,"loss":%.3g,"right":%d,"right_without":%d})",
                name.c_str(), static_cast<int>(d_ff), run.losses().back(),
                static_cast<int>(run.facts_right()), static_cast<int>(right_without));
  return line;
}

void train_all(const std::string& vocabulary, const std::string& output) {
  const facts::FactsFile file = facts::read_facts_file(vocabulary);
  std::string lines;
  for (const double ratio : kRatios) {
    lines += train(file, Activation::kGelu,
                   static_cast<Index>(ratio * static_cast<double>(file.training.model.d_model))) +
             ",\n";
  }
  lines += train(file, Activation::kIdentity, file.training.model.d_ff);
  std::ofstream out(output, std::ios::binary);
  out << "{\n\"d_model\":" << file.training.model.d_model << ",\n\"of\":" << file.sentences.count()
      << ",\n\"runs\":[\n"
      << lines << "\n]\n}\n";
  if (!out.flush()) throw std::runtime_error(output + " cannot be written");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: %s VOCABULARY.json OUTPUT.json\n", arguments[0]);
    return 2;
  }
  try {
    train_all(arguments[1], arguments[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
