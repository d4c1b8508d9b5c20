#pragma once
// The product that a linear layer is made of: y = x W^T + b, for many rows of x.
//
// affine_reference is the specification, one Eigen expression; affine is the fast path, which agrees with it within
// float32 summation error on every tile edge and gives the same bits in the native, simd and scalar builds.
// Neither checks shapes (the layers do) nor applies an activation. With an unpacked weight they may throw std::bad_alloc.

#include "ffn/core/matrix.h"
#include "ffn/kernels/packed_matrix.h"

namespace ffn {

/// x (tokens, in), weight (out, in), bias (1, out) or nullptr for none -> y (tokens, out). No argument may overlap y.
template <class Scalar>
void affine_reference(const ConstMatrixViewOf<Scalar>& x, const ConstMatrixViewOf<Scalar>& weight, const Scalar* bias,
                      MatrixViewOf<Scalar> y) {
  // lazyProduct is x * W^T without Eigen's blocked kernels, which would be a tenth of the WebAssembly module.
  y.noalias() = x.lazyProduct(weight.transpose());
  if (bias != nullptr) y.rowwise() += Eigen::Map<const RowVectorOf<Scalar>>(bias, y.cols());
}

/// The same, tiled in registers. Each output is computed from its own row of x alone, in an order that does not
/// depend on the number of rows: a token's result has the same bits alone and in a batch.
void affine(const ConstMatrixView& x, const ConstMatrixView& weight, const float* bias, MatrixView y);

/// The same bits from a weight packed beforehand, without the time to pack.
void affine(const ConstMatrixView& x, const PackedMatrix& weight, const float* bias, MatrixView y);

/// Outputs [first, first + y.cols()) alone, `first` a multiple of tile_set().columns.
void affine_columns(const ConstMatrixView& x, const PackedMatrix& weight, Index first, const float* bias, MatrixView y);

/// Inputs [first, first + x.cols()) alone: y becomes their products and the bias, or grows by their products when `accumulate`.
/// From input 0 on in steps of kDepthBlock, this gives the bits of affine.
void affine_depth(const ConstMatrixView& x, const PackedMatrix& weight, Index first, const float* bias, bool accumulate, MatrixView y);

/// The reference itself: double exists for gradient checks, where it is fast enough.
inline void affine(const ConstMatrixViewOf<double>& x, const ConstMatrixViewOf<double>& weight, const double* bias,
                   MatrixViewOf<double> y) {
  affine_reference<double>(x, weight, bias, y);
}

}  // namespace ffn
