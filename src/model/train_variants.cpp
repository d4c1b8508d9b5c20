// Trains variants of the page's models: ffn_train_variants VOCABULARY.json OUTPUT.json. Started by
// web/model/train. Models of the facts, the twins among them, each measured with and without its
// feed-forward network; and networks of several widths that learn random pairs (random_pairs.h).
// Writes what each of them has learnt.

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

struct Variant {
  Activation activation;
  Index d_ff;  // 0: that of the twins
};

// The twins, a model without an activation, and one whose network is too narrow to hold facts.
constexpr Variant kVariants[] = {{Activation::kIdentity, 0},
                                 {Activation::kGelu, 0},
                                 {Activation::kRelu, 0},
                                 {Activation::kGelu, 1}};

// Returns a list, which is not empty, as JSON.
std::string list_of(const std::vector<Index>& numbers) {
  std::string text = "[";
  for (const Index number : numbers) text.append(std::to_string(number)).append(",");
  text.back() = ']';
  return text;
}

// The loss of the last step has as many digits as all machines agree on: the C library computes its
// exp and log.
std::string train_variant(const facts::FactsFile& file, const Variant& variant) {
  LanguageTrainingOptions options = facts::facts_training(file, variant.activation);
  if (variant.d_ff != 0) options.model.d_ff = variant.d_ff;
  const std::string name(name_of(variant.activation));
  const std::string d_ff = std::to_string(options.model.d_ff);
  std::printf("%s, d_ff %s\n", name.c_str(), d_ff.c_str());
  const facts::FactsRun run = facts::train_facts(file, options);
  TransformerBlockSwitches without;
  without.feed_forward = false;
  const Index right_without =
      FactTable(run.training.model(), facts_of(file.sentences)).right(std::vector{without});
  char loss[32];
  std::snprintf(loss, sizeof loss, "%.3g", run.training.losses().back());
  return R"({"activation":")" + name + R"(","d_ff":)" + d_ff + R"(,"loss":)" + loss +
         R"(,"right":)" + std::to_string(run.right.back()) + R"(,"right_without":)" +
         std::to_string(right_without) + ",\n\"history\":{\"steps\":" + list_of(run.steps) +
         ",\n\"right\":" + list_of(run.right) + "}}";
}

void train_all(const std::string& vocabulary, const std::string& output) {
  const facts::FactsFile file = facts::read_facts_file(vocabulary);
  std::string runs;
  for (const Variant& variant : kVariants)
    runs += (runs.empty() ? "" : ",\n") + train_variant(file, variant);
  const std::string pairs = facts::train_random_pairs();
  std::ofstream out(output, std::ios::binary);
  out << "{\n\"d_model\":" << file.training.model.d_model << ",\n\"of\":" << file.sentences.count()
      << ",\n\"runs\":[\n"
      << runs << "\n],\n\"random_pairs\":" << pairs << "\n}\n";
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
