#pragma once
// Forward passes on tensors in WebAssembly memory (evaluation.cpp).

#include <memory>

#include "feed_forward.h"

namespace ffn::bindings {

/// The packed layers of a network without its weights, which a pool's worker does not need: class PackedFeedForward in JavaScript.
struct PackedNetwork {
  std::shared_ptr<const PackedLayers> layers;
  Activation activation;
};

/// Returns the packed layers of a network. Throws std::bad_alloc.
PackedNetwork packed_network(const FeedForward& network);

/// Computes the partial output of hidden units [first, first + count); x and output are addresses of (tokens, d_model). Returns false on
/// any error.
bool forward_units_at(const PackedNetwork& packed, double x, double tokens, double first, double count, double output);
bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first, double count, double output);

}  // namespace ffn::bindings
