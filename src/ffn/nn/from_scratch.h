#pragma once
// The feed-forward network as the notebook's NumPy function writes it: three explicit steps on weights in (in, out) layout.
//
//   h           = x W1 + b1          (tokens, d_ff)
//   h_activated = activation(h)      (tokens, d_ff)
//   y           = h_activated W2 + b2   (tokens, d_model)
//
// This is the specification to read, each step one Eigen expression; FeedForward (feed_forward.h) is the network to run, with
// weights in (out, in) layout. The two agree within float32 summation error.

#include "ffn/core/matrix.h"
#include "ffn/nn/activation.h"

namespace ffn {

/// Every tensor of the three steps, under the notebook's names.
template <class Scalar>
struct FromScratchOf {
  MatrixOf<Scalar> h;            // (tokens, d_ff)
  MatrixOf<Scalar> h_activated;  // (tokens, d_ff)
  MatrixOf<Scalar> y;            // (tokens, d_model)
};

/// x (tokens, d_model), w1 (d_model, d_ff), b1 (1, d_ff), w2 (d_ff, d_out), b2 (1, d_out). Throws ArgumentError for shapes that do not
/// fit and for weights without an element. As in NumPy nothing asks for d_out = d_model; the network of a Transformer has it so.
template <class Scalar>
FromScratchOf<Scalar> feed_forward_from_scratch(const ConstMatrixViewOf<Scalar>& x, const ConstMatrixViewOf<Scalar>& w1,
                                                const ConstMatrixViewOf<Scalar>& b1, const ConstMatrixViewOf<Scalar>& w2,
                                                const ConstMatrixViewOf<Scalar>& b2, Activation activation);

}  // namespace ffn
