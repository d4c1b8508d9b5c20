#include "model/facts_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "ffn/io/gpt2_language_model.h"
#include "ffn/io/safetensors.h"

namespace ffn::facts {

namespace {

constexpr std::size_t kLabelNumbers = 4;  // of Label; the tokens follow
constexpr Index kRecordEvery = 30;        // steps of a training
constexpr Index kPrintEvery = 300;

void add_sentence(const std::vector<std::int32_t>& numbers, FactsFile& file) {
  if (numbers.size() < kLabelNumbers + 2)
    throw std::runtime_error("a sentence has fewer than two tokens");
  file.labels.push_back({numbers[0], numbers[1], numbers[2], numbers[3]});
  file.sentences.add(std::span(numbers).subspan(kLabelNumbers));
}

// Reads the options, which have the names of the package's options.
LanguageTrainingOptions read_training(const nlohmann::json& json) {
  LanguageTrainingOptions options;
  json.at("n_vocab").get_to(options.model.n_vocab);
  json.at("n_positions").get_to(options.model.n_positions);
  json.at("n_layers").get_to(options.model.n_layers);
  json.at("d_model").get_to(options.model.d_model);
  json.at("n_heads").get_to(options.model.n_heads);
  json.at("d_ff").get_to(options.model.d_ff);
  json.at("batch_size").get_to(options.batch_size);
  json.at("lr").get_to(options.optimizer.lr);
  json.at("weight_decay").get_to(options.optimizer.weight_decay);
  json.at("schedule_steps").get_to(options.schedule.steps);
  json.at("warm_up_steps").get_to(options.schedule.warm_up_steps);
  json.at("prompt_loss_weight").get_to(options.prompt_loss_weight);
  json.at("decay_feed_forward").get_to(options.decay_feed_forward);
  json.at("seed").get_to(options.seed);
  return options;
}

void record(FactsRun& run) {
  run.steps.push_back(run.training.steps());
  run.right.push_back(run.training.facts_right());
}

}  // namespace

std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in || bytes.empty()) throw std::runtime_error(path + " cannot be read or is empty");
  return bytes;
}

FactsFile read_facts_file(const std::string& path) {
  try {
    const nlohmann::json json = nlohmann::json::parse(read_bytes(path));
    FactsFile file;
    file.n_vocab = static_cast<Index>(json.at("vocabulary").size());
    file.languages = json.at("languages").get<std::vector<std::string>>();
    file.training = read_training(json.at("training"));
    for (const auto& sentence : json.at("sentences"))
      add_sentence(sentence.get<std::vector<std::int32_t>>(), file);
    return file;
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

LanguageTrainingOptions facts_training(const FactsFile& file, Activation activation) {
  LanguageTrainingOptions options = file.training;
  options.model.activation = activation;
  return options;
}

FactsRun train_facts(const FactsFile& file, const LanguageTrainingOptions& options) {
  FactsRun run{LanguageTraining(file.sentences, options), {}, {}};
  LanguageTraining& training = run.training;
  const Index last = options.schedule.steps;
  record(run);
  while (training.steps() < last) {
    training.step(std::min(kRecordEvery, last - training.steps()));
    if (training.non_finite().has_value())
      throw std::runtime_error("step " + std::to_string(training.steps() + 1) + " is not finite");
    record(run);
    if (training.steps() % kPrintEvery != 0 && training.steps() != last) continue;
    std::printf("step %d  loss %.3f  %d of %d sentences right\n",
                static_cast<int>(training.steps()), training.losses().back(),
                static_cast<int>(run.right.back()), static_cast<int>(file.sentences.count()));
    std::fflush(stdout);
  }
  return run;
}

LanguageModel read_model(const std::string& bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  const auto size = static_cast<std::int64_t>(all.size());
  const std::int64_t length =
      header_length(all.first(std::min<std::size_t>(all.size(), kLengthBytes)), size);
  const SafetensorsHeader header =
      read_header(all.subspan(kLengthBytes, static_cast<std::size_t>(length)), size);
  const std::optional<ModelInFile> model = find_gpt2(header);
  if (!model.has_value()) throw std::runtime_error("the file has no model with GPT-2's names");
  std::vector<FetchedTensor> fetched;
  for (const TensorInfo& tensor : find_tensors(header, gpt2_language_model_tensors(*model))) {
    fetched.push_back({tensor, all.subspan(static_cast<std::size_t>(tensor.bytes.begin),
                                           static_cast<std::size_t>(tensor.bytes.size()))});
  }
  return gpt2_language_model(fetched, gpt2_file_options(header));
}

}  // namespace ffn::facts
