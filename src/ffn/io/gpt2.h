#pragma once
// GPT-2 (Radford et al. 2019) in safetensors files: the names of its tensors, with any prefix, such
// as "transformer.", and their conversion to layers of this library.
//
//   h.N.ln_1.{weight,bias}  h.N.attn.c_attn.{weight,bias}  h.N.attn.c_proj.{weight,bias}
//   h.N.ln_2.{weight,bias}  h.N.mlp.c_fc.{weight,bias}     h.N.mlp.c_proj.{weight,bias}
//   wte.weight              wpe.weight
//
// GPT-2 stores weights (in, out), this library (out, in); attn.c_proj is square, so a missing
// transposition would change only the results. c_attn concatenates query, key and value. Some files
// also contain h.N.attn.bias, which is the causal mask and not a bias; tensors are matched by their
// full names, so it is never mistaken for one.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ffn/io/token_tensors.h"
#include "ffn/nn/transformer_block.h"

namespace ffn {

/// Returns the first stack of networks with GPT-2's names and layout, or nullptr.
const FeedForwardTable* find_gpt2(const std::vector<FeedForwardTable>& tables);

/// Returns the GPT-2 model in a file, or nullopt if it has no such stack.
std::optional<ModelInFile> find_gpt2(const SafetensorsHeader& header);

/// Returns names and shapes of the tensors of one layer's block: weight and bias of ln_1, c_attn,
/// c_proj, ln_2, then of c_fc and c_proj of the network. Throws ArgumentError for a layer that does
/// not exist.
std::vector<NeededTensor> gpt2_block_tensors(const ModelInFile& model, std::int64_t layer);

/// Decodes the layers of a block from its twelve tensors, in the order of gpt2_block_tensors.
/// Throws ArgumentError for a different number of tensors or bytes.
TransformerBlockLayersOf<float> gpt2_block(std::span<const FetchedTensor> tensors);

/// Returns GPT-2's block options: pre-norm, causal attention, shortcuts.
TransformerBlockOptions gpt2_block_options(Index d_model, Index n_heads);

/// Builds a block from its layers.
TransformerBlock make_gpt2_block(TransformerBlockLayersOf<float> layers,
                                 const TransformerBlockOptions& options);

}  // namespace ffn
