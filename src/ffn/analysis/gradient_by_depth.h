#pragma once
// How large activations and gradients are at every depth of a stack of blocks: do gradients vanish on their way back?
//
// They do in a plain deep network, by a constant factor per layer. Shortcuts prevent it, as every block then adds to a path on which
// the gradient arrives unchanged (He et al. 2015, arXiv 1512.03385). Layer norm alone prevents it too, up to the first block: a
// branch that shrinks its input makes the next norm enlarge it, and the gradient with it.

#include <vector>

#include "ffn/nn/block_stack.h"

namespace ffn {

/// Of all elements of one or several tensors, in double.
struct Norm {
  double l2 = 0.0;   ///< sqrt(sum of squares)
  double rms = 0.0;  ///< sqrt(mean of squares), which tensors of different sizes can be compared by; 0 for none
};

/// Index i of the first two is block i's input, the last index the stack's output; index i of the third is block i.
struct GradientByDepth {
  std::vector<Norm> activations;          // n_layers + 1
  std::vector<Norm> gradients;            // n_layers + 1
  std::vector<Norm> parameter_gradients;  // n_layers, over all parameters of a block together
};

/// One forward and one backward pass of the loss sum(output * grad_output). x and grad_output (batch * seq_len, d_model). Throws
/// ArgumentError for other shapes.
GradientByDepth gradient_by_depth(const BlockStack& stack, const ConstMatrixView& x, Index seq_len, const ConstMatrixView& grad_output,
                                  RandomState* rng = nullptr);

}  // namespace ffn
