#include "ffn/kernels/product.h"

#include <algorithm>

#include "ffn/kernels/packed_matrix.h"
#include "ffn/kernels/panel_product.h"

namespace ffn {

namespace {

// a (rows, depth), one row every a_stride, times b: into c, or added to it.
void multiply_rows(const float* a, Index a_stride, const ConstMatrixView& b, bool accumulate, MatrixView c) {
  const Index width = tile_set().columns;
  const PackedOnTheWay slices(b.cols(), [&](const PanelPart& part, float* panel) {
    pack_rows({b.data() + part.k * b.cols() + part.column, b.cols(), part.columns}, part.count, width, panel);
  });
  panel_product({a, a_stride, c.rows(), b.rows(), c.cols(), nullptr, accumulate, c.data(), c.cols()}, slices);
}

}  // namespace

void product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c) {
  if (b.rows() == 0) c.setZero();
  multiply_rows(a.data(), a.cols(), b, false, c);
}

// Blocks of a are transposed into a scratch that stays in a second-level cache while all columns of b pass over it.
void add_transposed_product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c) {
  Matrix transposed(std::min(c.rows(), kRowBlock), std::min(a.rows(), kDepthBlock));
  for (Index row = 0; row < c.rows(); row += kRowBlock) {
    const Index rows = std::min(kRowBlock, c.rows() - row);
    for (Index k = 0; k < a.rows(); k += kDepthBlock) {
      const Index count = std::min(kDepthBlock, a.rows() - k);
      pack_transposed({a.data() + k * a.cols() + row, a.cols(), count}, rows, count, transposed.data());
      multiply_rows(transposed.data(), count, row_slice(b, k, count), true, row_slice(c, row, rows));
    }
  }
}

}  // namespace ffn
