#pragma once
// Forward passes through memory (evaluation.cpp).

#include "feed_forward.h"

namespace ffn::bindings {

/// What hidden units [first, first + count) add to the output: x and output are addresses of (tokens, d_model). Says whether it is done.
bool forward_units_at(const PackedFeedForward& packed, double x, double tokens, double first, double count, double output);
bool forward_units_at(const FeedForwardHandle& handle, double x, double tokens, double first, double count, double output);

}  // namespace ffn::bindings
