#include "ffn/io/stack_activation.h"

#include <algorithm>
#include <string_view>

#include "ffn/core/check.h"
#include "ffn/io/token_tensors.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

constexpr std::int64_t kGpt2Positions = 1024;
constexpr std::int64_t kGpt2HeadSize = 64;
constexpr std::int64_t kBertPositions = 512;
constexpr std::int64_t kRobertaPositions = 514;  // 512 and the two that padding takes

bool is_published_gpt2(const SafetensorsHeader& header, const FeedForwardTable& table) {
  const std::string layer = table.layer_prefix(table.layers.front());
  const ModelInFile model = model_around(header, table);
  return table.family == ModelFamily::kGpt2 && model.n_positions == kGpt2Positions &&
         header.find(layer + "ln_1.bias") != nullptr &&
         header.find(layer + "attn.c_attn.weight") != nullptr;
}

bool is_published_bert(const SafetensorsHeader& header, const FeedForwardTable& table) {
  if (table.family != ModelFamily::kBert || !table.numbered || !table.after.empty()) return false;
  const std::string_view before = table.before;
  const bool names = before == "encoder.layer." || before.ends_with(".encoder.layer.");
  const bool bert =
      before == "encoder.layer." || before.starts_with("bert.") || before.starts_with("roberta.");
  const std::int64_t positions = model_around(header, table).n_positions;
  const std::string layer = table.layer_prefix(table.layers.front());
  return names && bert && (positions == kBertPositions || positions == kRobertaPositions) &&
         header.find(layer + "attention.self.query.weight") != nullptr &&
         header.with_prefix(layer + "bottleneck.").empty();
}

bool is_published_llama(const SafetensorsHeader& header, const FeedForwardTable& table) {
  constexpr std::string_view kNetwork = "feed_forward.";
  if (!table.gated || !table.numbered || table.after != kNetwork) return false;
  const std::string layer = table.layer_prefix(table.layers.front());
  const std::string block = layer.substr(0, layer.size() - kNetwork.size());
  return header.find(block + "attention.wq.weight") != nullptr &&
         header.find(layer + "w1.weight") != nullptr;
}

void use_names(const SafetensorsHeader& header, const FeedForwardTable& table,
               StackActivation& found) {
  if (is_published_gpt2(header, table)) {
    found.activation = Activation::kGeluTanh;
  } else if (is_published_bert(header, table)) {
    found.activation = Activation::kGelu;
  } else if (is_published_llama(header, table)) {
    found.activation = Activation::kSilu;
  }
  found.from = ActivationSource::kNames;
}

// Takes what a configuration or the metadata say; returns whether they determine the activation, or
// name one that is not available.
bool use(const NetworkConfig& config, ActivationSource from, StackActivation& found) {
  if (!config.activation && config.refused.empty()) return false;
  found.activation = config.activation;
  found.refused = config.refused;
  found.key = config.key;
  found.from = from;
  return true;
}

}  // namespace

StackActivation find_activation(const SafetensorsHeader& header, const FeedForwardTable& table,
                                const ModelConfig* config, WeightLayout layout) {
  StackActivation found;
  if (config != nullptr) {
    const NetworkConfig of_stack = config->of(table.name);
    if (of_stack.d_model && *of_stack.d_model != table.d_model(layout))
      found.other_width = of_stack.d_model;
    else if (use(of_stack, ActivationSource::kConfig, found))
      return found;
  }
  const NetworkConfig metadata = activation_in(header.metadata());
  if (use(metadata, ActivationSource::kMetadata, found)) return found;
  use_names(header, table, found);
  return found;
}

Activation required_activation(const StackActivation& found) {
  if (found.activation) return *found.activation;
  if (found.other_width) {
    reject("config", {"of a model of width ", *found.other_width},
           "the config.json of this file, or the option \"activation\"");
  }
  if (!found.refused.empty()) {
    reject(
        found.key, short_quoted(found.refused),
        {"one of ", list_of_names(NamesOf<Activation>::names), ", or the option \"activation\""});
  }
  reject(
      "activation", "left out",
      "the option \"activation\" or the model's config.json in the option \"config\", as neither "
      "the names of the tensors nor the metadata determine it");
}

std::optional<std::int64_t> find_heads(const SafetensorsHeader& header,
                                       const FeedForwardTable& table, const ModelConfig* config) {
  if (config != nullptr) {
    if (const auto stated = config->of(table.name).n_heads) return stated;
  }
  if (const auto stated = heads_in(header.metadata())) return stated;
  const std::int64_t d_model = table.d_model(table.layout);
  if (!is_published_gpt2(header, table) || d_model % kGpt2HeadSize != 0) return std::nullopt;
  return d_model / kGpt2HeadSize;
}

DropoutPlacement dropout_placement(ModelFamily family) {
  const bool on_output = family == ModelFamily::kGpt2 || family == ModelFamily::kBert;
  return on_output ? DropoutPlacement::kOutput : DropoutPlacement::kHidden;
}

}  // namespace ffn
