#pragma once
// The feed-forward networks of BERT (Devlin et al. 2018, arXiv 1810.04805) in safetensors files,
// with and without the prefix "bert.":
//
//   encoder.layer.N.intermediate.dense.{weight,bias}  encoder.layer.N.output.dense.{weight,bias}
//
// Weights are stored (out, in), as in this library. Only the feed-forward networks are read
// (feed_forward_table.h), not the post-norm blocks around them.

#include <optional>

#include "ffn/io/layer_tensors.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Returns the BERT model in a file, or nullopt if the file has no two-dimensional tensor
/// encoder.layer.N.intermediate.dense.weight.
std::optional<ModelInFile> find_bert(const SafetensorsHeader& header);

/// Returns BERT's options: exact GELU, dropout on the output.
FeedForwardOptions bert_feed_forward_options();

}  // namespace ffn
