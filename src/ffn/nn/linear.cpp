#include "ffn/nn/linear.h"

#include <cmath>
#include <string>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"

namespace ffn {

namespace {

constexpr double kGpt2StandardDeviation = 0.02;

void fill_weight(MatrixView weight, Initialization init, RandomState& rng) {
  const auto in = static_cast<double>(weight.cols());
  const auto out = static_cast<double>(weight.rows());
  const auto uniform = [&](double bound) { fill_uniform(rng, -bound, bound, weight); };
  switch (init) {
    case Initialization::kPytorch: return uniform(1.0 / std::sqrt(in));
    case Initialization::kXavierUniform: return uniform(std::sqrt(6.0 / (in + out)));
    case Initialization::kXavierNormal: return fill_randn(rng, std::sqrt(2.0 / (in + out)), weight);
    case Initialization::kKaimingUniform: return uniform(std::sqrt(6.0 / in));
    case Initialization::kKaimingNormal: return fill_randn(rng, std::sqrt(2.0 / in), weight);
    case Initialization::kLecunNormal: return fill_randn(rng, std::sqrt(1.0 / in), weight);
    case Initialization::kGpt2: return fill_randn(rng, kGpt2StandardDeviation, weight);
    case Initialization::kZeros: weight.setZero();
  }
}

}  // namespace

template <class Scalar>
void LinearOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y) const {
  check_shape("x", shape_of(x), {x.rows(), in_features()});
  check_shape("y", shape_of(y), {x.rows(), out_features()});
  affine(x, view(weight), bias.size() == 0 ? nullptr : bias.data(), y);
}

template <class Scalar>
void LinearOf<Scalar>::backward_parameters(const ConstMatrixViewOf<Scalar>& x,
                                           const ConstMatrixViewOf<Scalar>& grad_y, LinearOf& grads,
                                           Write write) const {
  check_shape("x", shape_of(x), {x.rows(), in_features()});
  check_shape("grad_y", shape_of(grad_y), {x.rows(), out_features()});
  check_shape("grad_weight", shape_of(grads.weight), {out_features(), in_features()});
  check_shape("grad_bias", shape_of(grads.bias), {1, bias.size()});
  transposed_product(grad_y, x, write, view(grads.weight));
  backward_bias(grad_y, write, {grads.bias.data(), 1, grads.bias.size()});
}

// Sums row by row, so that the summation order is the same in every build.
template <class Scalar>
void LinearOf<Scalar>::backward_bias(const ConstMatrixViewOf<Scalar>& grad_y, Write write,
                                     MatrixViewOf<Scalar> grad_bias) const {
  check_shape("grad_bias", shape_of(grad_bias), {1, bias.size()});
  if (write == Write::kReplace) grad_bias.setZero();
  for (Index token = 0; bias.size() > 0 && token < grad_y.rows(); ++token)
    grad_bias += grad_y.row(token);
}

template <class Scalar>
void LinearOf<Scalar>::backward_input(const ConstMatrixViewOf<Scalar>& grad_y,
                                      MatrixViewOf<Scalar> grad_x) const {
  check_shape("grad_y", shape_of(grad_y), {grad_y.rows(), out_features()});
  check_shape("grad_x", shape_of(grad_x), {grad_y.rows(), in_features()});
  product(grad_y, view(weight), grad_x);
}

template struct LinearOf<float>;
template struct LinearOf<double>;

Linear make_linear(Index in_features, Index out_features, Initialization init, RandomState& rng,
                   bool bias) {
  check(in_features >= 1, "in_features", in_features, "1 or more");
  check(out_features >= 1, "out_features", out_features, "1 or more");
  element_count("weight", Shape{out_features, in_features});
  Linear layer{Matrix(out_features, in_features), RowVector::Zero(bias ? out_features : 0)};
  fill_weight(view(layer.weight), init, rng);
  if (bias && init == Initialization::kPytorch) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(in_features));
    fill_uniform(rng, -bound, bound, MatrixView(layer.bias.data(), 1, out_features));
  }
  return layer;
}

}  // namespace ffn
