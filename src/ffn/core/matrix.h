#pragma once
// Row-major matrices and views on memory that somebody else owns. A row is a token, a column a feature.

#include <Eigen/Core>
#include <cstddef>
#include <span>

namespace ffn {

using Index = Eigen::Index;

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class Scalar>
using RowVectorOf = Eigen::Matrix<Scalar, 1, Eigen::Dynamic, Eigen::RowMajor>;
template <class Scalar>
using MatrixViewOf = Eigen::Map<MatrixOf<Scalar>>;
template <class Scalar>
using ConstMatrixViewOf = Eigen::Map<const MatrixOf<Scalar>>;

// float32 is what everything runs in; double is there for gradient checks.
using Matrix = MatrixOf<float>;
using RowVector = RowVectorOf<float>;
using MatrixView = MatrixViewOf<float>;
using ConstMatrixView = ConstMatrixViewOf<float>;

/// Gives `matrix` another size; its elements are then undefined. Eigen's own resize frees the old memory before it asks for
/// new, and when there is none, the destructor frees it a second time: here the matrix is empty in between.
template <class M>
void resize(M& matrix, Index rows, Index cols) {
  if (matrix.rows() == rows && matrix.cols() == cols) return;
  matrix.resize(M::RowsAtCompileTime == 1 ? 1 : 0, M::ColsAtCompileTime == 1 ? 1 : 0);
  matrix.resize(rows, cols);
}

/// A view of the whole of `matrix`; valid as long as `matrix` is neither resized nor destroyed.
template <class Scalar>
ConstMatrixViewOf<Scalar> view(const MatrixOf<Scalar>& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

/// The same, to be written through.
template <class Scalar>
MatrixViewOf<Scalar> view(MatrixOf<Scalar>& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

/// The same memory, not to be written through.
template <class Scalar>
ConstMatrixViewOf<Scalar> read_only(const MatrixViewOf<Scalar>& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

/// The elements in row order, valid as long as the matrix or the viewed memory is.
template <class M>
std::span<const typename M::Scalar> elements_of(const M& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

/// A view of rows [first, first + count) of `rows`.
template <class Scalar>
ConstMatrixViewOf<Scalar> row_slice(const ConstMatrixViewOf<Scalar>& rows, Index first, Index count) {
  return {rows.data() + first * rows.cols(), count, rows.cols()};
}

/// The same, to be written through.
template <class Scalar>
MatrixViewOf<Scalar> row_slice(MatrixViewOf<Scalar> rows, Index first, Index count) {
  return {rows.data() + first * rows.cols(), count, rows.cols()};
}

}  // namespace ffn
