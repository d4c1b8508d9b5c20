#pragma once
// A feed-forward network as a list of four layers, like torch.nn.Sequential, in the order of their
// execution.
//
//   dropout on the hidden activations    (0) linear  (1) activation  (2) dropout  (3) linear
//   dropout on the output (GPT-2)        (0) linear  (1) activation  (2) linear   (3) dropout
//
// The list is a read-only view: it points to the network's linear layers. Gated networks are not
// sequential, because the gate is parallel to the first layer; they are rejected.

#include <array>
#include <string>

#include "ffn/core/names.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

enum class LayerKind { kLinear, kActivation, kDropout };
FFN_NAMES(LayerKind, "kind", "linear", "activation", "dropout");

/// One layer of the list.
template <class Scalar>
struct SequentialLayer {
  LayerKind kind = LayerKind::kLinear;
  const LinearOf<Scalar>* linear = nullptr;   // of a linear layer: points into the network
  Activation activation = Activation::kGelu;  // of an activation layer
  double dropout = 0.0;                       // of a dropout layer
};

template <class Scalar>
using Sequential = std::array<SequentialLayer<Scalar>, 4>;

/// Returns the layers of a network; valid as long as the network is. Throws ArgumentError for a
/// gated network.
template <class Scalar>
Sequential<Scalar> layers_of(const FeedForwardOf<Scalar>& network);

/// Formats the network as PyTorch prints it: "Sequential(\n (0): Linear(in_features=8,
/// out_features=32, bias=True)\n ..."; a gated network as a module with named layers. The sigmoid
/// form of GELU, which PyTorch does not have, is printed as QuickGELU, its name in other libraries.
std::string to_string(const FeedForward& network);

}  // namespace ffn
