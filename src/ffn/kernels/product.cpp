#include "ffn/kernels/product.h"

#include <algorithm>

#include "ffn/kernels/float4.h"

namespace ffn {

namespace {

// Rows of b that pass over a row of c at once: c is read and written a quarter as often.
constexpr Index kUnroll = 4;

// c[0, n) += sum over u < Rows of factor[u] * b[u * b_stride + i], in this order for every i.
template <int Rows>
void add_rows(const float* factor, const float* b, Index b_stride, float* c, Index n) {
  Index i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    Float4 sum = load(c + i);
    for (int u = 0; u < Rows; ++u) sum = multiply_add(broadcast(factor[u]), load(b + u * b_stride + i), sum);
    store(sum, c + i);
  }
  for (; i < n; ++i) {
    float sum = c[i];
    for (int u = 0; u < Rows; ++u) sum += factor[u] * b[u * b_stride + i];
    c[i] = sum;
  }
}

// Rows of b whose products are summed before the sum joins c: sums of sums keep the digits that one long sum in float32 loses
// (Higham 2002, section 4.2). Columns at a time: their sums wait on the stack.
constexpr Index kBlockRows = 256;
constexpr Index kBlockColumns = 256;

// c[0, n) += the factors (factor_stride apart) times rows 0 to rows of b, n at most kBlockColumns.
void add_block(const float* factors, Index factor_stride, const float* b, Index b_stride, Index rows, float* c, Index n) {
  float sums[kBlockColumns] = {};
  Index row = 0;
  for (; row + kUnroll <= rows; row += kUnroll) {
    float factor[kUnroll];
    for (Index u = 0; u < kUnroll; ++u) factor[u] = factors[(row + u) * factor_stride];
    add_rows<kUnroll>(factor, b + row * b_stride, b_stride, sums, n);
  }
  for (; row < rows; ++row) add_rows<1>(factors + row * factor_stride, b + row * b_stride, b_stride, sums, n);
  for (Index i = 0; i < n; ++i) c[i] += sums[i];
}

// One row of c grows by the factors times the rows of b.
void add_combination(const float* factors, Index factor_stride, const ConstMatrixView& b, float* c) {
  for (Index column = 0; column < b.cols(); column += kBlockColumns) {
    const Index n = std::min(kBlockColumns, b.cols() - column);
    for (Index row = 0; row < b.rows(); row += kBlockRows) {
      const Index rows = std::min(kBlockRows, b.rows() - row);
      add_block(factors + row * factor_stride, factor_stride, b.data() + row * b.cols() + column, b.cols(), rows, c + column, n);
    }
  }
}

}  // namespace

void product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c) {
  c.setZero();
  for (Index row = 0; row < c.rows(); ++row) add_combination(a.data() + row * a.cols(), 1, b, c.data() + row * c.cols());
}

void add_transposed_product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c) {
  if (a.rows() == 0) return;  // nothing to add, and no memory to point into
  for (Index row = 0; row < c.rows(); ++row) add_combination(a.data() + row, a.cols(), b, c.data() + row * c.cols());
}

}  // namespace ffn
