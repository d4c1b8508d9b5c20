#pragma once
// Shapes of tensors: leading dimensions are kept for the caller, computations see (tokens, features).
// All sizes are computed in checked 64 bits, because size_t has 32 under wasm32 and a product there would wrap.

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace ffn {

using Shape = std::vector<std::int64_t>;

/// Largest number of elements of one tensor, 2^28 float32 = 1 GiB: above it a 32-bit address space cannot hold
/// an input and an output side by side.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 28;

/// Largest number of dimensions; more is a mistake rather than a tensor.
inline constexpr std::int64_t kMaxDimensions = 8;

/// "(2, 5, 8)", "(8,)" and "()", as NumPy prints them.
std::string to_string(const Shape& shape);

/// Product of the dimensions. Throws ArgumentError naming `argument` when a dimension is negative or the product passes kMaxElements.
std::int64_t element_count(const char* argument, const Shape& shape);

/// Number of tokens of a tensor (..., features): the product of all dimensions but the last.
/// Throws ArgumentError unless there is a last dimension and it equals `features`.
std::int64_t token_count(const char* argument, const Shape& shape, std::int64_t features);

/// Throws ArgumentError, "x is (2, 4); expected shape (2, 3)", unless the two are equal.
void check_shape(const char* argument, const Shape& shape, const Shape& expected);

/// The shape of a matrix, without the memory that a list takes: each layer of each pass compares some.
struct MatrixShape {
  std::int64_t rows;
  std::int64_t columns;

  // Not explicit, so that {rows, columns} converts.
  MatrixShape(std::int64_t row_count, std::int64_t column_count) : rows(row_count), columns(column_count) {}
  operator Shape() const { return {rows, columns}; }
  friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};

/// check_shape for matrices, which takes memory only to throw.
template <std::same_as<MatrixShape> Found>  // two lists of numbers are Shapes
void check_shape(const char* argument, const Found& shape, const MatrixShape& expected) {
  if (!(shape == expected)) check_shape(argument, Shape(shape), Shape(expected));
}

/// (rows, columns) of a matrix or of a view of one.
template <class M>
MatrixShape shape_of(const M& matrix) {
  return {matrix.rows(), matrix.cols()};
}

}  // namespace ffn
