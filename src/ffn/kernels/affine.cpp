#include "ffn/kernels/affine.h"

#include "ffn/kernels/backend.h"
#include "ffn/kernels/pack_and_multiply.h"

namespace ffn {

namespace {

ProductOperands operands(const ConstMatrixView& x, const float* bias, bool accumulate,
                         MatrixView y) {
  return {x.data(), x.cols(), x.rows(), x.cols(), y.cols(), bias, accumulate, y.data(), y.cols()};
}

// Multiplies by the submatrix of `weight` that starts at column `first_column` and depth `first_k`.
void packed_product(const ProductOperands& at, const PackedMatrix& weight, Index first_column,
                    Index first_k) {
  panel_product(at,
                {weight.slice(first_column / tile_set().columns, first_k), weight.panel_stride()});
}

}  // namespace

void affine(const ConstMatrixView& x, const ConstMatrixView& weight, const float* bias,
            MatrixView y) {
  if (backend() == Backend::kEigen) return affine_reference<float>(x, weight, bias, y);
  pack_and_multiply(operands(x, bias, false, y), {weight.data(), weight.cols(), true});
}

void affine(const ConstMatrixView& x, const PackedMatrix& weight, const float* bias, MatrixView y) {
  packed_product(operands(x, bias, false, y), weight, 0, 0);
}

void affine_columns(const ConstMatrixView& x, const PackedMatrix& weight, Index first,
                    const float* bias, MatrixView y) {
  packed_product(operands(x, bias, false, y), weight, first, 0);
}

void affine_depth(const ConstMatrixView& x, const PackedMatrix& weight, Index first,
                  const float* bias, bool accumulate, MatrixView y) {
  packed_product(operands(x, bias, accumulate, y), weight, 0, first);
}

}  // namespace ffn
