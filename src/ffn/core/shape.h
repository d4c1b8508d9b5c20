#pragma once
// Tensor shapes. Callers use any number of leading dimensions; computations flatten them to
// (tokens, features). All sizes are computed in 64 bits with overflow checks: size_t has 32 bits
// under wasm32, where a product of dimensions could wrap.

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace ffn {

using Shape = std::vector<std::int64_t>;

/// Largest number of elements of a tensor, 2^28 float32 = 1 GiB. A 32-bit address space cannot hold
/// an input and an output of a larger size at once.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 28;

/// Largest number of dimensions of a tensor.
inline constexpr std::int64_t kMaxDimensions = 8;

/// Formats a shape as NumPy does: "(2, 5, 8)", "(8,)", "()".
std::string to_string(const Shape& shape);

/// Returns the product of the dimensions. Throws ArgumentError naming `argument` for a negative
/// dimension, more than kMaxDimensions dimensions, or a product above kMaxElements.
std::int64_t element_count(const char* argument, const Shape& shape);

/// Returns the number of tokens of a tensor (..., features), the product of all dimensions but the
/// last. Throws ArgumentError unless the last dimension exists and equals `features`.
std::int64_t token_count(const char* argument, const Shape& shape, std::int64_t features);

/// Throws ArgumentError, such as "x is (2, 4); expected shape (2, 3)", unless the two shapes are
/// equal.
void check_shape(const char* argument, const Shape& shape, const Shape& expected);

/// The shape of a matrix. Unlike Shape it allocates no memory: every layer compares shapes in every
/// pass.
struct MatrixShape {
  std::int64_t rows;
  std::int64_t columns;

  // Not explicit, so that {rows, columns} converts.
  MatrixShape(std::int64_t row_count, std::int64_t column_count)
      : rows(row_count), columns(column_count) {}
  operator Shape() const { return {rows, columns}; }
  friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};

/// check_shape for matrices; allocates memory only to throw.
template <std::same_as<MatrixShape> Found>  // so that two braced lists are Shapes
void check_shape(const char* argument, const Found& shape, const MatrixShape& expected) {
  if (!(shape == expected)) check_shape(argument, Shape(shape), Shape(expected));
}

/// Returns (rows, columns) of a matrix or of a view.
template <class M>
MatrixShape shape_of(const M& matrix) {
  return {matrix.rows(), matrix.cols()};
}

/// Returns the shape of a matrix or row vector as a tensor: a row vector has one dimension.
template <class M>
Shape tensor_shape_of(const M& matrix) {
  if (M::RowsAtCompileTime == 1) return {matrix.size()};
  return shape_of(matrix);
}

}  // namespace ffn
