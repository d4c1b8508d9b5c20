#pragma once
// Gradient check of a user's network: its float32 weights are converted exactly to the double
// instantiation of the same code, whose backward pass is compared with central differences of
//
//   loss = sum(output * weighting),
//
// for every element of every tensor. Only the part of the loss that depends on the element is
// recomputed, because the rest cancels in the difference: for an element of x its token, since the
// network is position-wise; for a weight or bias of a hidden unit a network of this single unit,
// since the output is a sum over hidden units; for b2 the whole network. ReLU has a kink: if a
// pre-activation is within `step` of zero, the central difference straddles the kink and
// legitimately differs from the gradient.

#include <vector>

#include "ffn/nn/feed_forward.h"
#include "ffn/train/gradient_check.h"

namespace ffn {

/// Largest number of multiply-adds of one check, some tens of seconds. A check of P parameters
/// costs 2 tokens P (P / d_ff + 2 d_model).
inline constexpr double kMaxGradientCheckCost = 3e10;

/// Half the distance between the two points of a central difference.
inline constexpr double kGradientCheckStep = 1e-6;

/// Returns one result each for x and for those of w1, b1, w_gate, b_gate, w2, b2 that the network
/// has. x and weighting are (tokens, d_model); dropout is disabled. Throws ArgumentError for other
/// shapes, for no token, for a step that is not positive, and for a check that costs more than
/// kMaxGradientCheckCost.
std::vector<GradientCheck> check_feed_forward_gradients(const FeedForward& network,
                                                        const ConstMatrixView& x,
                                                        const ConstMatrixView& weighting,
                                                        double step = kGradientCheckStep);

}  // namespace ffn
