#include "checkpoint_handle.h"

#include <algorithm>
#include <limits>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/refused_contents.h"
#include "ffn/io/utf8.h"
#include "options.h"

namespace ffn::bindings {

namespace {

std::int64_t checked_layer(double layer) {
  return checked_integer("layer", layer, 0, std::numeric_limits<std::int32_t>::max());
}

[[noreturn]] void reject_models(const char* models) {
  ffn::reject(CheckpointReason::kMissingTensor, "file",
              "without tensors that go by the names of a known model", models);
}

// Throws an error that says what a file without networks contains.
[[noreturn]] void reject_contents(const SafetensorsHeader& header) {
  if (const auto contents = refused_contents(header)) {
    ffn::reject(CheckpointReason::kQuantized, "file", {"with ", *contents},
                "linear layers of numbers in F32, F16, BF16, F8 or scaled I8");
  }
  reject_incomplete_network(header);
  reject_models(
      "the layers of feed-forward networks, for example mlp.gate_proj, mlp.up_proj and "
      "mlp.down_proj");
}

}  // namespace

void read_options(const val& options, StackChoice& choice) {
  FFN_READ(options, choice, stack, layout, fused, activation, n_heads);
}

TensorInfo CheckpointHandle::locate(const std::string& name, const val& rows) const {
  const TensorInfo& tensor = header.at(name);
  if (rows.isUndefined()) return tensor;
  const auto row = [&](std::size_t i) {
    return checked_integer("rows", rows[i].number(), 0, kMaxExactInteger);
  };
  return rows_of(tensor, row(0), row(1));
}

const FeedForwardTable& CheckpointHandle::table(const StackChoice& choice) const {
  if (tables.empty()) reject_contents(header);
  if (!choice.stack) return tables.front();
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const auto& table) { return table.name == *choice.stack; });
  check(found != tables.end(), "stack", short_quoted(*choice.stack),
        {"the name of a stack in feed_forward_tables(), such as ",
         short_quoted(tables.front().name)});
  return *found;
}

WeightLayout CheckpointHandle::layout(const FeedForwardTable& table, const StackChoice& choice) {
  if (choice.layout) check_layout(table, *choice.layout);
  return choice.layout.value_or(table.layout);
}

StackActivation CheckpointHandle::activation(const FeedForwardTable& table,
                                             WeightLayout layout) const {
  return find_activation(header, table, config ? &*config : nullptr, layout);
}

void CheckpointHandle::check_layer(double layer, const StackChoice& choice) const {
  feed_forward_tensors(table(choice), checked_layer(layer));
}

FeedForwardReader CheckpointHandle::reader(double layer, const StackChoice& choice) const {
  const FeedForwardTable& chosen = table(choice);
  return {header, chosen, checked_layer(layer), layout(chosen, choice),
          choice.fused.value_or(FusedOrder::kUnknown)};
}

FeedForwardOptions CheckpointHandle::feed_forward_options(const StackChoice& choice) const {
  const FeedForwardTable& chosen = table(choice);
  FeedForwardOptions options;
  options.dropout_placement = dropout_placement(chosen.family);
  options.activation = choice.activation
                           ? *choice.activation
                           : required_activation(activation(chosen, layout(chosen, choice)));
  return options;
}

const FeedForwardTable& CheckpointHandle::gpt2() const {
  const FeedForwardTable* const found = find_gpt2(tables);
  if (found == nullptr) reject_models("GPT-2");
  return *found;
}

std::vector<TensorInfo> CheckpointHandle::block_tensors(double layer) const {
  const ModelInFile model = model_around(header, gpt2());
  return find_tensors(header, gpt2_block_tensors(model, checked_layer(layer)));
}

std::vector<TensorInfo> CheckpointHandle::language_model_tensors() const {
  return find_tensors(header, gpt2_language_model_tensors(model_around(header, gpt2())));
}

TransformerBlockOptions CheckpointHandle::block_options(const StackChoice& choice) const {
  return gpt2_file_options(header, gpt2(), config ? &*config : nullptr, choice.n_heads,
                           choice.activation);
}

bool CheckpointHandle::has_blocks(const FeedForwardTable& table) const {
  if (table.family != ModelFamily::kGpt2) return false;
  const ModelInFile model = model_around(header, table);
  return std::all_of(table.layers.begin(), table.layers.end(), [&](std::int64_t layer) {
    return has_tensors(header, gpt2_block_tensors(model, layer));
  });
}

}  // namespace ffn::bindings
