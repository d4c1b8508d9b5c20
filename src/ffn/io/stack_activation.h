#pragma once
// The activation of a stack of networks, which no tensor contains. In this order the caller, a
// configuration beside the file, the file's metadata and the names of its tensors determine it;
// nothing is assumed.

#include <cstdint>
#include <optional>
#include <string>

#include "ffn/core/names.h"
#include "ffn/io/feed_forward_table.h"
#include "ffn/io/model_config.h"

namespace ffn {

/// The part of a model that determines an activation.
enum class ActivationSource { kNames, kMetadata, kConfig };
FFN_NAMES(ActivationSource, "activation_from", "names", "metadata", "config");

/// The statements of a file and its configuration about the activation of a stack.
struct StackActivation {
  std::optional<Activation> activation;  ///< nullopt if nothing determines it
  ActivationSource from = ActivationSource::kNames;
  std::string refused;  ///< name in the configuration that this library does not have
  std::string key;      ///< what determines it or names it, such as "hidden_act"
  std::optional<std::int64_t> n_heads;      ///< number of attention heads, if anything states it
  std::optional<std::int64_t> other_width;  ///< d_model in the configuration, if it is not the
                                            ///< stack's, so that the configuration is not used
};

/// Returns what determines the activation of a stack; `config` may be nullptr. Names determine it
/// for
///
/// - GPT-2 (gelu_tanh, 64 features per head): its names, layout, norms and 1024 positions. Models
///   with its names and another activation have other numbers of positions (Cerebras-GPT) or no
///   shift in their norms (ImageGPT);
/// - BERT and RoBERTa (gelu): their names and 512 or 514 positions. ERNIE 1.0 with 513 positions
///   uses relu, MobileBERT with bottlenecks, too;
/// - Llama as published by Meta (silu, fixed by its code): feed_forward.w1 beside attention.wq.
StackActivation find_activation(const SafetensorsHeader& header, const FeedForwardTable& table,
                                const ModelConfig* config, WeightLayout layout);

/// Returns what was found. Throws ArgumentError if nothing determines the activation.
Activation required_activation(const StackActivation& found);

/// Returns the number of attention heads in the configuration or in the metadata, or that of
/// published GPT-2 models, 64 features each; nullopt if nothing states it.
std::optional<std::int64_t> find_heads(const SafetensorsHeader& header,
                                       const FeedForwardTable& table, const ModelConfig* config);

/// Returns the tensor on which dropout acts in networks of a family.
DropoutPlacement dropout_placement(ModelFamily family);

}  // namespace ffn
