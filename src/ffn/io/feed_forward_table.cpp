#include "ffn/io/feed_forward_table.h"

#include <algorithm>
#include <span>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/layout_evidence.h"
#include "ffn/io/network_candidates.h"
#include "ffn/io/sorted_order.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

constexpr std::size_t kNoNumber = static_cast<std::size_t>(-1);

// Returns what networks of one stack have in common if the layer's number is numbers[number]: names
// and shapes.
std::string key_of(const NetworkCandidate& candidate, std::size_t number) {
  std::string key(candidate.prefix);
  if (number != kNoNumber) {
    const auto [begin, end, value] = candidate.numbers[number];
    key = key.substr(0, begin).append(1, '*').append(key.substr(end));
  }
  key.append(candidate.naming->stem).append(" ").append(candidate.naming->first);
  for (const TensorInfo* tensor : candidate.tensors)
    key.append(tensor == nullptr ? "-" : to_string(tensor->shape));
  return key;
}

// Returns the number of a candidate's numbers, from the first one, that may be the layer's: those
// of layers with attention, or all if it is in none.
std::size_t count_layer_numbers(const NetworkCandidate& candidate,
                                const std::vector<std::string_view>& attention) {
  std::size_t count = candidate.numbers.size();
  while (count > 0) {
    const std::string_view layer = candidate.prefix.substr(0, candidate.numbers[count - 1].end + 1);
    if (std::binary_search(attention.begin(), attention.end(), layer)) return count;
    --count;
  }
  return candidate.numbers.size();
}

