#pragma once
// Partial outputs of a feed-forward network over ranges of hidden units (tensor parallelism). Each unit u adds
// activation(x w1_u + b1_u) [times its gate] w2_u to the output, so workers that each compute a range of units return partial outputs whose
// sum is the network's output, up to rounding. Evaluation mode only, without dropout. This is the specification;
// PackedFeedForward::forward_units is the fast implementation.

#include "ffn/core/matrix.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Computes the partial output of hidden units [first, first + count), including b2 if first is 0. x and output are (tokens, d_model) and
/// do not overlap. Throws ArgumentError for other shapes, for units that do not exist, and for a count below 1.
template <class Scalar>
void forward_units(const FeedForwardOf<Scalar>& network, const ConstMatrixViewOf<Scalar>& x, Index first, Index count,
                   MatrixViewOf<Scalar> output);

/// Adds a partial output to `sum`. Throws ArgumentError unless both have the same shape.
template <class Scalar>
void add_part(const ConstMatrixViewOf<Scalar>& part, MatrixViewOf<Scalar> sum);

}  // namespace ffn
