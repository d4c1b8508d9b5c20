#pragma once
// Row-major matrices and views on memory that somebody else owns. A row is a token, a column a feature.

#include <Eigen/Core>

namespace ffn {

using Index = Eigen::Index;

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

using Matrix = MatrixOf<float>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;

using MatrixView = Eigen::Map<Matrix>;
using ConstMatrixView = Eigen::Map<const Matrix>;

/// A view of the whole of `matrix`; valid as long as `matrix` is neither resized nor destroyed.
inline ConstMatrixView view(const Matrix& matrix) { return {matrix.data(), matrix.rows(), matrix.cols()}; }
inline MatrixView view(Matrix& matrix) { return {matrix.data(), matrix.rows(), matrix.cols()}; }

/// A view of rows [first, first + count) of `rows`.
inline ConstMatrixView row_slice(const ConstMatrixView& rows, Index first, Index count) {
  return {rows.data() + first * rows.cols(), count, rows.cols()};
}
inline MatrixView row_slice(MatrixView& rows, Index first, Index count) { return {rows.data() + first * rows.cols(), count, rows.cols()}; }

}  // namespace ffn
