#include "ffn/io/gpt2_language_model.h"

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/safetensors_writer.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

constexpr std::size_t kTensorsOfBlock = 12;
constexpr std::size_t kTensorsOfModel = 4;  // besides those of the blocks

// The metadata entry that names an activation as Hugging Face's configurations do.
constexpr const char* kActivationFunction = "activation_function";

std::string activation_function(Activation activation) {
  return std::string(
      name_at(kActivationFunction, kHuggingFaceActivations, static_cast<std::size_t>(activation)));
}

// Collects tensors with their values, in GPT-2's layout.
class Collector {
 public:
  explicit Collector(Dtype dtype) : dtype_(dtype) {}

  void add(const std::string& name, Matrix values) {
    const Shape shape = shape_of(values);
    store(name, shape, std::move(values));
  }
  void add(const std::string& name, const RowVector& values, Index features) {
    const bool missing = values.size() == 0;
    store(name, {features}, missing ? Matrix(Matrix::Zero(1, features)) : Matrix(values));
  }
  void add(const std::string& name, const LayerNorm& norm) {
    check(norm.eps == kLayerNormEps, "eps", norm.eps, {kLayerNormEps, ", GPT-2's"});
    add(name + ".weight", norm.scale, norm.features());
    add(name + ".bias", norm.shift, norm.features());
  }
  void add(const std::string& name, const Linear& layer) {
    add(name + ".weight", Matrix(layer.weight.transpose()));
    add(name + ".bias", layer.bias, layer.out_features());
  }

  const std::vector<TensorToWrite>& tensors() const { return tensors_; }

 private:
  void store(const std::string& name, const Shape& shape, Matrix values) {
    values_.push_back(std::move(values));
    tensors_.push_back({name, shape, elements_of(values_.back()), dtype_});
  }

  Dtype dtype_;
  std::deque<Matrix> values_;  // does not move its elements when it grows
  std::vector<TensorToWrite> tensors_;
};

// Returns one layer with the outputs of query, key and value.
Linear concatenated(const AttentionLayersOf<float>& layers) {
  const Index d_model = layers.query.in_features();
  Linear all{Matrix(3 * d_model, d_model), RowVector::Zero(3 * d_model)};
  Index first = 0;
  for (const Linear* layer : {&layers.query, &layers.key, &layers.value}) {
    all.weight.middleRows(first, d_model) = layer->weight;
    if (layer->bias.size() > 0) all.bias.segment(first, d_model) = layer->bias;
    first += d_model;
  }
  return all;
}

void add_block(Collector& collector, const std::string& prefix, const TransformerBlock& block) {
  check(!block.feed_forward().gated(), "feed_forward", "gated", "a network without a gate");
  collector.add(prefix + "ln_1", block.norm1());
  collector.add(prefix + "attn.c_attn", concatenated(block.attention().layers()));
  collector.add(prefix + "attn.c_proj", block.attention().layers().output);
  collector.add(prefix + "ln_2", block.norm2());
  collector.add(prefix + "mlp.c_fc", block.feed_forward().layers().linear1);
  collector.add(prefix + "mlp.c_proj", block.feed_forward().layers().linear2);
}

void check_same_form(const BlockStack& stack) {
  const TransformerBlock& first = stack.blocks().front();
  for (const TransformerBlock& block : stack.blocks()) {
    const bool same = block.feed_forward().activation() == first.feed_forward().activation() &&
                      block.attention().options().n_heads == first.attention().options().n_heads;
    check(same, "blocks", "of different heads or activations", "blocks of one form");
  }
}

}  // namespace

