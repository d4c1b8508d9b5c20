#pragma once
// The two products of a linear layer's backward pass: c = a b (the gradient of the input) and c += a^T b (the gradient of
// the weight). As in affine.h: a reference that is one Eigen expression and a fast float32 path that gives the same bits
// in the native, simd and scalar builds. c overlaps neither a nor b. Throws std::bad_alloc.

#include "ffn/core/matrix.h"

namespace ffn {

/// a (m, k), b (k, n) -> c (m, n)
template <class Scalar>
void product_reference(const ConstMatrixViewOf<Scalar>& a, const ConstMatrixViewOf<Scalar>& b, MatrixViewOf<Scalar> c) {
  c.noalias() = a.lazyProduct(b);
}

/// a (k, m), b (k, n): c (m, n) grows by a^T b
template <class Scalar>
void add_transposed_product_reference(const ConstMatrixViewOf<Scalar>& a, const ConstMatrixViewOf<Scalar>& b, MatrixViewOf<Scalar> c) {
  c.noalias() += a.transpose().lazyProduct(b);
}

/// c = a b by the tiles, unless set_backend (backend.h) has chosen the reference.
void product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c);

/// c += a^T b, likewise.
void add_transposed_product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView c);

/// The reference itself: double exists for gradient checks, where it is fast enough.
inline void product(const ConstMatrixViewOf<double>& a, const ConstMatrixViewOf<double>& b, MatrixViewOf<double> c) {
  product_reference<double>(a, b, c);
}

/// The reference itself, for the same reason.
inline void add_transposed_product(const ConstMatrixViewOf<double>& a, const ConstMatrixViewOf<double>& b, MatrixViewOf<double> c) {
  add_transposed_product_reference<double>(a, b, c);
}

}  // namespace ffn
