#include "ffn/nn/dropout.h"

#include "ffn/core/check.h"

namespace ffn {

void check_dropout_probability(double p) {
  check(p >= 0.0 && p <= 1.0, "dropout", p, "a probability from 0 to 1");
}

template <class Scalar>
void fill_dropout_mask(RandomState& rng, double p, MatrixViewOf<Scalar> mask) {
  check_dropout_probability(p);
  const auto kept_value = static_cast<Scalar>(1.0 / (1.0 - p));
  for (Index i = 0; i < mask.size(); ++i)
    mask.data()[i] = rng.random_sample() < p ? Scalar(0) : kept_value;
}

template <class Scalar>
void apply_dropout_mask(const ConstMatrixViewOf<Scalar>& in, const ConstMatrixViewOf<Scalar>& mask,
                        MatrixViewOf<Scalar> out) {
  for (Index i = 0; i < in.size(); ++i)
    out.data()[i] = mask.data()[i] == Scalar(0) ? Scalar(0) : in.data()[i] * mask.data()[i];
}

template void fill_dropout_mask<float>(RandomState&, double, MatrixView);
template void fill_dropout_mask<double>(RandomState&, double, MatrixViewOf<double>);
template void apply_dropout_mask<float>(const ConstMatrixView&, const ConstMatrixView&, MatrixView);
template void apply_dropout_mask<double>(const ConstMatrixViewOf<double>&,
                                         const ConstMatrixViewOf<double>&, MatrixViewOf<double>);

}  // namespace ffn