std::vector<NeededTensor> gpt2_language_model_tensors(const ModelInFile& model) {
  const std::string prefix =
      model.layers.substr(0, model.layers.size() - std::string_view("h.").size());
  const auto embedding = [&](const char* name, std::int64_t rows) {
    if (rows == 0) {
      reject(CheckpointReason::kMissingTensor, {"tensor ", short_quoted(prefix + name)}, "missing",
             "one of two dimensions");
    }
    return NeededTensor{prefix + name, {rows, model.d_model}};
  };
  std::vector<NeededTensor> needed{embedding("wte.weight", model.n_vocab),
                                   embedding("wpe.weight", model.n_positions)};
  for (std::int64_t layer = 0; layer < model.n_layers; ++layer) {
    for (NeededTensor& tensor : gpt2_block_tensors(model, layer))
      needed.push_back(std::move(tensor));
  }
  needed.push_back({prefix + "ln_f.weight", {model.d_model}});
  needed.push_back({prefix + "ln_f.bias", {model.d_model}});
  return needed;
}

TransformerBlockOptions gpt2_file_options(const SafetensorsHeader& header,
                                          const FeedForwardTable& table, const ModelConfig* config,
                                          std::optional<Index> n_heads,
                                          std::optional<Activation> activation) {
  if (!activation)
    activation = required_activation(find_activation(header, table, config, table.layout));
  if (!n_heads) {
    const auto found = find_heads(header, table, config);
    check(found.has_value(), "n_heads", "left out",
          "the option \"n_heads\" or the model's config.json in the option \"config\", as the file "
          "does not state the number of attention heads");
    n_heads = static_cast<Index>(*found);
  }
  TransformerBlockOptions options =
      gpt2_block_options(static_cast<Index>(table.d_model(table.layout)), *n_heads);
  options.feed_forward.activation = *activation;
  return options;
}

TransformerBlockOptions gpt2_file_options(const SafetensorsHeader& header,
                                          std::optional<Index> n_heads,
                                          std::optional<Activation> activation) {
  const std::vector<FeedForwardTable> tables = find_feed_forwards(header);
  const FeedForwardTable* const table = find_gpt2(tables);
  if (table == nullptr) reject(CheckpointReason::kMissingTensor, "file", "no GPT-2", "its names");
  return gpt2_file_options(header, *table, nullptr, n_heads, activation);
}

LanguageModel gpt2_language_model(std::span<const FetchedTensor> tensors,
                                  const TransformerBlockOptions& options) {
  const bool whole =
      tensors.size() > kTensorsOfModel && (tensors.size() - kTensorsOfModel) % kTensorsOfBlock == 0;
  check(whole, "tensors", {tensors.size(), " tensors"}, "4 and 12 for each block");
  BlockStack::Blocks blocks;
  for (std::size_t first = 2; first + 2 < tensors.size(); first += kTensorsOfBlock) {
    blocks.push_back(make_gpt2_block(gpt2_block(tensors.subspan(first, kTensorsOfBlock)), options));
  }
  LayerNorm final_norm{decode_vector(tensors[tensors.size() - 2]), decode_vector(tensors.back())};
  return {decode_weight(tensors[0], WeightLayout::kOutIn),
          decode_weight(tensors[1], WeightLayout::kOutIn), BlockStack(std::move(blocks)),
          std::move(final_norm)};
}

std::vector<std::byte> write_gpt2_language_model(const LanguageModel& model, Dtype dtype) {
  check_same_form(model.stack());
  Collector collector(dtype);
  collector.add("wte.weight", model.token_embedding());
  collector.add("wpe.weight", model.position_embedding());
  for (Index i = 0; i < model.n_layers(); ++i) {
    add_block(collector, "h." + std::to_string(i) + ".",
              model.stack().blocks()[static_cast<std::size_t>(i)]);
  }
  collector.add("ln_f", model.final_norm());
  const TransformerBlock& block = model.stack().blocks().front();
  return write_safetensors(
      collector.tensors(),
      {{"format", "pt"},
       {"n_head", std::to_string(block.attention().options().n_heads)},
       {kActivationFunction, activation_function(block.feed_forward().activation())}});
}

}  // namespace ffn
