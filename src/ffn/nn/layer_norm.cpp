#include "ffn/nn/layer_norm.h"

#include <cmath>
#include <string>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/moments.h"

namespace ffn {

namespace {

// Scalar code: double is used for gradient checks only.
Moments moments(const double* x, std::size_t count) {
  const auto n = static_cast<double>(count);
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += x[i];
  const double mean = sum / n;
  double squares = 0.0;
  for (std::size_t i = 0; i < count; ++i) squares += (x[i] - mean) * (x[i] - mean);
  return {mean, squares / n};
}

void normalize(const double* x, std::size_t count, double mean, double factor, const double* scale,
               const double* shift, double* y) {
  for (std::size_t i = 0; i < count; ++i) y[i] = (x[i] - mean) * factor * scale[i] + shift[i];
}

struct DoubleRow {
  const double* x;
  std::size_t count;
  double mean;
  double factor;
};

struct DoubleGradients {
  double* scale;
  double* shift;
  double* x;
};

void normalize_backward(const DoubleRow& row, const double* scale, const double* grad_y,
                        const DoubleGradients& grads) {
  const auto n = static_cast<double>(row.count);
  const auto normalized = [&row](std::size_t i) { return (row.x[i] - row.mean) * row.factor; };
  double sum = 0.0;
  double sum_normalized = 0.0;
  for (std::size_t i = 0; i < row.count; ++i) {
    sum += grad_y[i] * scale[i];
    sum_normalized += grad_y[i] * scale[i] * normalized(i);
    grads.scale[i] += grad_y[i] * normalized(i);
    grads.shift[i] += grad_y[i];
  }
  for (std::size_t i = 0; i < row.count; ++i) {
    grads.x[i] = row.factor * (grad_y[i] * scale[i] - sum / n - normalized(i) * sum_normalized / n);
  }
}

}  // namespace

void check_layer_norm_eps(double eps) {
  check(eps >= 0.0 && std::isfinite(eps), "eps", eps, "a finite number of 0 or more");
}

template <class Scalar>
void LayerNormOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y,
                                  LayerNormTrace* trace) const {
  check_shape("x", shape_of(x), {x.rows(), features()});
  check_shape("y", shape_of(y), {x.rows(), features()});
  check_shape("shift", shape_of(shift), {1, features()});
  check_layer_norm_eps(eps);
  if (trace != nullptr) {
    resize(trace->mean, x.rows(), 1);
    resize(trace->reciprocal_deviation, x.rows(), 1);
  }
  for (Index token = 0; token < x.rows(); ++token) {
    const Scalar* const row = x.data() + token * features();
    const auto count = static_cast<std::size_t>(features());
    const auto [mean, variance] = moments(row, count);
    const double reciprocal = 1.0 / std::sqrt(variance + eps);
    normalize(row, count, mean, reciprocal, scale.data(), shift.data(),
              y.data() + token * features());
    if (trace == nullptr) continue;
    trace->mean[token] = mean;
    trace->reciprocal_deviation[token] = reciprocal;
  }
}

template <class Scalar>
void LayerNormOf<Scalar>::backward(const ConstMatrixViewOf<Scalar>& x, const LayerNormTrace& trace,
                                   const ConstMatrixViewOf<Scalar>& grad_y, LayerNormOf& grads,
                                   MatrixViewOf<Scalar> grad_x) const {
  check_shape("x", shape_of(x), {trace.mean.size(), features()});
  check_shape("grad_y", shape_of(grad_y), {x.rows(), features()});
  check_shape("grad_x", shape_of(grad_x), {x.rows(), features()});
  check_shape("reciprocal_deviation", {trace.reciprocal_deviation.size()}, {x.rows()});
  check_shape("grad_scale", {grads.scale.size()}, {features()});
  check_shape("grad_shift", {grads.shift.size()}, {features()});
  for (Index token = 0; token < x.rows(); ++token) {
    const Index first = token * features();
    normalize_backward({x.data() + first, static_cast<std::size_t>(features()), trace.mean[token],
                        trace.reciprocal_deviation[token]},
                       scale.data(), grad_y.data() + first,
                       {grads.scale.data(), grads.shift.data(), grad_x.data() + first});
  }
}

template struct LayerNormOf<float>;
template struct LayerNormOf<double>;

}  // namespace ffn
