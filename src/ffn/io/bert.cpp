#include "ffn/io/bert.h"

namespace ffn {

namespace {

constexpr ModelNames kBertNames{{"", "bert."},
                                "encoder.layer.",
                                "intermediate.dense.weight",
                                WeightLayout::kOutIn,
                                "embeddings.word_embeddings.weight",
                                "embeddings.position_embeddings.weight"};

}  // namespace

std::optional<ModelInFile> find_bert(const SafetensorsHeader& header) {
  return find_model(header, kBertNames);
}

FeedForwardOptions bert_feed_forward_options() {
  FeedForwardOptions options;
  options.activation = Activation::kGelu;
  options.dropout_placement = DropoutPlacement::kOutput;
  return options;
}

}  // namespace ffn
