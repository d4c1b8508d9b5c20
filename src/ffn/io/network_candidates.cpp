#include "ffn/io/network_candidates.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ffn/io/model_types.h"

namespace ffn {

namespace {

constexpr std::string_view kDotWeight = ".weight";

// Layers between those of a network, which make it another kind of network: norms (fairseq's
// ffn_layernorm, microsoft/unilm's ffn_layernorm and ffn_ln, ffn_sub_norm of BitNet in
// models/bitnet/modeling_bitnet.py, norm and grn in timm/layers/mlp.py), a convolution
// (timm/models/pvt_v2.py) and a low-rank term (models/zamba2/modeling_zamba2.py).
constexpr std::string_view kInnerLayers =
    "norm. ffn_ln. ffn_layernorm. ffn_sub_norm. grn. dwconv. gate_up_proj_adapter_list.";

// Returns what precedes `ending` in the path, or nullopt unless the path consists of it, or ends
// with it after a full stop.
std::optional<std::string_view> prefix_of(std::string_view path, std::string_view ending) {
  if (path.size() < ending.size() || path.substr(path.size() - ending.size()) != ending)
    return std::nullopt;
  path.remove_suffix(ending.size());
  if (!path.empty() && path.back() != '.') return std::nullopt;
  return path;
}

// Returns the numbers among the components of a prefix, except those of experts.
std::vector<LayerNumber> numbers_of(std::string_view prefix) {
  std::vector<LayerNumber> numbers;
  std::string_view component_before;
  for (std::size_t begin = 0; begin < prefix.size();) {
    const std::size_t end = prefix.find('.', begin);
    const LayerName name = parse_layer_name(prefix, prefix.substr(0, begin));
    if (name.layer >= 0 && component_before != "experts")
      numbers.push_back({begin, end, name.layer});
    component_before = prefix.substr(begin, end - begin);
    begin = end + 1;
  }
  return numbers;
}

// Returns the shape of a weight of `rows` and `columns`, or its transpose.
Shape matrix(std::int64_t rows, std::int64_t columns, WeightLayout layout) {
  return layout == WeightLayout::kOutIn ? Shape{rows, columns} : Shape{columns, rows};
}

// Returns whether the tensors are a network of that layout.
bool fits(const NetworkCandidate& candidate, WeightLayout layout, bool fused) {
  const auto [w1, b1, w_gate, b_gate, w2, b2] = candidate.tensors;
  const bool out_in = layout == WeightLayout::kOutIn;
  const std::int64_t d_model = w2->shape[out_in ? 0 : 1];
  const std::int64_t d_ff = w2->shape[out_in ? 1 : 0];
  const std::int64_t outputs = fused ? 2 * d_ff : d_ff;
  if (w1->shape != matrix(outputs, d_model, layout)) return false;
  if (w_gate != nullptr && w_gate->shape != w1->shape) return false;
  if (b1 == nullptr) return b2 == nullptr && b_gate == nullptr;
  if (b2 == nullptr || b1->shape != Shape{outputs} || b2->shape != Shape{d_model}) return false;
  return w_gate == nullptr ? b_gate == nullptr : b_gate != nullptr && b_gate->shape == b1->shape;
}

// Sets `fused`; returns whether the tensors form a network.
bool complete(NetworkCandidate& candidate) {
  const auto [w1, b1, w_gate, b_gate, w2, b2] = candidate.tensors;
  const NetworkNaming& naming = *candidate.naming;
  if (w2 == nullptr || (w_gate == nullptr) != naming.gate.empty()) return false;
  if (w1->shape.size() != 2 || w2->shape.size() != 2 || w2->shape[0] == 0 || w2->shape[1] == 0)
    return false;
  for (const bool fused : {false, true}) {
    if (fused ? naming.fused == FusedOrder::kNone : naming.always_fused) continue;
    candidate.fused = fused;
    if (fits(candidate, WeightLayout::kOutIn, fused) ||
        fits(candidate, WeightLayout::kInOut, fused))
      return true;
  }
  return false;
}

// Finds the tensors beside a first weight. The names of a row without a gate may lack none but the
// biases.
NetworkCandidate candidate_at(const SafetensorsHeader& header, const NetworkNaming& naming,
                              std::string_view prefix) {
  NetworkCandidate candidate{&naming, prefix, {}, false, {}};
  const std::array names{naming.first, naming.gate, naming.second};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    const std::string layer = std::string(prefix).append(naming.stem).append(names[i]);
    candidate.tensors[2 * i] = header.find(layer + ".weight");
    candidate.tensors[2 * i + 1] = header.find(layer + ".bias");
  }
  return candidate;
}

// Returns whether two names are those of the gate and the last layer of a row whose first layer the
// file has somewhere: then a network of these two layers is one whose first layer is in another
// file.
bool is_part_of_gated(const SafetensorsHeader& header, const NetworkNaming& naming) {
  return std::any_of(naming_table().begin(), naming_table().end(), [&](const NetworkNaming& row) {
    if (row.gate.empty() || row.gate != naming.first || row.second != naming.second) return false;
    const std::string ending = std::string(row.first).append(kDotWeight);
    return std::any_of(header.tensors().begin(), header.tensors().end(), [&](const auto& tensor) {
      return prefix_of(tensor.name, ending).has_value();
    });
  });
}

// Returns a tensor of a layer inside the network, nullptr if there is none. In a layer of the
// model, whose name ends with a number, only names of a network's own layers say so: norm is the
// layer's.
const TensorInfo* find_inner_tensor(const SafetensorsHeader& header,
                                    const NetworkCandidate& candidate) {
  const std::string path = std::string(candidate.prefix).append(candidate.naming->stem);
  const bool own_module = !path.empty() && (candidate.numbers.empty() ||
                                            candidate.numbers.back().end + 1 < path.size());
  const TensorInfo* found = nullptr;
  for_each_word(kInnerLayers, [&](std::string_view layer) {
    if (found != nullptr || !(own_module || layer.starts_with("ffn_"))) return;
    const auto tensors = header.with_prefix(path + std::string(layer));
    if (!tensors.empty()) found = tensors.front();
  });
  return found;
}

// Calls use(candidate) for each tensor with the name of a first weight of a row.
template <class Use>
void for_each_first_weight(const SafetensorsHeader& header, const NetworkNaming& naming,
                           Use&& use) {
  const std::string ending = std::string(naming.stem).append(naming.first).append(kDotWeight);
  for (const TensorInfo& tensor : header.tensors()) {
    if (const auto prefix = prefix_of(tensor.name, ending))
      use(candidate_at(header, naming, *prefix));
  }
}

}  // namespace

