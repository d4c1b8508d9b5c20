#include "ffn/kernels/affine.h"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <utility>

#include "ffn/core/random.h"
#include "golden.h"

using namespace ffn;

namespace {

struct Case {
  Matrix x;
  Matrix weight;
  Matrix bias;

  Case(Index tokens, Index in, Index out) : x(tokens, in), weight(out, in), bias(1, out) {
    RandomState rng(static_cast<std::uint32_t>(tokens * 10007 + in * 101 + out));
    for (Matrix* part : {&x, &weight, &bias}) fill_randn(rng, 1.0, view(*part));
  }

  Matrix run(bool with_bias = true) const {
    Matrix y = Matrix::Constant(x.rows(), weight.rows(), std::numeric_limits<float>::quiet_NaN());
    affine(view(x), view(weight), with_bias ? bias.data() : nullptr, view(y));
    return y;
  }
};

// Checks |error| <= (K + 2) 2^-24 sum |x w|, the classical bound of a float32 dot product, against
// float64.
void check_within_bound(const Case& c, const Matrix& y, bool with_bias) {
  const MatrixOf<double> x = c.x.cast<double>();
  const MatrixOf<double> weight = c.weight.cast<double>();
  MatrixOf<double> exact = x * weight.transpose();
  MatrixOf<double> magnitude = x.cwiseAbs() * weight.cwiseAbs().transpose();
  if (with_bias) {
    exact.rowwise() += c.bias.cast<double>().row(0);
    magnitude.rowwise() += c.bias.cast<double>().cwiseAbs().row(0);
  }
  const double factor = static_cast<double>(c.x.cols() + 2) / 16777216.0;
  for (Index i = 0; i < y.size(); ++i)
    CHECK(std::abs(y.data()[i] - exact.data()[i]) <= factor * magnitude.data()[i]);
}

}  // namespace

TEST_CASE("affine: agrees with float64 and with the Eigen reference on every tile edge") {
  for (const Index tokens : {0, 1, 2, 3, 5}) {
    for (const Index in : {1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 255, 256, 257, 260, 512, 517}) {
      for (const Index out : {1, 2, 3, 4, 5, 7, 8, 9}) {
        CAPTURE(tokens);
        CAPTURE(in);
        CAPTURE(out);
        const Case c(tokens, in, out);
        for (const bool with_bias : {false, true}) {
          check_within_bound(c, c.run(with_bias), with_bias);
          Matrix reference(tokens, out);
          affine_reference<float>(view(c.x), view(c.weight), with_bias ? c.bias.data() : nullptr,
                                  view(reference));
          check_within_bound(c, reference, with_bias);
        }
      }
    }
  }
}

TEST_CASE("affine: with depth 0 the result is the bias or zeros") {
  const Case none(3, 0, 5);
  const Matrix expected = none.bias.replicate(3, 1);
  CHECK(none.run() == expected);
  CHECK(none.run(false) == Matrix::Zero(3, 5));
  Matrix packed = Matrix::Constant(3, 5, 7.0F);
  affine(view(none.x), PackedMatrix(view(none.weight)), none.bias.data(), view(packed));
  CHECK(packed == expected);
}

TEST_CASE("affine: the number of tokens times the number of blocks may exceed 32 bits") {
  for (const Index tokens : {120000, 700000}) {
    Matrix x(tokens, 1);
    for (Index token = 0; token < tokens; ++token) x(token, 0) = static_cast<float>(token);
    const Matrix weight = Matrix::Constant(2, 1, 2.0F);
    Matrix y(tokens, 2);
    affine(view(std::as_const(x)), view(weight), nullptr, view(y));
    CHECK(y.col(1) == 2.0F * x.col(0));
    y.setZero();
    affine(view(std::as_const(x)), PackedMatrix(view(weight)), nullptr, view(y));
    CHECK(y.col(0) == 2.0F * x.col(0));
  }
}

TEST_CASE("affine: a token alone has the same bits as in a batch") {
  const Case batch(7, 33, 10);
  const Matrix together = batch.run();
  for (Index token = 0; token < 7; ++token) {
    Case alone = batch;
    alone.x = batch.x.row(token);
    const Matrix y = alone.run();
    CHECK(std::memcmp(y.data(), together.row(token).data(), sizeof(float) * 10) == 0);
  }
}

TEST_CASE("affine: NaN and infinity stay in their own row and column") {
  Case c(3, 6, 5);
  c.x(1, 2) = std::numeric_limits<float>::quiet_NaN();
  const Matrix y = c.run();
  CHECK(y.row(1).array().isNaN().all());
  CHECK(y.row(0).array().isFinite().all());
  CHECK(y.row(2).array().isFinite().all());
}

#if defined(FFN_SAME_BITS)
TEST_CASE("affine: the native and simd builds give the same bits" *
          doctest::test_suite("same_bits")) {
  CHECK(test::bits_of(Case(5, 131, 23).run()) == 10793737934164576620ULL);
}
#endif
