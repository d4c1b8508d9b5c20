#include "ffn/io/bert.h"

#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr ModelNames kBertNames{{"", "bert."},
                                "encoder.layer.",
                                "intermediate.dense.weight",
                                WeightLayout::kOutIn,
                                "embeddings.word_embeddings.weight",
                                "embeddings.position_embeddings.weight"};
constexpr std::size_t kTensors = 4;

}  // namespace

std::optional<ModelInFile> find_bert(const SafetensorsHeader& header) { return find_model(header, kBertNames); }

std::vector<NeededTensor> bert_feed_forward_tensors(const ModelInFile& model, std::int64_t layer) {
  const std::string prefix = layer_prefix(model, layer);
  return {{prefix + "intermediate.dense.weight", {model.d_ff, model.d_model}},
          {prefix + "intermediate.dense.bias", {model.d_ff}},
          {prefix + "output.dense.weight", {model.d_model, model.d_ff}},
          {prefix + "output.dense.bias", {model.d_model}}};
}

FeedForwardLayers bert_feed_forward(std::span<const FetchedTensor> tensors) {
  check(tensors.size() == kTensors, "tensors", std::to_string(tensors.size()) + " tensors", std::to_string(kTensors));
  const auto linear = [&](std::size_t at) {
    return Linear{decode_weight(tensors[at], WeightLayout::kOutIn), decode_vector(tensors[at + 1])};
  };
  return {linear(0), {}, linear(2)};
}

FeedForwardOptions bert_feed_forward_options() {
  FeedForwardOptions options;
  options.activation = Activation::kGelu;
  options.dropout_placement = DropoutPlacement::kOutput;
  return options;
}

}  // namespace ffn