std::vector<NetworkCandidate> find_network_candidates(const SafetensorsHeader& header) {
  std::vector<NetworkCandidate> found;
  std::vector<const TensorInfo*> taken;  // sorted
  const auto take = [&](const NetworkCandidate& candidate) {
    for (const std::size_t part : {std::size_t{0}, std::size_t{4}}) {
      const auto at = std::lower_bound(taken.begin(), taken.end(), candidate.tensors[part]);
      if (at != taken.end() && *at == candidate.tensors[part]) return false;
    }
    return true;
  };
  for (const NetworkNaming& naming : naming_table()) {
    if (is_part_of_gated(header, naming)) continue;
    const std::size_t before = found.size();
    for_each_first_weight(header, naming, [&](NetworkCandidate candidate) {
      if (!complete(candidate) || !take(candidate)) return;
      candidate.numbers = numbers_of(candidate.prefix);
      if (find_inner_tensor(header, candidate) != nullptr) return;
      found.push_back(std::move(candidate));
    });
    for (std::size_t i = before; i < found.size(); ++i) {
      taken.push_back(found[i].tensors[0]);
      taken.push_back(found[i].tensors[4]);
    }
    std::sort(taken.begin(), taken.end());
  }
  return found;
}

const TensorInfo* find_inner_layer(const SafetensorsHeader& header) {
  const TensorInfo* found = nullptr;
  for (const NetworkNaming& naming : naming_table()) {
    for_each_first_weight(header, naming, [&](NetworkCandidate candidate) {
      if (found != nullptr || !complete(candidate)) return;
      candidate.numbers = numbers_of(candidate.prefix);
      found = find_inner_tensor(header, candidate);
    });
  }
  return found;
}

std::pair<std::string, std::string> find_incomplete_network(const SafetensorsHeader& header) {
  std::pair<std::string, std::string> lacks;
  for (const NetworkNaming& naming : naming_table()) {
    for_each_first_weight(header, naming, [&](const NetworkCandidate& candidate) {
      if (!lacks.first.empty()) return;
      const std::string path = std::string(candidate.prefix).append(naming.stem);
      const auto name = [&](std::string_view layer, std::string_view kind) {
        return std::string(path).append(layer).append(kind);
      };
      const auto [w1, b1, w_gate, b_gate, w2, b2] = candidate.tensors;
      lacks.second = name(naming.first, kDotWeight);
      if (w2 == nullptr)
        lacks.first = name(naming.second, kDotWeight);
      else if (w_gate == nullptr && !naming.gate.empty())
        lacks.first = name(naming.gate, kDotWeight);
      else if (b1 == nullptr && b2 != nullptr)
        lacks.first = name(naming.first, ".bias");
      else if (b2 == nullptr && b1 != nullptr)
        lacks.first = name(naming.second, ".bias");
    });
    if (!lacks.first.empty()) break;
  }
  return lacks;
}

}  // namespace ffn
