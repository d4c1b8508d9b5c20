#pragma once
// The feed-forward network in three explicit steps, as a NumPy function would compute it, with
// weights in (in, out) layout.
//
//   h           = x W1 + b1          (tokens, d_ff)
//   h_activated = activation(h)      (tokens, d_ff)
//   y           = h_activated W2 + b2   (tokens, d_model)
//
// Each step is a single Eigen expression, for readability and as a reference in tests. FeedForward
// (feed_forward.h) is the fast implementation, with weights in (out, in) layout. The two agree
// within float32 summation error.

#include "ffn/core/matrix.h"
#include "ffn/nn/activation.h"

namespace ffn {

/// The tensors of the three steps.
template <class Scalar>
struct FromScratchOf {
  MatrixOf<Scalar> h;            // (tokens, d_ff)
  MatrixOf<Scalar> h_activated;  // (tokens, d_ff)
  MatrixOf<Scalar> y;            // (tokens, d_model)
};

/// Computes the three steps for x (tokens, d_model), w1 (d_model, d_ff), b1 (1, d_ff), w2 (d_ff,
/// d_out), b2 (1, d_out). As in NumPy, d_out may differ from d_model; in a Transformer they are
/// equal. Throws ArgumentError for shapes that do not match and for empty weights.
template <class Scalar>
FromScratchOf<Scalar> feed_forward_from_scratch(const ConstMatrixViewOf<Scalar>& x,
                                                const ConstMatrixViewOf<Scalar>& w1,
                                                const ConstMatrixViewOf<Scalar>& b1,
                                                const ConstMatrixViewOf<Scalar>& w2,
                                                const ConstMatrixViewOf<Scalar>& b2,
                                                Activation activation);

}  // namespace ffn