// Returns, for each candidate, the index of the layer's number, or kNoNumber.
std::vector<std::size_t> choose_numbers(const SafetensorsHeader& header,
                                        const std::vector<NetworkCandidate>& candidates) {
  const std::vector<std::string_view> attention = prefixes_of_attention(header);
  std::vector<std::string> keys;
  for (const NetworkCandidate& candidate : candidates) {
    for (std::size_t i = 0; i < candidate.numbers.size(); ++i) keys.push_back(key_of(candidate, i));
  }
  const auto order =
      sorted_order(keys.size(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  std::vector<std::size_t> networks(keys.size());  // of a stack with the same key
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && keys[order[end]] == keys[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) networks[order[i]] = end - begin;
  }
  std::vector<std::size_t> chosen;
  auto of_candidate = networks.cbegin();
  for (const NetworkCandidate& candidate : candidates) {
    const auto numbers = static_cast<std::ptrdiff_t>(count_layer_numbers(candidate, attention));
    const auto most = std::max_element(of_candidate, of_candidate + numbers);
    chosen.push_back(numbers == 0 ? kNoNumber : static_cast<std::size_t>(most - of_candidate));
    of_candidate += static_cast<std::ptrdiff_t>(candidate.numbers.size());
  }
  return chosen;
}

// Compares texts with numbers in numeric order.
bool natural_less(std::string_view a, std::string_view b) {
  const auto number_length = [](std::string_view text) {
    return std::min(text.find_first_not_of("0123456789"), text.size());
  };
  for (;;) {
    if (a.empty() || b.empty()) return a.size() < b.size();
    const std::size_t a_digits = number_length(a);
    const std::size_t b_digits = number_length(b);
    const std::string_view a_part = a.substr(0, std::max<std::size_t>(a_digits, 1));
    const std::string_view b_part = b.substr(0, std::max<std::size_t>(b_digits, 1));
    if (a_digits > 0 && b_digits > 0 && a_digits != b_digits) return a_digits < b_digits;
    if (a_part != b_part) return a_part < b_part;
    a.remove_prefix(a_part.size());
    b.remove_prefix(b_part.size());
  }
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

const NeededTensor* part_of(const FeedForwardTable& table, NetworkPart part) {
  const auto found = std::find_if(table.tensors.begin(), table.tensors.end(),
                                  [&](const NetworkTensor& tensor) { return tensor.part == part; });
  return found == table.tensors.end() ? nullptr : &*found;
}

// Returns the layout that the tensors of the networks determine by themselves: by a gate in the
// first weight, or by different lengths of the biases.
std::optional<WeightLayout> layout_of_shapes(const FeedForwardTable& table) {
  const Shape& w1 = part_of(table, NetworkPart::kW1)->shape;
  const Shape& w2 = part_of(table, NetworkPart::kW2)->shape;
  if (table.fused != FusedOrder::kNone)
    return w1[1] == w2[0] ? WeightLayout::kOutIn : WeightLayout::kInOut;
  const NeededTensor* const b1 = part_of(table, NetworkPart::kB1);
  if (b1 == nullptr || w1[0] == w1[1]) return std::nullopt;
  return b1->shape.front() == w1[0] ? WeightLayout::kOutIn : WeightLayout::kInOut;
}

// Returns the layout of a square weight of GPT-2's names, which that of c_attn determines.
std::optional<WeightLayout> layout_of_c_attn(const SafetensorsHeader& header,
                                             const FeedForwardTable& table) {
  if (table.family != ModelFamily::kGpt2) return std::nullopt;
  const TensorInfo* const c_attn =
      header.find(table.layer_prefix(table.layers.front()) + "attn.c_attn.weight");
  if (c_attn == nullptr || c_attn->shape.size() != 2) return std::nullopt;
  if (c_attn->shape[0] == c_attn->shape[1]) return std::nullopt;
  return c_attn->shape[0] > c_attn->shape[1] ? WeightLayout::kOutIn : WeightLayout::kInOut;
}

// Returns the prefix of the names of a model: the first component before those of its layers, or
// nothing if the layers are in the only one.
std::string_view model_prefix(std::string_view before) {
  const std::size_t end = before.find('.') + 1;
  return end < before.size() ? before.substr(0, end) : before.substr(0, 0);
}

void set_layout(const SafetensorsHeader& header, FeedForwardTable& table, WeightLayout usual) {
  std::optional<WeightLayout> layout = layout_of_shapes(table);
  if (!layout) {
    const Shape& w1 = part_of(table, NetworkPart::kW1)->shape;
    const auto width =
        width_beside(header, {w1[0], w1[1]}, table.layer_prefix(table.layers.front()),
                     model_prefix(table.before));
    if (width) layout = *width == w1[1] ? WeightLayout::kOutIn : WeightLayout::kInOut;
  }
  if (!layout) layout = layout_of_c_attn(header, table);
  table.ambiguous = !layout;
  table.layout = layout.value_or(usual);
}

// Sets the family: GPT-2's has its layout and the names of its layers; others have its networks'
// names only.
void set_family(FeedForwardTable& table) {
  if (table.gated) table.family = ModelFamily::kGated;
  if (table.family != ModelFamily::kGpt2) return;
  const bool gpt2 = table.layout == WeightLayout::kInOut && table.after.empty() &&
                    (table.before == "h." || table.before.ends_with(".h."));
  if (!gpt2) table.family = ModelFamily::kLinear;
}

// Makes the table of a stack from its networks, which are sorted by their layer.
FeedForwardTable table_of(const SafetensorsHeader& header,
                          const std::vector<NetworkCandidate>& candidates,
                          std::span<const std::size_t> stack, const std::size_t* number_of) {
  const NetworkCandidate& first = candidates[stack.front()];
  const std::size_t number = number_of[stack.front()];
  FeedForwardTable table;
  table.family = first.naming->family;
  table.before = first.prefix;
  table.numbered = number != kNoNumber;
  if (table.numbered) {
    const auto [begin, end, value] = first.numbers[number];
    table.before = first.prefix.substr(0, begin);
    table.after = first.prefix.substr(end + 1);
  }
  table.name = table.before + (table.numbered ? "*." : "") + table.after;
  table.name.append(first.naming->stem);
  if (!table.name.empty()) table.name.pop_back();
  for (const std::size_t i : stack)
    table.layers.push_back(table.numbered ? candidates[i].numbers[number_of[i]].value : 0);
  for (std::size_t part = 0; part < first.tensors.size(); ++part) {
    if (const TensorInfo* const tensor = first.tensors[part])
      table.tensors.push_back({{tensor->name, tensor->shape}, static_cast<NetworkPart>(part)});
  }
  table.gated = first.fused || !first.naming->gate.empty();
  table.fused = first.fused ? first.naming->fused : FusedOrder::kNone;
  table.n_layers = count_layers(header, table);
  set_layout(header, table, first.naming->layout);
  set_family(table);
  return table;
}

// Makes names unique: stacks whose names are the same have different shapes.
void name_by_shape(std::vector<FeedForwardTable>& tables) {
  std::vector<std::string> names;
  names.reserve(tables.size());
  for (const FeedForwardTable& table : tables) names.push_back(table.name);
  for (FeedForwardTable& table : tables) {
    if (std::count(names.begin(), names.end(), table.name) == 1) continue;
    const Shape sizes{table.d_model(table.layout), table.d_ff(table.layout)};
    if (!table.name.empty()) table.name += ' ';
    table.name += to_string(sizes);
    if (part_of(table, NetworkPart::kB1) == nullptr) table.name += " without biases";
  }
}

}  // namespace

std::int64_t FeedForwardTable::d_model(WeightLayout of) const {
  return part_of(*this, NetworkPart::kW2)->shape[of == WeightLayout::kInOut ? 1 : 0];
}

std::int64_t FeedForwardTable::d_ff(WeightLayout of) const {
  return part_of(*this, NetworkPart::kW2)->shape[of == WeightLayout::kInOut ? 0 : 1];
}

std::string FeedForwardTable::layer_prefix(std::int64_t layer) const {
  return numbered ? before + std::to_string(layer) + "." + after : before;
}

std::vector<FeedForwardTable> find_feed_forwards(const SafetensorsHeader& header) {
  const std::vector<NetworkCandidate> candidates = find_network_candidates(header);
  const std::vector<std::size_t> numbers = choose_numbers(header, candidates);
  std::vector<std::string> keys;
  keys.reserve(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i)
    keys.push_back(key_of(candidates[i], numbers[i]));
  const auto layer = [&](std::size_t i) {
    return numbers[i] == kNoNumber ? 0 : candidates[i].numbers[numbers[i]].value;
  };
  const auto order = sorted_order(candidates.size(), [&](std::size_t a, std::size_t b) {
    return keys[a] != keys[b] ? natural_less(keys[a], keys[b]) : layer(a) < layer(b);
  });
  std::vector<FeedForwardTable> tables;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && keys[order[end]] == keys[order[begin]]) ++end;
    tables.push_back(
        table_of(header, candidates, std::span(order).subspan(begin, end - begin), numbers.data()));
  }
  name_by_shape(tables);
  return tables;
}

