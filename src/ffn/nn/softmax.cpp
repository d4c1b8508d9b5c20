#include "ffn/nn/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/exponential.h"

namespace ffn {

namespace {

void check_length(const char* argument, std::size_t length, std::size_t expected) {
  check(length == expected, argument, {length, " elements long"}, {expected, " elements"});
}

template <class Scalar>
std::span<const Scalar> row_of(const ConstMatrixViewOf<Scalar>& matrix, Index row) {
  return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}
template <class Scalar>
std::span<Scalar> row_of(MatrixViewOf<Scalar>& matrix, Index row) {
  return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

// Computes the unnormalized y = e^(x - largest) and returns the sum.
double exponentials(std::span<const float> x, float largest, std::span<float> y) {
  return shifted_exponentials(x.data(), largest, y.data(), x.size());
}
double exponentials(std::span<const double> x, double largest, std::span<double> y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += y[i] = std::exp(x[i] - largest);
  return sum;
}

// Scalar code: double is used for gradient checks only.
void divide(double* y, double divisor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] /= divisor;
}
void softmax_row_backward(const double* y, const double* grad_y, double* grad_x,
                          std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += grad_y[i] * y[i];
  for (std::size_t i = 0; i < count; ++i) grad_x[i] = y[i] * (grad_y[i] - sum);
}

}  // namespace

template <class Scalar>
void softmax_forward(std::span<const Scalar> x, std::span<Scalar> y) {
  check_length("y", y.size(), x.size());
  constexpr Scalar kMasked = -std::numeric_limits<Scalar>::infinity();
  Scalar largest = kMasked;
  for (const Scalar value : x) largest = std::isnan(value) ? value : std::max(largest, value);
  if (largest == kMasked) return std::fill(y.begin(), y.end(), Scalar(0));
  const double sum = exponentials(x, largest, y);
  divide(y.data(), sum, y.size());
}

template <class Scalar>
void softmax_backward(std::span<const Scalar> y, std::span<const Scalar> grad_y,
                      std::span<Scalar> grad_x) {
  check_length("grad_y", grad_y.size(), y.size());
  check_length("grad_x", grad_x.size(), y.size());
  softmax_row_backward(y.data(), grad_y.data(), grad_x.data(), y.size());
}

template <class Scalar>
void softmax_rows_forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y) {
  check_shape("y", shape_of(y), shape_of(x));
  for (Index row = 0; row < x.rows(); ++row)
    softmax_forward<Scalar>(row_of(x, row), row_of(y, row));
}

template <class Scalar>
void softmax_rows_backward(const ConstMatrixViewOf<Scalar>& y,
                           const ConstMatrixViewOf<Scalar>& grad_y, MatrixViewOf<Scalar> grad_x) {
  check_shape("grad_y", shape_of(grad_y), shape_of(y));
  check_shape("grad_x", shape_of(grad_x), shape_of(y));
  for (Index row = 0; row < y.rows(); ++row)
    softmax_backward<Scalar>(row_of(y, row), row_of(grad_y, row), row_of(grad_x, row));
}

template void softmax_forward<float>(std::span<const float>, std::span<float>);
template void softmax_forward<double>(std::span<const double>, std::span<double>);
template void softmax_backward<float>(std::span<const float>, std::span<const float>,
                                      std::span<float>);
template void softmax_backward<double>(std::span<const double>, std::span<const double>,
                                       std::span<double>);
template void softmax_rows_forward<float>(const ConstMatrixView&, MatrixView);
template void softmax_rows_forward<double>(const ConstMatrixViewOf<double>&, MatrixViewOf<double>);
template void softmax_rows_backward<float>(const ConstMatrixView&, const ConstMatrixView&,
                                           MatrixView);
template void softmax_rows_backward<double>(const ConstMatrixViewOf<double>&,
                                            const ConstMatrixViewOf<double>&, MatrixViewOf<double>);

}  // namespace ffn
