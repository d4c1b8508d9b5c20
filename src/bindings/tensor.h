#pragma once
// Conversions of tensors and matrices. In JavaScript a tensor is { data: Float32Array, shape:
// number[] }.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/core/shape.h"
#include "numbers.h"

namespace ffn::bindings {

/// A tensor from JavaScript; `argument` is its name in errors.
struct Tensor {
  std::string argument;
  std::vector<float> data;
  Shape shape;

  /// Returns a view with all leading dimensions flattened into rows. Throws ArgumentError unless
  /// the last dimension is `features`.
  ConstMatrixView rows(std::int64_t features) const;

  /// Returns such a view for any last dimension. Throws ArgumentError for a tensor without
  /// dimensions.
  ConstMatrixView rows() const;

  /// Returns all elements as one row.
  ConstMatrixView elements() const { return {data.data(), 1, static_cast<Index>(data.size())}; }

  /// Returns a matrix. Throws ArgumentError for another number of dimensions.
  ConstMatrixView matrix() const;

  void check_shape(const Shape& expected) const {
    ffn::check_shape(argument.c_str(), shape, expected);
  }
};

Shape read_shape(const char* argument, const val& dimensions);

/// Returns `shape` with its last dimension replaced by `last`.
inline Shape with_last(Shape shape, Index last) {
  shape.back() = last;
  return shape;
}

/// Reads the shape of a tensor without copying its data. Throws ArgumentError unless the number of
/// elements matches the shape.
Shape read_tensor_shape(const char* argument, const val& tensor);

/// Copies a tensor from JavaScript. Throws ArgumentError as read_tensor_shape does.
Tensor read_tensor(const char* argument, const val& tensor);

/// A string literal as a template argument.
template <std::size_t size>
struct Literal {
  char text[size];
  consteval Literal(const char (&literal)[size]) {
    std::copy_n(literal, size, text);
  }  // NOLINT(google-explicit-constructor)
};

/// The tensor argument `name` of a bound function (bind.h).
template <Literal name>
struct Arg : Tensor {
  explicit Arg(const val& tensor) : Tensor(read_tensor(name.text, tensor)) {}
};

val write_shape(const Shape& shape);

/// Returns a tensor on an array of JavaScript.
val tensor_on(const val& array, const Shape& shape);
val write_tensor(std::span<const float> values, const Shape& shape);
val write_tensor(std::span<const double> values, const Shape& shape);

/// Returns a tensor with the elements of a matrix or row vector.
template <class M>
val write_matrix(const M& matrix, const Shape& shape) {
  return write_tensor(elements_of(matrix), shape);
}

/// Returns a tensor of rows, with the leading dimensions of `shape`.
template <class M>
val write_rows(const M& matrix, const Shape& shape) {
  return write_matrix(matrix, with_last(shape, matrix.cols()));
}

/// A matrix or vector, as a tensor; a row vector has one dimension.
template <MatrixLike T>
struct Conversion<T> {
  static val write(const T& matrix) { return write_matrix(matrix, tensor_shape_of(matrix)); }
};

}  // namespace ffn::bindings
