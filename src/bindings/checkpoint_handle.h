#pragma once
// The object behind a JavaScript Checkpoint: the joined header of one or several files, and the
// networks that it names.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ffn/io/feed_forward_reader.h"
#include "ffn/io/gpt2_language_model.h"
#include "ffn/io/model_config.h"
#include "ffn/io/stack_activation.h"
#include "networks.h"

namespace ffn::bindings {

/// The choices of a caller among the networks of a file; everything may be left to the file.
struct StackChoice {
  std::optional<std::string> stack;  ///< name of the stack; the first one by default
  std::optional<WeightLayout> layout;
  std::optional<FusedOrder> fused;
  std::optional<Activation> activation;
  std::optional<Index> n_heads;
};

/// Reads these options of an object; others are ignored.
void read_options(const val& options, StackChoice& choice);

struct CheckpointHandle {
  SafetensorsHeader header;
  std::optional<ModelConfig> config;
  std::vector<FeedForwardTable> tables = find_feed_forwards(header);

  /// Returns a tensor, or a range of its rows if `rows` is [first, count] and not undefined.
  TensorInfo locate(const std::string& name, const val& rows) const;

  /// Returns the chosen stack. Throws ArgumentError for a name that no stack has, CheckpointError
  /// if the file has no networks, saying what it has.
  const FeedForwardTable& table(const StackChoice& choice) const;

  /// Returns the layout of the weights: the chosen one, or the table's. Throws ArgumentError for a
  /// layout that the file contradicts.
  static WeightLayout layout(const FeedForwardTable& table, const StackChoice& choice);

  /// Returns what the file and its configuration say about the activation of a stack.
  StackActivation activation(const FeedForwardTable& table, WeightLayout layout) const;

  /// Throws ArgumentError for a layer that the chosen stack does not have.
  void check_layer(double layer, const StackChoice& choice) const;

  /// Returns a reader of the network of a layer.
  FeedForwardReader reader(double layer, const StackChoice& choice) const;

  /// Returns the options of a network, with the activation that is chosen or determined.
  FeedForwardOptions feed_forward_options(const StackChoice& choice) const;

  /// Returns the stack with GPT-2's names, or throws CheckpointError.
  const FeedForwardTable& gpt2() const;

  std::vector<TensorInfo> block_tensors(double layer) const;
  std::vector<TensorInfo> language_model_tensors() const;

  /// Returns the options of GPT-2's blocks.
  TransformerBlockOptions block_options(const StackChoice& choice) const;

  /// Returns whether the file has the whole block around each network, with GPT-2's names and
  /// shapes.
  bool has_blocks(const FeedForwardTable& table) const;
};

}  // namespace ffn::bindings
