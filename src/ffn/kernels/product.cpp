#include "ffn/kernels/product.h"

#include <algorithm>

#include "ffn/kernels/backend.h"
#include "ffn/kernels/pack_and_multiply.h"
#include "ffn/kernels/packed_matrix.h"

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

}  // namespace

void product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c) {
  if (backend() == Backend::kEigen) return product_reference<float>(a, b, c);
  multiply_rows(a.data(), a.cols(), b, false, c);
}

// Transposes blocks of a into a scratch buffer that stays in the L2 cache while it is multiplied
// with all columns of b.
void add_transposed_product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c) {
  if (backend() == Backend::kEigen) return add_transposed_product_reference<float>(a, b, c);
  const Index most_depth = std::max<Index>(1, std::min(a.rows(), kDepthBlock));
  const Index most_rows = std::min(c.rows(), kRowBlockElements / most_depth);
  RowVector transposed(most_rows * most_depth);
  for (Index row = 0; row < c.rows(); row += most_rows) {
    const Index rows = std::min(most_rows, c.rows() - row);
    for (Index k = 0; k < a.rows(); k += kDepthBlock) {
      const Index count = std::min(kDepthBlock, a.rows() - k);
      pack_transposed({a.data() + k * a.cols() + row, a.cols(), count}, rows, count,
                      transposed.data());
      multiply_rows(transposed.data(), count, row_slice(b, k, count), true,
                    row_slice(c, row, rows));
    }
  }
}

}  // namespace ffn
