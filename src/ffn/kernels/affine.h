#pragma once
// The affine map of a linear layer, y = x W^T + b.
//
// affine_reference is the specification, a single Eigen expression. affine is the fast
// implementation: it agrees with the reference within float32 summation error, including at tile
// edges, and gives the same bits in the simd build and in native ones with FFN_SAME_BITS.
// Neither checks shapes; the layers do. With an unpacked weight affine may throw std::bad_alloc.

#include "ffn/core/matrix.h"
#include "ffn/kernels/packed_matrix.h"

namespace ffn {

/// Computes y (tokens, out) from x (tokens, in), weight (out, in) and bias (1, out), or nullptr for
/// no bias. No argument may overlap y.
template <class Scalar>
void affine_reference(const ConstMatrixViewOf<Scalar>& x, const ConstMatrixViewOf<Scalar>& weight,
                      const Scalar* bias, MatrixViewOf<Scalar> y) {
  // lazyProduct avoids Eigen's blocked GEMM kernels, which would be a tenth of the WebAssembly
  // module.
  y.noalias() = x.lazyProduct(weight.transpose());
  if (bias != nullptr) y.rowwise() += Eigen::Map<const RowVectorOf<Scalar>>(bias, y.cols());
}

/// Computes the same with register tiling. The summation order of an output does not depend on the
/// number of rows, so the result of a token has the same bits alone and in a batch.
void affine(const ConstMatrixView& x, const ConstMatrixView& weight, const float* bias,
            MatrixView y);

/// Computes the same bits from a weight that is already packed.
void affine(const ConstMatrixView& x, const PackedMatrix& weight, const float* bias, MatrixView y);

/// Computes only outputs [first, first + y.cols()); `first` is a multiple of tile_set().columns.
void affine_columns(const ConstMatrixView& x, const PackedMatrix& weight, Index first,
                    const float* bias, MatrixView y);

/// Computes the partial sums over inputs [first, first + x.cols()): writes them plus the bias to y,
/// or adds them to y if `accumulate`. Calls for consecutive ranges from input 0 on, each of
/// kDepthBlock inputs, give the same bits as affine.
void affine_depth(const ConstMatrixView& x, const PackedMatrix& weight, Index first,
                  const float* bias, bool accumulate, MatrixView y);

/// Calls the reference: double is used for gradient checks only, where the reference is fast
/// enough.
inline void affine(const ConstMatrixViewOf<double>& x, const ConstMatrixViewOf<double>& weight,
                   const double* bias, MatrixViewOf<double> y) {
  affine_reference<double>(x, weight, bias, y);
}

}  // namespace ffn
