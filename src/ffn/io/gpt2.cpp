#include "ffn/io/gpt2.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr ModelNames kGpt2Names{{"", "transformer."}, "h.",         "mlp.c_fc.weight",
                                WeightLayout::kInOut, "wte.weight", "wpe.weight"};
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

std::optional<ModelInFile> find_gpt2(const SafetensorsHeader& header) {
  return find_model(header, kGpt2Names);
}

std::vector<NeededTensor> gpt2_feed_forward_tensors(const ModelInFile& model, std::int64_t layer) {
  const std::string prefix = layer_prefix(model, layer);
  std::vector<NeededTensor> needed;
  append_pair(needed, prefix, "mlp.c_fc", {model.d_model, model.d_ff}, {model.d_ff});
  append_pair(needed, prefix, "mlp.c_proj", {model.d_ff, model.d_model}, {model.d_model});
  return needed;
}

std::vector<NeededTensor> gpt2_block_tensors(const ModelInFile& model, std::int64_t layer) {
  const std::string prefix = layer_prefix(model, layer);
  const Shape features{model.d_model};
  std::vector<NeededTensor> needed;
  append_pair(needed, prefix, "ln_1", features, features);
  append_pair(needed, prefix, "attn.c_attn", {model.d_model, 3 * model.d_model},
              {3 * model.d_model});
  append_pair(needed, prefix, "attn.c_proj", {model.d_model, model.d_model}, features);
  append_pair(needed, prefix, "ln_2", features, features);
  for (NeededTensor& tensor : gpt2_feed_forward_tensors(model, layer))
    needed.push_back(std::move(tensor));
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

FeedForwardOptions gpt2_feed_forward_options() {
  FeedForwardOptions options;
  options.activation = Activation::kGeluTanh;
  options.dropout_placement = DropoutPlacement::kOutput;
  return options;
}

TransformerBlockOptions gpt2_block_options(Index d_model, Index n_heads) {
  if (n_heads == 0) {
    check(d_model % kGpt2HeadSize == 0, "n_heads", "left out",
          {"a number, as d_model ", d_model, " is no multiple of 64"});
    n_heads = d_model / kGpt2HeadSize;
  }
  TransformerBlockOptions options;
  options.attention.d_model = d_model;
  options.attention.n_heads = n_heads;
  options.feed_forward = gpt2_feed_forward_options();
  return options;
}

TransformerBlock make_gpt2_block(TransformerBlockLayersOf<float> layers,
                                 const TransformerBlockOptions& options) {
  return {std::move(layers.norm1), Attention(std::move(layers.attention), options.attention),
          std::move(layers.norm2),
          FeedForward(std::move(layers.feed_forward), options.feed_forward), options};
}

}  // namespace ffn
