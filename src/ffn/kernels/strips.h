#pragma once
// C = A^T B or C += A^T B for a depth of at most kLongestSum, in strips (tile.h): the gradient of a
// weight over few tokens. Internal to the kernels. The bits are those of pack_and_multiply.h.

#include "ffn/kernels/tile.h"

namespace ffn {

/// The operands: A is (depth, rows), one row every a_stride floats; B is (depth, columns), one row
/// every b_stride floats.
struct TransposedOperands {
  const float* a;
  Index a_stride;
  const float* b;
  Index b_stride;
  Index depth;
  bool accumulate;  // computes C += A^T B
};

/// Computes the product for 1 <= depth <= kLongestSum. Throws std::bad_alloc.
void multiply_in_strips(const TransposedOperands& at, MatrixView c);

}  // namespace ffn
