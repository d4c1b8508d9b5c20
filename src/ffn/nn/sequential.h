#pragma once
// A feed-forward network seen as torch.nn.Sequential: a list of four layers, in the order in which they act.
//
//   dropout on the hidden activations    (0) linear  (1) activation  (2) dropout  (3) linear     the notebook's net[0] and net[3]
//   dropout on the output                (0) linear  (1) activation  (2) linear   (3) dropout    as in GPT-2
//
// It is a view: the linear layers are the network's own, so that writing one writes the network. A gated network is no list, its gate
// standing beside its first layer, and is refused.

#include <array>
#include <string>
#include <string_view>

#include "ffn/nn/feed_forward.h"

namespace ffn {

enum class LayerKind { kLinear, kActivation, kDropout };

/// "linear", "activation" or "dropout".
std::string_view name_of(LayerKind kind);

/// One layer of the list. `Linear` is LinearOf<Scalar>, const for a network that is only read.
template <class Linear>
struct SequentialLayer {
  LayerKind kind = LayerKind::kLinear;
  Linear* linear = nullptr;                   // the network's, for a linear layer
  Activation activation = Activation::kGelu;  // of an activation layer
  double dropout = 0.0;                       // of a dropout layer
};

template <class Linear>
using Sequential = std::array<SequentialLayer<Linear>, 4>;

/// The layers of a network; valid as long as the network is. Throws ArgumentError for a gated one.
template <class Scalar>
Sequential<LinearOf<Scalar>> layers_of(FeedForwardOf<Scalar>& network);

/// The same of a network that is only read.
template <class Scalar>
Sequential<const LinearOf<Scalar>> layers_of(const FeedForwardOf<Scalar>& network);

/// The network as PyTorch prints one: "Sequential(\n  (0): Linear(in_features=8, out_features=32, bias=True)\n ...", and a gated one as a
/// module with named layers. QuickGELU, which PyTorch does not have, is the name of the sigmoid form elsewhere.
std::string to_string(const FeedForward& network);

}  // namespace ffn
