#pragma once
// Whole models in GPT-2's safetensors files: reader and writer of LanguageModel. Names and layouts
// are those of gpt2.h:
//
//   wte.weight (n_vocab, d_model)  wpe.weight (n_positions, d_model)  h.N. ...  ln_f.{weight,bias}
//
// Number of heads and activation are in no tensor. The writer stores them in the metadata as n_head
// and activation_function, with the names of Hugging Face's configuration. A model that is written
// in float32 and read again has the same bits.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ffn/io/gpt2.h"
#include "ffn/io/stack_activation.h"
#include "ffn/nn/language_model.h"

namespace ffn {

/// Returns names and shapes of all tensors of a model: wte, wpe, the blocks' tensors in the order
/// of gpt2_block_tensors, weight and bias of ln_f. Throws CheckpointError kMissingTensor for a file
/// without two-dimensional embeddings.
std::vector<NeededTensor> gpt2_language_model_tensors(const ModelInFile& model);

/// Returns the options of GPT-2's blocks: `n_heads` and `activation`, or what the file, its
/// configuration or published models determine; `config` may be nullptr. Throws ArgumentError if
/// nothing determines one of them, and for a number of heads that does not divide d_model.
TransformerBlockOptions gpt2_file_options(const SafetensorsHeader& header,
                                          const FeedForwardTable& table, const ModelConfig* config,
                                          std::optional<Index> n_heads = std::nullopt,
                                          std::optional<Activation> activation = std::nullopt);

/// The same of the first stack with GPT-2's names, without a configuration. Throws CheckpointError
/// kMissingTensor if the file has none.
TransformerBlockOptions gpt2_file_options(const SafetensorsHeader& header,
                                          std::optional<Index> n_heads = std::nullopt,
                                          std::optional<Activation> activation = std::nullopt);

/// Decodes a model from its tensors, in the order of gpt2_language_model_tensors. Throws
/// ArgumentError for a different number of tensors or bytes.
LanguageModel gpt2_language_model(std::span<const FetchedTensor> tensors,
                                  const TransformerBlockOptions& options);

/// Returns the bytes of a file with the model; `dtype` is F32, F64, or F16 or BF16 with rounding.
/// Missing biases are written as zeros. Throws ArgumentError for gated networks, for another eps
/// than GPT-2's, and for another element type.
std::vector<std::byte> write_gpt2_language_model(const LanguageModel& model,
                                                 Dtype dtype = Dtype::kF32);

}  // namespace ffn
