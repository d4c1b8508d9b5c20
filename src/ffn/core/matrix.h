#pragma once
// Row-major matrices and non-owning views. A row is a token, a column is a feature.
//
// The memory of matrices and vectors is from std::malloc, whatever the compile options
// (Eigen::DontAlign). Otherwise Eigen would choose the allocator and the alignment by the
// instruction set, and code compiled with -mavx would free memory of code compiled without it, or
// the reverse, in another way than it was allocated. Eigen's vectorized expressions are as fast
// with unaligned loads, and the kernels of this library use no others.

#include <Eigen/Core>
#include <cstddef>
#include <span>

#include "ffn/core/binary_interface.h"
#include "ffn/core/compile_options.h"

namespace ffn {

using Index = Eigen::Index;

template <class Scalar>
using MatrixOf =
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor | Eigen::DontAlign>;
template <class Scalar>
using RowVectorOf = Eigen::Matrix<Scalar, 1, Eigen::Dynamic, Eigen::RowMajor | Eigen::DontAlign>;
template <class Scalar>
using ColumnVectorOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1, Eigen::DontAlign>;

// Views are of Eigen's default type, so that a user's own Map of a row-major matrix is one.
template <class Scalar>
using MatrixViewOf =
    Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
template <class Scalar>
using ConstMatrixViewOf =
    Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

// All networks run in float32; the double instantiations are for gradient checks.
using Matrix = MatrixOf<float>;
using RowVector = RowVectorOf<float>;
using MatrixView = MatrixViewOf<float>;
using ConstMatrixView = ConstMatrixViewOf<float>;

/// Resizes `matrix`; its elements are then undefined. Eigen's resize frees the old memory before it
/// allocates the new; if that allocation throws, the destructor frees the old memory a second time.
/// Resizing to 0 first avoids the double free.
template <class M>
void resize(M& matrix, Index rows, Index cols) {
  if (matrix.rows() == rows && matrix.cols() == cols) return;
  matrix.resize(M::RowsAtCompileTime == 1 ? 1 : 0, M::ColsAtCompileTime == 1 ? 1 : 0);
  matrix.resize(rows, cols);
}

/// Returns a read-only view of `matrix`, a row-major one; valid until it is resized or destroyed.
template <class Scalar, int Options>
ConstMatrixViewOf<Scalar> view(
    const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Options>& matrix) {
  static_assert((Options & Eigen::RowMajor) != 0, "views are of row-major matrices");
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

/// Returns a writable view of `matrix`, a row-major one; valid until it is resized or destroyed.
template <class Scalar, int Options>
MatrixViewOf<Scalar> view(Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Options>& matrix) {
  static_assert((Options & Eigen::RowMajor) != 0, "views are of row-major matrices");
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

/// Returns a read-only view of the same memory.
template <class Scalar>
ConstMatrixViewOf<Scalar> read_only(const MatrixViewOf<Scalar>& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

/// Returns the elements of a matrix or view in row-major order; valid as long as its memory is.
template <class M>
std::span<const typename M::Scalar> elements_of(const M& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

/// Returns a read-only view of rows [first, first + count) of `rows`.
template <class Scalar>
ConstMatrixViewOf<Scalar> row_slice(const ConstMatrixViewOf<Scalar>& rows, Index first,
                                    Index count) {
  return {rows.data() + first * rows.cols(), count, rows.cols()};
}

/// Returns a writable view of rows [first, first + count) of `rows`.
template <class Scalar>
MatrixViewOf<Scalar> row_slice(MatrixViewOf<Scalar> rows, Index first, Index count) {
  return {rows.data() + first * rows.cols(), count, rows.cols()};
}

}  // namespace ffn
