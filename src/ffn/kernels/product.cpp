#include "ffn/kernels/product.h"

#include <algorithm>

#include "ffn/kernels/backend.h"
#include "ffn/kernels/pack_and_multiply.h"
#include "ffn/kernels/packed_matrix.h"
#include "ffn/kernels/scratch.h"
#include "ffn/kernels/strips.h"

namespace ffn {

namespace {

// Computes c = a b, or c += a b if `accumulate`, for a (rows, depth) with one row every a_stride
// floats.
void multiply_rows(const float* a, Index a_stride, const ConstMatrixView& b, bool accumulate,
                   MatrixView c) {
  const ProductOperands operands{a,       a_stride,   c.rows(), b.rows(), c.cols(),
                                 nullptr, accumulate, c.data(), c.cols()};
  pack_and_multiply(operands, {b.data(), b.cols(), false});
}

// Computes rows [first, first + c.rows()) of a^T b. For a large depth blocks of a are transposed
// into scratch memory that stays in the L2 cache while it is multiplied with all columns of b.
void multiply_transposed(const ConstMatrixView& a, const ConstMatrixView& b, Write write,
                         MatrixView c, Index first) {
  const bool add = write == Write::kAdd;
  if (a.rows() == 0 && !add) c.setZero();
  if (a.rows() == 0 || c.size() == 0) return;
  if (a.rows() <= kLongestSum)
    return multiply_in_strips({a.data() + first, a.cols(), b.data(), b.cols(), a.rows(), add}, c);
  const Index most_depth = std::min(a.rows(), kDepthBlock);
  const Index most_rows = std::min(c.rows(), kRowBlockElements / most_depth);
  float* const transposed = scratch(ScratchUse::kTransposed, most_rows * most_depth);
  for (Index row = 0; row < c.rows(); row += most_rows) {
    const Index rows = std::min(most_rows, c.rows() - row);
    for (Index k = 0; k < a.rows(); k += kDepthBlock) {
      const Index count = std::min(kDepthBlock, a.rows() - k);
      pack_transposed({a.data() + k * a.cols() + first + row, a.cols(), count}, rows, count,
                      transposed);
      multiply_rows(transposed, count, row_slice(b, k, count), add || k > 0,
                    row_slice(c, row, rows));
    }
  }
}

}  // namespace

void product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c) {
  if (backend() == Backend::kEigen) return product_reference<float>(a, b, c);
  multiply_rows(a.data(), a.cols(), b, false, c);
}

void transposed_product(const ConstMatrixView& a, const ConstMatrixView& b, Write write,
                        MatrixView c, Index first) {
  if (backend() == Backend::kEigen)
    return transposed_product_reference<float>(a, b, write, c, first);
  multiply_transposed(a, b, write, c, first);
}

}  // namespace ffn
