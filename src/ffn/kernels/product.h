#pragma once
// The two matrix products of a linear layer's backward pass: c = a b (gradient of the input) and c
// = a^T b or c += a^T b (gradient of the weight). As in affine.h there is a reference, a single
// Eigen expression, and a fast float32 implementation that gives the same bits in the simd build
// and in native ones with FFN_SAME_BITS. c must not overlap a or b. Throws std::bad_alloc.

#include "ffn/core/matrix.h"

namespace ffn {

/// Computes c (m, n) = a b for a (m, k), b (k, n).
template <class Scalar>
void product_reference(const ConstMatrixViewOf<Scalar>& a, const ConstMatrixViewOf<Scalar>& b,
                       MatrixViewOf<Scalar> c) {
  c.noalias() = a.lazyProduct(b);
}

/// Whether a product is added to what is there or replaces it.
enum class Write { kReplace, kAdd };

/// Computes c (m, n) = a^T b, or c += a^T b, for a (k, m), b (k, n). With `first` and fewer rows of
/// c it computes rows [first, first + c.rows()) only.
template <class Scalar>
void transposed_product_reference(const ConstMatrixViewOf<Scalar>& a,
                                  const ConstMatrixViewOf<Scalar>& b, Write write,
                                  MatrixViewOf<Scalar> c, Index first = 0) {
  if (write == Write::kReplace) c.setZero();
  if (a.rows() > 0) c.noalias() += a.middleCols(first, c.rows()).transpose().lazyProduct(b);
}

/// Computes c = a b with the tiles, or with the reference if set_backend (backend.h) has selected
/// it.
void product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c);

/// Computes c = a^T b or c += a^T b, or some rows of it, with the same choice of backend.
void transposed_product(const ConstMatrixView& a, const ConstMatrixView& b, Write write,
                        MatrixView c, Index first = 0);

/// Calls the reference: double is used for gradient checks only, where the reference is fast
/// enough.
inline void product(const ConstMatrixViewOf<double>& a, const ConstMatrixViewOf<double>& b,
                    MatrixViewOf<double> c) {
  product_reference<double>(a, b, c);
}

/// Calls the reference, as above.
inline void transposed_product(const ConstMatrixViewOf<double>& a,
                               const ConstMatrixViewOf<double>& b, Write write,
                               MatrixViewOf<double> c) {
  transposed_product_reference<double>(a, b, write, c);
}

}  // namespace ffn
