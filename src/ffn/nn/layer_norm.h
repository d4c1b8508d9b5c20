#pragma once
// Layer normalisation over the features of each token (Ba et al. 2016, arXiv 1607.06450):
//
//   y = (x - mean) / sqrt(variance + eps) * scale + shift,   variance biased (divided by the number of features)
//
// Mean and variance are taken in double in two passes, never as E[x^2] - E[x]^2, so a large common offset cancels exactly
// (40000..40003 in float32 is no special case) and rows of 1e30 do not overflow.

#include <cstdint>

#include "ffn/core/matrix.h"

namespace ffn {

/// PyTorch's and GPT-2's default.
inline constexpr double kLayerNormEps = 1e-5;

/// Throws ArgumentError unless eps is 0 or more and finite.
void check_layer_norm_eps(double eps);

/// What the backward pass needs besides x.
struct LayerNormTrace {
  Eigen::VectorXd mean;                  // (tokens)
  Eigen::VectorXd reciprocal_deviation;  // (tokens), 1 / sqrt(variance + eps)
};

/// Parameters of a layer, and equally their gradients.
template <class Scalar>
struct LayerNormOf {
  RowVectorOf<Scalar> scale;  // (features)
  RowVectorOf<Scalar> shift;  // (features)
  double eps = kLayerNormEps;

  Index features() const { return scale.size(); }
  std::int64_t parameter_count() const { return std::int64_t{scale.size()} + shift.size(); }

  /// x and y (tokens, features); `trace` may be nullptr. Throws ArgumentError for other shapes.
  void forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y, LayerNormTrace* trace) const;

  /// Adds to the gradients of scale and shift and writes the input's to grad_x.
  void backward(const ConstMatrixViewOf<Scalar>& x, const LayerNormTrace& trace, const ConstMatrixViewOf<Scalar>& grad_y,
                LayerNormOf& grads, MatrixViewOf<Scalar> grad_x) const;
};

using LayerNorm = LayerNormOf<float>;

/// Scale one, shift zero: what training starts from.
template <class Scalar>
LayerNormOf<Scalar> make_layer_norm(Index features, double eps = kLayerNormEps) {
  return {RowVectorOf<Scalar>::Ones(features), RowVectorOf<Scalar>::Zero(features), eps};
}

/// Zeros of the same shapes: what gradients start from.
template <class Scalar>
LayerNormOf<Scalar> zeros_like(const LayerNormOf<Scalar>& layer) {
  return {RowVectorOf<Scalar>::Zero(layer.features()), RowVectorOf<Scalar>::Zero(layer.features()), layer.eps};
}

}  // namespace ffn
