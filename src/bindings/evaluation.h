#pragma once
// Forward passes on tensors in WebAssembly memory (evaluation.cpp).

#include "feed_forward.h"

namespace ffn::bindings {

/// Computes the partial output of hidden units [first, first + count); x and output are addresses of (tokens, d_model). Returns false on
/// any error.
bool forward_units_at(const PackedFeedForward& packed, double x, double tokens, double first, double count, double output);
bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first, double count, double output);

}  // namespace ffn::bindings
