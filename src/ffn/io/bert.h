#pragma once
// The feed-forward networks of BERT (Devlin et al. 2018, arXiv 1810.04805) in safetensors files, with and without the prefix "bert.":
//
//   encoder.layer.N.intermediate.dense.{weight,bias}  encoder.layer.N.output.dense.{weight,bias}
//
// Weights lie (out, in), as here. The blocks around them are post-norm; nothing reads those.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ffn/io/layer_tensors.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// The BERT in a file, or nothing when no encoder.layer.N.intermediate.dense.weight of two dimensions is there.
std::optional<ModelInFile> find_bert(const SafetensorsHeader& header);

/// The tensors of one layer's feed-forward network: intermediate.dense, output.dense, each weight, bias. Throws ArgumentError for a layer
/// that is not there.
std::vector<NeededTensor> bert_feed_forward_tensors(const ModelInFile& model, std::int64_t layer);

/// The layers of a network from its four tensors, as read.
FeedForwardLayers bert_feed_forward(std::span<const FetchedTensor> tensors);

/// BERT's way of using them: exact GELU, dropout on the output.
FeedForwardOptions bert_feed_forward_options();

}  // namespace ffn
