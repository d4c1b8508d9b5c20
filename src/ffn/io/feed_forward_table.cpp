#include "ffn/io/feed_forward_table.h"

#include <algorithm>
#include <array>
#include <span>
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

constexpr std::array<std::string_view, 5> kEmbeddings{"wte", "word_embeddings", "tok_emb",
                                                      "embed_tokens", "embed_in"};
constexpr std::array<std::string_view, 3> kPositions{"wpe", "position_embeddings", "pos_emb"};
constexpr std::string_view kWeight = ".weight";

// Returns what precedes `ending` in the path, or nullopt unless the path consists of it, or ends
// with it after a full stop.
std::optional<std::string_view> prefix_of(std::string_view path, std::string_view ending) {
  if (path.size() < ending.size() || path.substr(path.size() - ending.size()) != ending)
    return std::nullopt;
  path.remove_suffix(ending.size());
  if (!path.empty() && path.back() != '.') return std::nullopt;
  return path;
}

// One network of a file: its names as in the table, and its tensors in the file; the biases may be
// missing.
struct Candidate {
  std::string_view before;
  std::string_view after;
  bool numbered = false;
  std::int64_t layer = 0;
  std::array<const TensorInfo*, 4> tensors{};  // w1, b1, w2, b2
};

// Splits a prefix at its last component that is a number.
Candidate split_prefix(std::string_view prefix) {
  std::size_t begin = prefix.size();
  while (begin > 0) {
    begin = begin < 2 ? 0
                      : prefix.rfind('.', begin - 2) +
                            1;  // 0 if there is no other full stop, as npos + 1 is 0
    const LayerName name = parse_layer_name(prefix, prefix.substr(0, begin));
    if (name.layer >= 0) return {prefix.substr(0, begin), name.suffix, true, name.layer, {}};
  }
  return {prefix, {}, false, 0, {}};
}

// Returns whether the lengths of both biases fit a first weight of that shape in one of the
// layouts.
bool biases_fit(const Shape& w1, const Shape& b1, const Shape& b2) {
  const Shape rows{w1[0]};
  const Shape columns{w1[1]};
  return (b1 == rows && b2 == columns) || (b1 == columns && b2 == rows);
}

// Returns whether the tensors form a network.
bool complete(const std::array<const TensorInfo*, 4>& tensors) {
  const auto [w1, b1, w2, b2] = tensors;
  if (w2 == nullptr || w1->shape.size() != 2 || w2->shape != Shape{w1->shape[1], w1->shape[0]})
    return false;
  if (b1 == nullptr || b2 == nullptr) return b1 == b2;
  return biases_fit(w1->shape, b1->shape, b2->shape);
}

std::vector<Candidate> find_candidates(const SafetensorsHeader& header, const Naming& naming) {
  std::vector<Candidate> found;
  const std::string ending = std::string(naming.first).append(kWeight);
  for (const TensorInfo& tensor : header.tensors()) {
    const auto prefix = prefix_of(tensor.name, ending);
    if (!prefix) continue;
    Candidate candidate = split_prefix(*prefix);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string layer = std::string(*prefix).append(i < 2 ? naming.first : naming.second);
      candidate.tensors[i] = header.find(layer + (i % 2 == 0 ? ".weight" : ".bias"));
    }
    if (complete(candidate.tensors)) found.push_back(candidate);
  }
  return found;
}

bool same_shape(const TensorInfo* a, const TensorInfo* b) {
  return a == nullptr || b == nullptr ? a == b : a->shape == b->shape;
}

// Returns whether two networks belong to the same stack and have the same shapes.
bool alike(const Candidate& a, const Candidate& b) {
  return a.before == b.before && a.after == b.after && a.numbered == b.numbered &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), same_shape);
}

// Returns 1 + the largest number among the names of the layers' tensors, complete layers or not.
std::int64_t count_layers(const SafetensorsHeader& header, const FeedForwardTable& table) {
  std::int64_t last = table.layers.back();
  if (!table.numbered) return last + 1;
  for (const TensorInfo& tensor : header.tensors()) {
    const LayerName name = parse_layer_name(tensor.name, table.before);
    if (name.suffix.substr(0, table.after.size()) == table.after) last = std::max(last, name.layer);
  }
  return last + 1;
}

// Sets the layout of a table whose tensors are known.
void set_layout(FeedForwardTable& table) {
  const Shape& w1 = table.tensors.front().shape;
  const bool biases = table.tensors.size() == 4;
  table.ambiguous = !biases || w1[0] == w1[1];
  const bool in_out = table.ambiguous ? table.family == ModelFamily::kGpt2
                                      : table.tensors[1].shape.front() == w1[1];
  table.layout = in_out ? WeightLayout::kInOut : WeightLayout::kOutIn;
}

// Returns the first two-dimensional tensor whose name ends with one of the names and ".weight", and
// its prefix.
std::pair<const TensorInfo*, std::string_view> find_matrix(
    const SafetensorsHeader& header, std::span<const std::string_view> names) {
  for (const TensorInfo& tensor : header.tensors()) {
    std::string_view stem = tensor.name;
    if (tensor.shape.size() != 2 || stem.size() < kWeight.size() ||
        stem.substr(stem.size() - kWeight.size()) != kWeight)
      continue;
    stem.remove_suffix(kWeight.size());
    for (const std::string_view name : names) {
      if (const auto prefix = prefix_of(stem, name)) return {&tensor, *prefix};
    }
  }
  return {nullptr, {}};
}

}  // namespace

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
    const std::vector<Candidate> found = find_candidates(header, naming);
    if (found.empty()) continue;
    const auto order = sorted_order(found.size(), [&](std::size_t a, std::size_t b) {
      return found[a].layer < found[b].layer;
    });
    const Candidate& first = found[order.front()];
    FeedForwardTable table;
    table.family = naming.family;
    table.before = first.before;
    table.after = first.after;
    table.numbered = first.numbered;
    for (const std::size_t i : order) {
      if (alike(found[i], first)) table.layers.push_back(found[i].layer);
    }
    for (const TensorInfo* tensor : first.tensors) {
      if (tensor != nullptr) table.tensors.push_back({tensor->name, tensor->shape});
    }
    table.n_layers = count_layers(header, table);
    set_layout(table);
    return table;
  }
  return std::nullopt;
}

void check_layout(const FeedForwardTable& table, WeightLayout layout) {
  const bool in_out = layout == WeightLayout::kInOut;
  check(table.ambiguous || layout == table.layout, "layout", in_out ? "\"in_out\"" : "\"out_in\"",
        in_out ? "\"out_in\", as the biases have its lengths"
               : "\"in_out\", as the biases have its lengths");
}

std::vector<NeededTensor> feed_forward_tensors(const FeedForwardTable& table, std::int64_t layer) {
  check(layer >= 0 && layer < table.n_layers, "layer", layer,
        {"a layer from 0 to ", table.n_layers - 1});
  const auto prefix_at = [&](std::int64_t number) {
    return table.numbered ? table.before + std::to_string(number) + "." + table.after
                          : table.before;
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
