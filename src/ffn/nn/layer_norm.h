#pragma once
// Layer normalization over the features of each token (Ba et al. 2016, arXiv 1607.06450):
//
//   y = (x - mean) / sqrt(variance + eps) * scale + shift
//
// The variance is biased: divided by the number of features.
// Mean and variance are computed in double in two passes, not as E[x^2] - E[x]^2. A large common
// offset, such as 40000 to 40003, therefore causes no loss of precision, and rows of 1e30 do not
// overflow.

#include <cstdint>

#include "ffn/core/matrix.h"

namespace ffn {

/// The default eps of PyTorch and GPT-2.
inline constexpr double kLayerNormEps = 1e-5;

/// Throws ArgumentError unless eps is 0 or more and finite.
void check_layer_norm_eps(double eps);

/// The statistics that the backward pass needs besides x.
struct LayerNormTrace {
  ColumnVectorOf<double> mean;                  // (tokens)
  ColumnVectorOf<double> reciprocal_deviation;  // (tokens), 1 / sqrt(variance + eps)
};

/// The parameters of a layer, or their gradients.
template <class Scalar>
struct LayerNormOf {
  using Trace = LayerNormTrace;

  RowVectorOf<Scalar> scale;  // (features)
  RowVectorOf<Scalar> shift;  // (features)
  double eps = kLayerNormEps;

  Index features() const { return scale.size(); }
  std::int64_t parameter_count() const { return std::int64_t{scale.size()} + shift.size(); }

  /// Visits the parameters by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& layer, Visitor&& visitor) {
    visitor.tensor("scale", layer.scale);
    visitor.tensor("shift", layer.shift);
  }

  /// Computes y from x, both (tokens, features); `trace` may be nullptr. Throws ArgumentError for
  /// other shapes.
  void forward(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> y,
               LayerNormTrace* trace) const;

  /// Adds the gradients of scale and shift to `grads` and writes the gradient of x to grad_x.
  /// Throws ArgumentError for shapes that do not match.
  void backward(const ConstMatrixViewOf<Scalar>& x, const LayerNormTrace& trace,
                const ConstMatrixViewOf<Scalar>& grad_y, LayerNormOf& grads,
                MatrixViewOf<Scalar> grad_x) const;
};

using LayerNorm = LayerNormOf<float>;

/// Returns a layer with scale 1 and shift 0, the initial values of training.
template <class Scalar>
LayerNormOf<Scalar> make_layer_norm(Index features, double eps = kLayerNormEps) {
  return {RowVectorOf<Scalar>::Ones(features), RowVectorOf<Scalar>::Zero(features), eps};
}

/// Returns zeros of the same shapes, the initial value of accumulated gradients.
template <class Scalar>
LayerNormOf<Scalar> zeros_like(const LayerNormOf<Scalar>& layer) {
  return {RowVectorOf<Scalar>::Zero(layer.features()), RowVectorOf<Scalar>::Zero(layer.features()),
          layer.eps};
}

}  // namespace ffn
