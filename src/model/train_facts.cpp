// Trains a model of the facts: ffn_train_facts VOCABULARY.json ACTIVATION OUTPUT.safetensors.
// Started by web/model/train. Prints the loss and the facts that the model answers right; fails
// unless the written file, whose numbers are rounded, answers all of them.

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "ffn/analysis/fact_table.h"
#include "ffn/io/gpt2_language_model.h"
#include "model/facts_file.h"

namespace {

using namespace ffn;

void write_model(const LanguageModel& model, const std::string& path) {
  const std::vector<std::byte> bytes = write_gpt2_language_model(model, facts::kDtype);
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error(path + " cannot be written");
}

void train(const std::string& vocabulary, const std::string& activation,
           const std::string& output) {
  const facts::FactsFile file = facts::read_facts_file(vocabulary);
  const auto start = std::chrono::steady_clock::now();
  const LanguageModel model =
      facts::train_facts(file, facts::facts_training(file, named<Activation>(activation)))
          .training.model();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  write_model(model, output);
  const Facts facts = facts_of(file.sentences);
  const Index right = FactTable(facts::read_model(facts::read_bytes(output)), facts).right();
  if (right != facts.prompts.count()) {
    throw std::runtime_error(output + " answers " + std::to_string(right) + " of " +
                             std::to_string(facts.prompts.count()) + " prompts");
  }
  std::printf("%s: %.1f s\n", output.c_str(), seconds.count());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fprintf(stderr, "usage: %s VOCABULARY.json ACTIVATION OUTPUT.safetensors\n", arguments[0]);
    return 2;
  }
  try {
    train(arguments[1], arguments[2], arguments[3]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
