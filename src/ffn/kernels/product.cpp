#include "ffn/kernels/product.h"

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

// One row of c grows by the factors (factor_stride apart) times the k rows of b.
void add_combination(const float* factors, Index factor_stride, const ConstMatrixView& b, float* c) {
  Index row = 0;
  for (; row + kUnroll <= b.rows(); row += kUnroll) {
    float factor[kUnroll];
    for (Index u = 0; u < kUnroll; ++u) factor[u] = factors[(row + u) * factor_stride];
    add_rows<kUnroll>(factor, b.data() + row * b.cols(), b.cols(), c, b.cols());
  }
  for (; row < b.rows(); ++row) add_rows<1>(factors + row * factor_stride, b.data() + row * b.cols(), b.cols(), c, b.cols());
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
