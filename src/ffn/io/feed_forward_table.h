#pragma once
// The feed-forward networks of a safetensors file, found by the names of their two layers, with any
// prefix:
//
//   mlp.c_fc            mlp.c_proj             GPT-2
//   intermediate.dense  output.dense           BERT
//   linear1 linear2, fc1 fc2, lin1 lin2, mlp.dense_h_to_4h mlp.dense_4h_to_h,
//   ff.layers.0 ff.layers.2, net.0 net.3, net.0 net.2
//
// The last number among the prefix's components is the layer's number; without one the file has one
// network. A network consists of two two-dimensional weights, the second with the transposed shape
// of the first, and of both biases or none. All networks of the table have the same shapes. If a
// file has several stacks, such as an encoder and a decoder, the table describes the first. No file
// states its activation: the family of the model determines it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/names.h"
#include "ffn/io/layer_tensors.h"

namespace ffn {

/// Families of models, distinguished by their tensor names; kLinear has all names but GPT-2's and
/// BERT's.
enum class ModelFamily { kGpt2, kBert, kLinear };
FFN_NAMES(ModelFamily, "family", "gpt2", "bert", "linear");

/// Returns the options of the family's networks: activation and placement of the dropout, whose
/// probability is 0.
FeedForwardOptions feed_forward_options(ModelFamily family);

/// The networks of a file.
struct FeedForwardTable {
  ModelFamily family = ModelFamily::kLinear;
  std::string before;  ///< tensor names begin with before + number + "." + after, or with before if
                       ///< the layers have no numbers
  std::string after;
  bool numbered = false;
  std::vector<std::int64_t>
      layers;                 ///< numbers of the layers with a complete network, in ascending order
  std::int64_t n_layers = 0;  ///< 1 + the largest layer number among the file's tensors
  std::vector<NeededTensor> tensors;  ///< of the first layer: weight and bias of the first linear
                                      ///< layer, then of the second; or two weights
  WeightLayout layout = WeightLayout::kOutIn;
  bool ambiguous =
      false;  ///< neither shapes nor biases determine the layout, so it is the family's

  /// Return the sizes of a network whose weights have that layout.
  std::int64_t d_model(WeightLayout of) const {
    return tensors.front().shape[of == WeightLayout::kInOut ? 0 : 1];
  }
  std::int64_t d_ff(WeightLayout of) const {
    return tensors.front().shape[of == WeightLayout::kInOut ? 1 : 0];
  }
};

/// Returns the networks of a file, or nullopt if it has none with known names.
std::optional<FeedForwardTable> find_feed_forwards(const SafetensorsHeader& header);

/// Throws ArgumentError if the biases determine a different layout.
void check_layout(const FeedForwardTable& table, WeightLayout layout);

/// Returns names and shapes of a layer's tensors, in the order of `tensors`. Throws ArgumentError
/// unless 0 <= layer < n_layers.
std::vector<NeededTensor> feed_forward_tensors(const FeedForwardTable& table, std::int64_t layer);

/// The tensors of a model outside its layers that read and write tokens; nullptr if the file does
/// not have them.
struct TokenTensors {
  const TensorInfo* embedding = nullptr;  ///< (n_vocab, d_model)
  const TensorInfo* positions = nullptr;  ///< (n_positions, d_model)
  const TensorInfo* final_scale =
      nullptr;  ///< of the layer norm after the last block; with final_shift or not at all
  const TensorInfo* final_shift = nullptr;
};

/// Returns the tensors for tokens, found by their names; valid as long as `header` is.
TokenTensors find_token_tensors(const SafetensorsHeader& header);

}  // namespace ffn
