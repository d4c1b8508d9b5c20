#pragma once
// The feed-forward networks of a safetensors file, found by the names of their linear layers
// (naming_table.h), with any prefix.
//
// Networks of one stack have the same shapes, and names that differ only in the number of the
// layer: model.layers.0.mlp, model.layers.1.mlp, ... A file may have several stacks: an encoder and
// a decoder, a text and an image model, the experts of a mixture. If a name has several numbers,
// the layer's is the one that puts most networks into one stack; the number of an expert never is,
// nor one inside a layer with attention (MobileBERT has three more networks in each layer).
//
// The layout of the weights is derived from what else the file contains: from the biases' lengths,
// from a gate in the first matrix, from norms, embeddings and attention (layout_evidence.h). Only
// if nothing determines it, it is the usual one of the names.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ffn/core/names.h"
#include "ffn/io/layer_tensors.h"
#include "ffn/io/naming_table.h"

namespace ffn {

/// Parameters of a network. A first weight with the gate in it is kW1, its bias kB1.
enum class NetworkPart { kW1, kB1, kWGate, kBGate, kW2, kB2 };
FFN_NAMES(NetworkPart, "part", "w1", "b1", "w_gate", "b_gate", "w2", "b2");

/// A tensor of a network: its parameter, its name and its shape in the file.
struct NetworkTensor : NeededTensor {
  NetworkPart part;
};

/// A stack of networks.
struct FeedForwardTable {
  ModelFamily family = ModelFamily::kLinear;
  std::string name;    ///< of the stack: before + "*." + after + stem, "model.layers.*.mlp"
  std::string before;  ///< tensor names begin with before + number + "." + after, or with before if
                       ///< the layers have no numbers
  std::string after;
  bool numbered = false;
  std::vector<std::int64_t>
      layers;                 ///< numbers of the layers with a complete network, in ascending order
  std::int64_t n_layers = 0;  ///< 1 + the largest layer number among the file's tensors
  std::vector<NetworkTensor> tensors;  ///< of the first layer, in the order of NetworkPart
  bool gated = false;
  FusedOrder fused = FusedOrder::kNone;  ///< of the halves of w1 and b1
  WeightLayout layout = WeightLayout::kOutIn;
  bool ambiguous = false;  ///< nothing in the file determines the layout, so it is the usual one

  /// Return the sizes of a network whose weights have that layout.
  std::int64_t d_model(WeightLayout of) const;
  std::int64_t d_ff(WeightLayout of) const;

  /// Returns the prefix of the names of a layer's tensors, as long as `before` if layers have no
  /// numbers.
  std::string layer_prefix(std::int64_t layer) const;
};

/// Returns the stacks of a file, sorted by name; numbers in names in numeric order.
std::vector<FeedForwardTable> find_feed_forwards(const SafetensorsHeader& header);

/// Throws ArgumentError if the file determines a different layout.
void check_layout(const FeedForwardTable& table, WeightLayout layout);

/// Returns names and shapes of a layer's tensors, in the order of `tensors`. Throws ArgumentError
/// unless 0 <= layer < n_layers.
std::vector<NetworkTensor> feed_forward_tensors(const FeedForwardTable& table, std::int64_t layer);

/// Throws CheckpointError kMissingTensor, naming a tensor that a network of known names lacks, and
/// the file that has it if an index tells; returns if there is no such network.
void reject_incomplete_network(const SafetensorsHeader& header);

}  // namespace ffn
