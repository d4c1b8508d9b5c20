#include "ffn/io/token_tensors.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace ffn {

namespace {

constexpr std::array<std::string_view, 5> kEmbeddings{"wte", "word_embeddings", "tok_emb",
                                                      "embed_tokens", "embed_in"};
constexpr std::array<std::string_view, 3> kPositions{"wpe", "position_embeddings", "pos_emb"};
constexpr std::string_view kWeightEnding = ".weight";

// Returns the first matrix of `columns` columns whose name ends with one of the names and
// ".weight", and its prefix.
std::pair<const TensorInfo*, std::string_view> find_matrix(const SafetensorsHeader& header,
                                                           std::span<const std::string_view> names,
                                                           std::int64_t columns) {
  for (const TensorInfo& tensor : header.tensors()) {
    std::string_view stem = tensor.name;
    if (tensor.shape.size() != 2 || tensor.shape[1] != columns || !stem.ends_with(kWeightEnding))
      continue;
    stem.remove_suffix(kWeightEnding.size());
    for (const std::string_view name : names) {
      if (!stem.ends_with(name)) continue;
      const std::string_view prefix = stem.substr(0, stem.size() - name.size());
      if (prefix.empty() || prefix.ends_with('.')) return {&tensor, prefix};
    }
  }
  return {nullptr, {}};
}

}  // namespace

TokenTensors find_token_tensors(const SafetensorsHeader& header, std::int64_t d_model) {
  const auto [embedding, prefix] = find_matrix(header, kEmbeddings, d_model);
  TokenTensors found{embedding, find_matrix(header, kPositions, d_model).first, nullptr, nullptr};
  if (embedding == nullptr) return found;
  const TensorInfo* scale = header.find(std::string(prefix).append("ln_f.weight"));
  const TensorInfo* shift = header.find(std::string(prefix).append("ln_f.bias"));
  if (scale != nullptr && shift != nullptr) {
    found.final_scale = scale;
    found.final_shift = shift;
  }
  return found;
}

ModelInFile model_around(const SafetensorsHeader& header, const FeedForwardTable& table) {
  ModelInFile model{
      table.before, table.n_layers, table.d_model(table.layout), table.d_ff(table.layout), 0, 0};
  const TokenTensors tokens = find_token_tensors(header, model.d_model);
  if (tokens.embedding != nullptr) model.n_vocab = tokens.embedding->shape[0];
  if (tokens.positions != nullptr) model.n_positions = tokens.positions->shape[0];
  return model;
}

}  // namespace ffn
