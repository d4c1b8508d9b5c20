#pragma once
// Softmax of one row or of every row, e^(x_i - max) / sum, with the sum in double. Finite inputs
// never give NaN; -inf gives 0; a row in which all elements are -inf gives zeros (ONNX's rule for a
// fully masked row); NaN and +inf give NaN.

#include <span>

#include "ffn/core/matrix.h"

namespace ffn {

/// Computes y = softmax(x); both have the same length, y may be x.
template <class Scalar>
void softmax_forward(std::span<const Scalar> x, std::span<Scalar> y);

/// Computes grad_x = y * (grad_y - sum(grad_y * y)), given the forward result y; grad_x may be
/// grad_y.
template <class Scalar>
void softmax_backward(std::span<const Scalar> y, std::span<const Scalar> grad_y,
                      std::span<Scalar> grad_x);

/// Computes the softmax of every row of x (rows, columns); y has the same shape and may be x.
/// Throws ArgumentError for another shape.
template <class Scalar>
void softmax_rows_forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y);

/// Computes the backward pass of every row, given the forward result y; grad_x may be grad_y.
/// Throws ArgumentError for different shapes.
template <class Scalar>
void softmax_rows_backward(const ConstMatrixViewOf<Scalar>& y,
                           const ConstMatrixViewOf<Scalar>& grad_y, MatrixViewOf<Scalar> grad_x);

}  // namespace ffn
