#include "ffn/io/feed_forward_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/io/bert.h"
#include "ffn/io/gpt2.h"
#include "ffn/io/sorted_order.h"

namespace ffn {

namespace {

// Names of the two linear layers, after the prefix and without ".weight".
struct Naming {
  ModelFamily family;
  std::string_view first;
  std::string_view second;
};

// In the order in which they are tried.
constexpr std::array kNamings{
    Naming{ModelFamily::kGpt2, "mlp.c_fc", "mlp.c_proj"},
    Naming{ModelFamily::kBert, "intermediate.dense", "output.dense"},
    Naming{ModelFamily::kLinear, "linear1", "linear2"},
    Naming{ModelFamily::kLinear, "fc1", "fc2"},
    Naming{ModelFamily::kLinear, "lin1", "lin2"},
    Naming{ModelFamily::kLinear, "mlp.dense_h_to_4h", "mlp.dense_4h_to_h"},
    Naming{ModelFamily::kLinear, "ff.layers.0", "ff.layers.2"},
    Naming{ModelFamily::kLinear, "net.0", "net.3"},
    Naming{ModelFamily::kLinear, "net.0", "net.2"},
};

constexpr std::array<std::string_view, 5> kEmbeddings{"wte", "word_embeddings", "tok_emb", "embed_tokens", "embed_in"};
constexpr std::array<std::string_view, 3> kPositions{"wpe", "position_embeddings", "pos_emb"};
constexpr std::string_view kWeight = ".weight";
constexpr std::string_view kBias = ".bias";

// Returns what precedes `ending` in the name, or nullopt unless the name consists of it, or ends with it after a full stop.
std::optional<std::string_view> prefix_of(std::string_view name, std::string_view ending) {
  if (name.size() < ending.size() || name.substr(name.size() - ending.size()) != ending) return std::nullopt;
  name.remove_suffix(ending.size());
  if (!name.empty() && name.back() != '.') return std::nullopt;
  return name;
}

// One network of a file; the fields are those of the table.
struct Candidate {
  std::string before;
  std::string after;
  bool numbered = false;
  std::int64_t layer = 0;
  std::vector<NeededTensor> tensors;
};

// Splits a prefix at its last component that is a number.
Candidate split_prefix(std::string_view prefix) {
  std::size_t begin = prefix.size();
  while (begin > 0) {
    begin = begin < 2 ? 0 : prefix.rfind('.', begin - 2) + 1;  // 0 if there is no other full stop, as npos + 1 is 0
    const LayerName name = parse_layer_name(prefix, prefix.substr(0, begin));
    if (name.layer >= 0) return {std::string(prefix.substr(0, begin)), std::string(name.suffix), true, name.layer, {}};
  }
  return {std::string(prefix), "", false, 0, {}};
}

// Returns whether the lengths of both biases fit a first weight of that shape in one of the layouts.
bool biases_fit(const Shape& w1, const Shape& b1, const Shape& b2) {
  const Shape rows{w1[0]};
  const Shape columns{w1[1]};
  return (b1 == rows && b2 == columns) || (b1 == columns && b2 == rows);
}

// Returns the tensors of the linear layers PREFIX FIRST, whose weight exists, and PREFIX SECOND, or none unless they form a network.
std::vector<NeededTensor> tensors_of(const SafetensorsHeader& header, std::string_view prefix, const Naming& naming) {
  const auto find = [&](std::string_view layer, std::string_view part) {
    return header.find(std::string(prefix).append(layer).append(part));
  };
  const TensorInfo* w1 = find(naming.first, kWeight);
  const TensorInfo* b1 = find(naming.first, kBias);
  const TensorInfo* w2 = find(naming.second, kWeight);
  const TensorInfo* b2 = find(naming.second, kBias);
  if (w2 == nullptr || w1->shape.size() != 2 || w2->shape != Shape{w1->shape[1], w1->shape[0]}) return {};
  const auto needed = [](const TensorInfo* tensor) { return NeededTensor{tensor->name, tensor->shape}; };
  if (b1 == nullptr && b2 == nullptr) return {needed(w1), needed(w2)};
  if (b1 == nullptr || b2 == nullptr || !biases_fit(w1->shape, b1->shape, b2->shape)) return {};
  return {needed(w1), needed(b1), needed(w2), needed(b2)};
}

std::vector<Candidate> find_candidates(const SafetensorsHeader& header, const Naming& naming) {
  std::vector<Candidate> found;
  const std::string ending = std::string(naming.first).append(kWeight);
  for (const TensorInfo& tensor : header.tensors()) {
    const auto prefix = prefix_of(tensor.name, ending);
    if (!prefix) continue;
    Candidate candidate = split_prefix(*prefix);
    candidate.tensors = tensors_of(header, *prefix, naming);
    if (!candidate.tensors.empty()) found.push_back(std::move(candidate));
  }
  std::vector<Candidate> ascending;
  for (const std::size_t i : sorted_order(found.size(), [&](std::size_t a, std::size_t b) { return found[a].layer < found[b].layer; })) {
    ascending.push_back(std::move(found[i]));
  }
  return ascending;
}

// Returns whether two networks belong to the same stack and have the same shapes.
bool alike(const Candidate& a, const Candidate& b) {
  return a.before == b.before && a.after == b.after && a.numbered == b.numbered &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(),
                    [](const NeededTensor& x, const NeededTensor& y) { return x.shape == y.shape; });
}

// Returns 1 + the largest number of a name that begins as those of the layers do.
std::int64_t count_layers(const SafetensorsHeader& header, const FeedForwardTable& table) {
  std::int64_t last = table.layers.back();
  if (!table.numbered) return last + 1;
  for (const TensorInfo& tensor : header.tensors()) {
    const LayerName name = parse_layer_name(tensor.name, table.before);
    if (name.suffix.substr(0, table.after.size()) == table.after) last = std::max(last, name.layer);
  }
  return last + 1;
}

// Sets the layout and the sizes of a table whose tensors are known.
void set_layout(FeedForwardTable& table) {
  const Shape& w1 = table.tensors.front().shape;
  const bool biases = table.tensors.size() == 4;
  table.ambiguous = !biases || w1[0] == w1[1];
  if (table.ambiguous) {
    table.layout = table.family == ModelFamily::kGpt2 ? WeightLayout::kInOut : WeightLayout::kOutIn;
  } else {
    table.layout = table.tensors[1].shape == Shape{w1[0]} ? WeightLayout::kOutIn : WeightLayout::kInOut;
  }
  const bool in_out = table.layout == WeightLayout::kInOut;
  table.d_model = w1[in_out ? 0 : 1];
  table.d_ff = w1[in_out ? 1 : 0];
}

// Returns the first two-dimensional tensor whose name ends with one of the names and ".weight", and its prefix.
template <std::size_t N>
std::pair<const TensorInfo*, std::string_view> find_matrix(const SafetensorsHeader& header, const std::array<std::string_view, N>& names) {
  for (const TensorInfo& tensor : header.tensors()) {
    std::string_view stem = tensor.name;
    if (tensor.shape.size() != 2 || stem.size() < kWeight.size() || stem.substr(stem.size() - kWeight.size()) != kWeight) continue;
    stem.remove_suffix(kWeight.size());
    for (const std::string_view name : names) {
      if (const auto prefix = prefix_of(stem, name)) return {&tensor, *prefix};
    }
  }
  return {nullptr, {}};
}

}  // namespace

