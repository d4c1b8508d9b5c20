#pragma once
// Functions of the bindings of blocks that those of language models share (networks.cpp).

#include "ffn/nn/transformer_block.h"
#include "network_handle.h"

namespace ffn::bindings {

/// Largest number of blocks, above that of any published model.
inline constexpr std::int64_t kMostLayers = 4096;

/// Return all tensors of a pass. The attention or network of a block is left out if the pass left it out.
val write_norm_trace(const LayerNorm& layer, const Input& x, const LayerNormTrace& trace, const Matrix& output);
val write_block_trace(const TransformerBlock& block, const Input& x, const TransformerBlock::Trace& trace, const Matrix& output);

}  // namespace ffn::bindings
