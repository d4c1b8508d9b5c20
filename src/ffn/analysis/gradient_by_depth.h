#pragma once
// Norms of activations and gradients at every depth of a stack of blocks, which show whether
// gradients vanish.
//
// In a plain deep network they vanish by a constant factor per layer. Residual connections prevent
// this, because each block only adds to an identity path that passes the gradient unchanged (He et
// al. 2015, arXiv 1512.03385). Layer normalization alone also prevents it, except in the first
// block: if a branch shrinks its input, the next normalization rescales it, and with it the
// gradient.

#include <vector>

#include "ffn/nn/block_stack.h"

namespace ffn {

/// Norms over all elements of one or several tensors, computed in double.
struct Norm {
  double l2 = 0.0;   ///< sqrt(sum of squares)
  double rms = 0.0;  ///< sqrt(mean of squares), comparable between tensors of different sizes; 0
                     ///< without elements
};

/// In activations and gradients, index i is the input of block i and the last index the output of
/// the stack. In parameter_gradients, index i is block i.
struct GradientByDepth {
  std::vector<Norm> activations;          // n_layers + 1
  std::vector<Norm> gradients;            // n_layers + 1
  std::vector<Norm> parameter_gradients;  // n_layers, over all parameters of a block together
};

/// Runs one forward and one backward pass with the loss sum(output * grad_output); x and
/// grad_output (batch * seq_len, d_model). With `rng` in training mode. Throws ArgumentError for
/// other shapes.
GradientByDepth gradient_by_depth(const BlockStack& stack, const ConstMatrixView& x, Index seq_len,
                                  const ConstMatrixView& grad_output, RandomState* rng = nullptr);

}  // namespace ffn
