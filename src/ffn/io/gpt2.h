#pragma once
// GPT-2 (Radford et al. 2019) in safetensors files: the names of its tensors, with and without the prefix "transformer.", and
// their way into layers of this library.
//
//   h.N.ln_1.{weight,bias}  h.N.attn.c_attn.{weight,bias}  h.N.attn.c_proj.{weight,bias}
//   h.N.ln_2.{weight,bias}  h.N.mlp.c_fc.{weight,bias}     h.N.mlp.c_proj.{weight,bias}     wte.weight  wpe.weight
//
// Weights lie (in, out) there and (out, in) here; attn.c_proj is square, so a transposition left out would show nowhere
// but in the results. c_attn holds query, key and value side by side. Files of some origins also have h.N.attn.bias, the
// causal mask: it is no bias, and no suffix is ever matched that it could be taken for one.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ffn/io/layer_tensors.h"
#include "ffn/nn/transformer_block.h"

namespace ffn {

/// Features per attention head in every GPT-2.
inline constexpr Index kGpt2HeadSize = 64;

/// The GPT-2 in a file, or nothing when no h.N.mlp.c_fc.weight of two dimensions is there.
std::optional<ModelInFile> find_gpt2(const SafetensorsHeader& header);

/// The tensors of one layer's feed-forward network, in the order in which gpt2_feed_forward takes them: c_fc, c_proj, each weight, bias.
/// Throws ArgumentError for a layer that is not there.
std::vector<NeededTensor> gpt2_feed_forward_tensors(const ModelInFile& model, std::int64_t layer);

/// The tensors of one layer's block: ln_1, c_attn, c_proj, ln_2, then those of the network.
std::vector<NeededTensor> gpt2_block_tensors(const ModelInFile& model, std::int64_t layer);

/// The layers of a network from its four tensors, as read. Throws ArgumentError for another number of tensors or bytes.
FeedForwardLayers gpt2_feed_forward(std::span<const FetchedTensor> tensors);

/// The parts of a block from its twelve tensors.
TransformerBlockLayersOf<float> gpt2_block(std::span<const FetchedTensor> tensors);

/// GPT-2's way of using them: the tanh form of GELU, dropout on the output.
FeedForwardOptions gpt2_feed_forward_options();

/// Pre-norm, causal, shortcuts. n_heads 0 means d_model / 64; throws ArgumentError where that is no whole number.
TransformerBlockOptions gpt2_block_options(Index d_model, Index n_heads = 0);

/// A block ready to run.
TransformerBlock make_gpt2_block(TransformerBlockLayersOf<float> layers, const TransformerBlockOptions& options);

}  // namespace ffn
