#pragma once
// The parts of a network that several threads need to compute its gradients together, in two
// rounds:
//
//   1. Each thread computes, for its hidden units, the intermediate tensors, their gradients, and
//      from them the gradients of w1, b1, the gate and the columns of w2.
//   2. When all gradients of pre_activation and gate are there, each thread computes the gradient
//      of some features of x from those of all units: linear1.backward_input(pre_activation), plus
//      gate.backward_input(gate) in a gated network.
//
// No sum is divided among threads, so that the gradients have the bits of one thread.

#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Features [first, first + count) of a token.
struct FeatureRange {
  Index first = 0;
  Index count = 0;
};

/// Copies of the weights for one thread.
struct FeedForwardPart {
  FeedForwardLayers units;  // of its hidden units; linear2 has the bias in the part with unit 0
  Linear linear1;           // with the weights of its features only, (d_ff, features)
  Linear gate;              // the same, or empty in a network without a gate
};

/// Returns the part with these units and features. Throws ArgumentError for ranges that are empty
/// or outside of the network, and std::bad_alloc.
FeedForwardPart part_of(const FeedForward& network, UnitRange units, FeatureRange features);

}  // namespace ffn
