#include "ffn/kernels/product.h"

#include <doctest/doctest.h>

#include "ffn/kernels/backend.h"
#include "golden.h"
#include "kernels/drawn.h"

using namespace ffn;
using ffn::test::drawn;

namespace {

// Checks |error| <= (K + 2) 2^-24 sum |a b|, the classical bound of a float32 sum of K products,
// against float64.
void check_within_bound(const Matrix& c, const MatrixOf<double>& exact,
                        const MatrixOf<double>& magnitude, Index depth) {
  const double factor = static_cast<double>(depth + 2) / 16777216.0;
  for (Index i = 0; i < c.size(); ++i)
    CHECK(std::abs(c.data()[i] - exact.data()[i]) <= factor * magnitude.data()[i]);
}

}  // namespace

TEST_CASE("product: both products agree with float64 at all edges") {
  for (const Index m : {0, 1, 3}) {
    for (const Index k : {1, 3, 4, 5, 9}) {
      for (const Index n : {1, 3, 4, 5, 8, 13}) {
        CAPTURE(m);
        CAPTURE(k);
        CAPTURE(n);
        const Matrix a = drawn(m, k, 1);
        const Matrix at = a.transpose();
        const Matrix b = drawn(k, n, 2);
        const MatrixOf<double> exact = a.cast<double>() * b.cast<double>();
        const MatrixOf<double> magnitude =
            a.cast<double>().cwiseAbs() * b.cast<double>().cwiseAbs();
        Matrix c = Matrix::Constant(m, n, 77.0F);
        product(view(a), view(b), view(c));
        check_within_bound(c, exact, magnitude, k);
        product_reference<float>(view(a), view(b), view(c));
        check_within_bound(c, exact, magnitude, k);
        c.setOnes();
        transposed_product(view(at), view(b), Write::kAdd, view(c));
        check_within_bound(c, exact.array() + 1.0, magnitude.array() + 1.0, k);
        c.setOnes();
        transposed_product_reference<float>(view(at), view(b), Write::kAdd, view(c));
        check_within_bound(c, exact.array() + 1.0, magnitude.array() + 1.0, k);
      }
    }
  }
}

TEST_CASE("product: both products agree with float64 across blocks") {
  struct Size {
    Index m;
    Index k;
    Index n;
  };
  for (const auto& [m, k, n] :
       {Size{2, 255, 256}, Size{2, 256, 257}, Size{1, 257, 255}, Size{3, 517, 520}}) {
    const Matrix a = drawn(m, k, 1);
    const Matrix at = a.transpose();
    const Matrix b = drawn(k, n, 2);
    const MatrixOf<double> exact = a.cast<double>() * b.cast<double>();
    const MatrixOf<double> magnitude = a.cast<double>().cwiseAbs() * b.cast<double>().cwiseAbs();
    Matrix c(m, n);
    product(view(a), view(b), view(c));
    check_within_bound(c, exact, magnitude, 260);  // blocked summation: fewer roundings than terms
    c.setZero();
    transposed_product(view(at), view(b), Write::kAdd, view(c));
    check_within_bound(c, exact, magnitude, 260);
  }
}

#if defined(FFN_SAME_BITS)
TEST_CASE("product: the native and simd builds give the same bits" *
          doctest::test_suite("same_bits")) {
  const Matrix a = drawn(5, 21, 3);
  const Matrix b = drawn(21, 19, 4);
  Matrix c(5, 19);
  product(view(a), view(b), view(c));
  CHECK(test::bits_of(c) == 3650100087724217952ULL);
}
#endif

TEST_CASE("product: rows of a transposed product have the bits of the whole product") {
  for (const Index depth : {Index{0}, Index{5}, Index{129}, Index{400}}) {
    CAPTURE(depth);
    const Matrix a = drawn(depth, 23, 1);
    const Matrix b = drawn(depth, 19, 2);
    for (const Backend each : {Backend::kTiles, Backend::kEigen}) {
      set_backend(each);
      Matrix whole = Matrix::Constant(23, 19, 77.0F);
      transposed_product(view(a), view(b), Write::kReplace, view(whole));
      Matrix added = Matrix::Zero(23, 19);
      transposed_product(view(a), view(b), Write::kAdd, view(added));
      CHECK(whole == added);
      for (const Index first : {Index{0}, Index{7}}) {
        Matrix rows = Matrix::Constant(16, 19, 77.0F);
        transposed_product(view(a), view(b), Write::kReplace, view(rows), first);
        CHECK(rows == whole.middleRows(first, 16));
      }
    }
    set_backend(Backend::kTiles);
  }
}

TEST_CASE("product: with depth 0 the product is zero and accumulation adds nothing") {
  const Matrix none(0, 3);
  Matrix c = Matrix::Constant(3, 3, 2.0F);
  transposed_product(view(none), view(none), Write::kAdd, view(c));
  CHECK((c.array() == 2.0F).all());
  const Matrix narrow(2, 0);
  const Matrix flat(0, 3);
  Matrix zero = Matrix::Constant(2, 3, 2.0F);
  product(view(narrow), view(flat), view(zero));
  CHECK((zero.array() == 0.0F).all());
}
