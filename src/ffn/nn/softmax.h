#pragma once
// Softmax of one row or of each row, e^(x_i - max) / sum, the sum in double. No finite input gives NaN; an entry of -inf gives 0; a row
// of nothing but -inf gives zeros (ONNX's rule for a fully masked row); NaN and +inf give NaN.

#include <span>

#include "ffn/core/matrix.h"

namespace ffn {

/// x -> y, same length; y may be x.
template <class Scalar>
void softmax_forward(std::span<const Scalar> x, std::span<Scalar> y);

/// grad_x = y * (grad_y - sum(grad_y * y)), given the forward result y; grad_x may be grad_y.
template <class Scalar>
void softmax_backward(std::span<const Scalar> y, std::span<const Scalar> grad_y, std::span<Scalar> grad_x);

/// Softmax of every row of x (rows, columns) -> y, same shape; y may be x. Throws ArgumentError for another shape.
template <class Scalar>
void softmax_rows_forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y);

/// The backward pass of every row, given the forward result y; grad_x may be grad_y.
template <class Scalar>
void softmax_rows_backward(const ConstMatrixViewOf<Scalar>& y, const ConstMatrixViewOf<Scalar>& grad_y, MatrixViewOf<Scalar> grad_x);

}  // namespace ffn