void check_layout(const FeedForwardTable& table, WeightLayout layout) {
  const bool in_out = layout == WeightLayout::kInOut;
  check(table.ambiguous || layout == table.layout, "layout", in_out ? "\"in_out\"" : "\"out_in\"",
        in_out ? "\"out_in\", which other tensors of the file determine"
               : "\"in_out\", which other tensors of the file determine");
}

std::vector<NetworkTensor> feed_forward_tensors(const FeedForwardTable& table, std::int64_t layer) {
  check(layer >= 0 && layer < table.n_layers, "layer", layer,
        {"a layer from 0 to ", table.n_layers - 1});
  const std::size_t length = table.layer_prefix(table.layers.front()).size();
  std::vector<NetworkTensor> needed = table.tensors;
  for (NetworkTensor& tensor : needed)
    tensor.name = table.layer_prefix(layer) + tensor.name.substr(length);
  return needed;
}

void reject_incomplete_network(const SafetensorsHeader& header) {
  const auto [missing, beside] = find_incomplete_network(header);
  if (missing.empty()) return;
  const NeededTensor needed{missing, {}};
  if (header.absent_shard(missing) != nullptr)
    find_tensors(header, {&needed, 1});  // names the file
  reject(CheckpointReason::kMissingTensor, "tensor " + short_quoted(missing), "missing",
         {"one beside ", short_quoted(beside)});
}

}  // namespace ffn
