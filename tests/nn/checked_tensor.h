#pragma once
// Helpers to pass Eigen objects to check_gradients.

#include "ffn/train/gradient_check.h"

namespace ffn::test {

template <class M>
CheckedTensor checked(const char* name, M& values, const M& gradient) {
  return {name,
          {values.data(), static_cast<std::size_t>(values.size())},
          {gradient.data(), static_cast<std::size_t>(gradient.size())}};
}

/// Returns standard normal numbers times `scale`.
template <class Scalar>
MatrixOf<Scalar> random_matrix(RandomState& rng, Index rows, Index cols, double scale = 1.0) {
  MatrixOf<Scalar> m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = static_cast<Scalar>(scale * rng.randn());
  return m;
}

template <class Scalar>
LinearOf<Scalar> random_linear(RandomState& rng, Index out, Index in, bool bias,
                               double scale = 0.5) {
  MatrixOf<Scalar> weight = random_matrix<Scalar>(rng, out, in, scale);
  return {weight, random_matrix<Scalar>(rng, 1, bias ? out : 0, scale)};
}

}  // namespace ffn::test
