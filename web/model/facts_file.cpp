#include "model/facts_file.h"

#include <algorithm>
#include <cstddef>
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

void add_sentence(const std::vector<std::int32_t>& numbers, FactsFile& file) {
  if (numbers.size() < kLabelNumbers + 2) throw std::runtime_error("a sentence has fewer than two tokens");
  file.labels.push_back({numbers[0], numbers[1], numbers[2], numbers[3]});
  file.sentences.add(std::span(numbers).subspan(kLabelNumbers));
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
    for (const auto& sentence : json.at("sentences")) add_sentence(sentence.get<std::vector<std::int32_t>>(), file);
    return file;
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

LanguageTrainingOptions facts_training(const FactsFile& file, Activation activation) {
  LanguageTrainingOptions options;
  options.model = {file.n_vocab, file.sentences.longest() - 1, 1, 64, 4, 256, activation};
  options.optimizer = {OptimizerKind::kAdamW, 0.005, 4.0};
  options.schedule = {1500, 20, 0.0};
  options.prompt_loss_weight = 0.5;
  options.decay_feed_forward = false;
  options.seed = 1;
  return options;
}

LanguageModel read_model(const std::string& bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  const auto size = static_cast<std::int64_t>(all.size());
  const std::int64_t length = header_length(all.first(std::min<std::size_t>(all.size(), kLengthBytes)), size);
  const SafetensorsHeader header = read_header(all.subspan(kLengthBytes, static_cast<std::size_t>(length)), size);
  const std::optional<ModelInFile> model = find_gpt2(header);
  if (!model.has_value()) throw std::runtime_error("the file has no model with GPT-2's names");
  std::vector<FetchedTensor> fetched;
  for (const TensorInfo& tensor : find_tensors(header, gpt2_language_model_tensors(*model))) {
    fetched.push_back({tensor, all.subspan(static_cast<std::size_t>(tensor.bytes.begin), static_cast<std::size_t>(tensor.bytes.size()))});
  }
  return gpt2_language_model(fetched, gpt2_file_options(header, *model));
}

}  // namespace ffn::facts