std::string_view name_of(ModelFamily family) {
  switch (family) {
    case ModelFamily::kGpt2: return "gpt2";
    case ModelFamily::kBert: return "bert";
    case ModelFamily::kLinear: break;
  }
  return "linear";
}

FeedForwardOptions feed_forward_options(ModelFamily family) {
  switch (family) {
    case ModelFamily::kGpt2: return gpt2_feed_forward_options();
    case ModelFamily::kBert: return bert_feed_forward_options();
    case ModelFamily::kLinear: break;
  }
  return {};
}

std::optional<FeedForwardTable> find_feed_forwards(const SafetensorsHeader& header) {
  for (const Naming& naming : kNamings) {
    std::vector<Candidate> candidates = find_candidates(header, naming);
    if (candidates.empty()) continue;
    const Candidate& first = candidates.front();
    FeedForwardTable table;
    table.family = naming.family;
    table.before = first.before;
    table.after = first.after;
    table.numbered = first.numbered;
    for (const Candidate& candidate : candidates) {
      if (alike(candidate, first)) table.layers.push_back(candidate.layer);
    }
    table.n_layers = count_layers(header, table);
    table.tensors = first.tensors;
    set_layout(table);
    return table;
  }
  return std::nullopt;
}

FeedForwardTable with_layout(FeedForwardTable table, WeightLayout layout) {
  if (table.layout == layout) return table;
  check(table.ambiguous, "layout", layout == WeightLayout::kInOut ? "\"in_out\"" : "\"out_in\"",
        layout == WeightLayout::kInOut ? "\"out_in\", as the biases have its lengths" : "\"in_out\", as the biases have its lengths");
  table.layout = layout;
  std::swap(table.d_model, table.d_ff);
  return table;
}

std::vector<NeededTensor> feed_forward_tensors(const FeedForwardTable& table, std::int64_t layer) {
  check(layer >= 0 && layer < table.n_layers, "layer", layer, "a layer from 0 to " + std::to_string(table.n_layers - 1));
  const auto prefix_at = [&](std::int64_t number) {
    return table.numbered ? table.before + std::to_string(number) + "." + table.after : table.before;
  };
  const std::size_t length = prefix_at(table.layers.front()).size();
  std::vector<NeededTensor> needed = table.tensors;
  for (NeededTensor& tensor : needed) tensor.name = prefix_at(layer) + tensor.name.substr(length);
  return needed;
}

TokenTensors find_token_tensors(const SafetensorsHeader& header) {
  const auto [embedding, prefix] = find_matrix(header, kEmbeddings);
  TokenTensors found{embedding, find_matrix(header, kPositions).first, nullptr, nullptr};
  if (embedding == nullptr) return found;
  const TensorInfo* scale = header.find(std::string(prefix).append("ln_f.weight"));
  const TensorInfo* shift = header.find(std::string(prefix).append("ln_f.bias"));
  if (scale != nullptr && shift != nullptr) {
    found.final_scale = scale;
    found.final_shift = shift;
  }
  return found;
}

}  // namespace ffn
