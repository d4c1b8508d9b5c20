#pragma once
// The gradient check that a user can run on a network of their own: the network's float32 weights, exactly, in the double
// instantiation of the same code, its backward pass against central differences of
//
//   loss = sum(output * weighting),
//
// for every single number of every tensor. Of the loss only that part is computed anew which the number can change, for the rest would
// cancel: each token is transformed alone, so for a number of x its token; and the output is a sum over the hidden units, so for a weight
// or a bias of a unit a network of this one unit. For b2 it is the whole network. ReLU has a kink: where a pre-activation lies within
// `step` of zero the central difference straddles it and the two rightly disagree.

#include <vector>

#include "ffn/nn/feed_forward.h"
#include "ffn/train/gradient_check.h"

namespace ffn {

/// Largest multiply-adds of one check, which are 2 tokens P (P / d_ff + 2 d_model) for P parameters: some tens of seconds.
inline constexpr double kMaxGradientCheckCost = 3e10;

/// One result each for x and for w1, b1, w_gate, b_gate, w2, b2 as far as the network has them. x and weighting (tokens, d_model); no
/// dropout. Throws ArgumentError for other shapes, for no token, for a step that is not positive, and when the check would cost
/// more than kMaxGradientCheckCost.
std::vector<GradientCheck> check_feed_forward_gradients(const FeedForward& network, const ConstMatrixView& x,
                                                        const ConstMatrixView& weighting, double step = 1e-6);

}  // namespace ffn
