#include "ffn/io/gpt2.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/io/stack_activation.h"

namespace ffn {

namespace {

constexpr std::size_t kBlockTensors = 12;

void append_pair(std::vector<NeededTensor>& needed, const std::string& layer, const char* name,
                 Shape weight, Shape bias) {
  needed.push_back({layer + name + ".weight", std::move(weight)});
  needed.push_back({layer + name + ".bias", std::move(bias)});
}

LayerNorm decode_norm(std::span<const FetchedTensor> pair) {
  return {decode_vector(pair[0]), decode_vector(pair[1])};
}

// Returns one third of the outputs of a layer; third 0, 1, 2 of c_attn are query, key, value.
Linear third_of(const Linear& all, Index third) {
  const Index size = all.out_features() / 3;
  return {all.weight.middleRows(third * size, size), all.bias.segment(third * size, size)};
}

}  // namespace

const FeedForwardTable* find_gpt2(const std::vector<FeedForwardTable>& tables) {
  const auto found = std::find_if(tables.begin(), tables.end(), [](const auto& table) {
    return table.family == ModelFamily::kGpt2;
  });
  return found == tables.end() ? nullptr : &*found;
}

std::optional<ModelInFile> find_gpt2(const SafetensorsHeader& header) {
  const std::vector<FeedForwardTable> tables = find_feed_forwards(header);
  const FeedForwardTable* const table = find_gpt2(tables);
  if (table == nullptr) return std::nullopt;
  return model_around(header, *table);
}

std::vector<NeededTensor> gpt2_block_tensors(const ModelInFile& model, std::int64_t layer) {
  check(layer >= 0 && layer < model.n_layers, "layer", layer,
        {"a layer from 0 to ", model.n_layers - 1});
  const std::string prefix = model.layers + std::to_string(layer) + ".";
  const Shape features{model.d_model};
  std::vector<NeededTensor> needed;
  append_pair(needed, prefix, "ln_1", features, features);
  append_pair(needed, prefix, "attn.c_attn", {model.d_model, 3 * model.d_model},
              {3 * model.d_model});
  append_pair(needed, prefix, "attn.c_proj", {model.d_model, model.d_model}, features);
  append_pair(needed, prefix, "ln_2", features, features);
  append_pair(needed, prefix, "mlp.c_fc", {model.d_model, model.d_ff}, {model.d_ff});
  append_pair(needed, prefix, "mlp.c_proj", {model.d_ff, model.d_model}, features);
  return needed;
}

TransformerBlockLayersOf<float> gpt2_block(std::span<const FetchedTensor> tensors) {
  check(tensors.size() == kBlockTensors, "tensors", {tensors.size(), " tensors"}, kBlockTensors);
  const Linear c_attn =
      decode_linear(tensors.subspan(2, 2), WeightLayout::kInOut);  // (3 d_model, d_model)
  return {decode_norm(tensors.first(2)),
          {third_of(c_attn, 0), third_of(c_attn, 1), third_of(c_attn, 2),
           decode_linear(tensors.subspan(4, 2), WeightLayout::kInOut)},
          decode_norm(tensors.subspan(6, 2)),
          decode_feed_forward(tensors.subspan(8), WeightLayout::kInOut)};
}

TransformerBlockOptions gpt2_block_options(Index d_model, Index n_heads) {
  TransformerBlockOptions options;
  options.attention.d_model = d_model;
  options.attention.n_heads = n_heads;
  options.feed_forward.activation = Activation::kGeluTanh;
  options.feed_forward.dropout_placement = dropout_placement(ModelFamily::kGpt2);
  return options;
}

TransformerBlock make_gpt2_block(TransformerBlockLayersOf<float> layers,
                                 const TransformerBlockOptions& options) {
  return {std::move(layers.norm1), Attention(std::move(layers.attention), options.attention),
          std::move(layers.norm2),
          FeedForward(std::move(layers.feed_forward), options.feed_forward), options};
}

}  // namespace ffn
