#pragma once
// A feed-forward network taken apart by its hidden units. Each unit adds activation(x w1_u + b1_u) [times its gate] w2_u to the output, so
// machines that each hold some of the units give partial outputs whose sum is the network's output, but for rounding.
// There is no dropout here: parts belong to passes without training. The specification; PackedFeedForward does the same fast.

#include "ffn/core/matrix.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// What hidden units [first, first + count) add to the output of x; b2 counts in the part that begins at unit 0. x and output
/// (tokens, d_model), not overlapping. Throws ArgumentError unless the units are there, at least one, and for other shapes.
template <class Scalar>
void forward_units(const FeedForwardOf<Scalar>& network, const ConstMatrixViewOf<Scalar>& x, Index first, Index count,
                   MatrixViewOf<Scalar> output);

/// Adds a partial output to the sum of those before it, of the same shape. Throws ArgumentError for another.
template <class Scalar>
void add_part(const ConstMatrixViewOf<Scalar>& part, MatrixViewOf<Scalar> sum);

}  // namespace ffn
