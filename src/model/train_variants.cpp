// Trains variants of the page's models: ffn_train_variants VOCABULARY.json OUTPUT.json. Started by
// web/model/train. A model of the facts without an activation, with and without its feed-forward
// network; and networks of several widths that learn random pairs (random_pairs.h). Writes what
// each of them has learnt.

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "ffn/analysis/fact_table.h"
#include "model/facts_file.h"
#include "model/random_pairs.h"

namespace {

using namespace ffn;

// The loss of the last step has as many digits as all machines agree on: the C library computes its
// exp and log.
std::string train_facts(const facts::FactsFile& file, Activation activation) {
  const LanguageTrainingOptions options = facts::facts_training(file, activation);
  const std::string name(name_of(activation));
  std::printf("%s\n", name.c_str());
  const LanguageTraining run = facts::train_facts(file, options);
  TransformerBlockSwitches without;
  without.feed_forward = false;
  const Index right_without =
      FactTable(run.model(), facts_of(file.sentences)).right(std::vector{without});
  char line[128];
  std::snprintf(line, sizeof line,
                R"({"activation":"%s","d_ff":%d,"loss":%.3g,"right":%d,"right_without":%d})",
                name.c_str(), static_cast<int>(options.model.d_ff), run.losses().back(),
                static_cast<int>(run.facts_right()), static_cast<int>(right_without));
  return line;
}

void train_all(const std::string& vocabulary, const std::string& output) {
  const facts::FactsFile file = facts::read_facts_file(vocabulary);
  const std::string without_activation = train_facts(file, Activation::kIdentity);
  const std::string pairs = facts::train_random_pairs();
  std::ofstream out(output, std::ios::binary);
  out << "{\n\"d_model\":" << file.training.model.d_model << ",\n\"of\":" << file.sentences.count()
      << ",\n\"runs\":[\n"
      << without_activation << "\n],\n\"random_pairs\":" << pairs << "\n}\n";
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
