#include "ffn/kernels/pack_and_multiply.h"

#include <doctest/doctest.h>

#include <limits>

#include "ffn/kernels/affine.h"
#include "golden.h"
#include "kernels/drawn.h"

using namespace ffn;
using ffn::test::drawn;
using ffn::test::same_bits;

namespace {

Matrix run(const Matrix& a, const UnpackedOperand& b, Index columns, const float* bias) {
  Matrix c = Matrix::Constant(a.rows(), columns, std::numeric_limits<float>::quiet_NaN());
  pack_and_multiply(
      {a.data(), a.cols(), a.rows(), a.cols(), columns, bias, false, c.data(), c.cols()}, b);
  return c;
}

}  // namespace

TEST_CASE(
    "pack_and_multiply: same bits as a product with packed panels at all edges of groups and "
    "blocks") {
  const Index width = tile_set().columns;
  const Index group = kPanelGroup * width;
  for (const Index rows : {Index{1}, Index{7}, kRowBlockElements / kDepthBlock + 1}) {
    for (const Index columns : {width - 1, group, group + 1, 2 * group + width}) {
      for (const Index depth : {Index{1}, kLongestSum, kLongestSum + 1, kDepthBlock + 5}) {
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(depth);
        const Matrix a = drawn(rows, depth, 1);
        const Matrix weight = drawn(columns, depth, 2);
        const Matrix bias = drawn(1, columns, 3);
        const Matrix b = weight.transpose();
        Matrix packed(rows, columns);
        affine(view(a), PackedMatrix(view(weight)), bias.data(), view(packed));
        CHECK(same_bits(run(a, {weight.data(), depth, true}, columns, bias.data()), packed));
        CHECK(same_bits(run(a, {b.data(), columns, false}, columns, bias.data()), packed));
      }
    }
  }
}

TEST_CASE("pack_and_multiply: few rows with a large B stored by rows, in wide parts, same bits") {
  for (const Index depth : {4 * kDepthBlock, kDepthBlock + kLongestSum, kDepthBlock + 220}) {
    const Index columns = kLargeOperandElements / depth + 9;
    CAPTURE(depth);
    const Matrix weight = drawn(columns, depth, 2);
    const Matrix b = weight.transpose();
    for (const Index rows : {Index{1}, Index{8}, kFewRows}) {
      CAPTURE(rows);
      const Matrix a = drawn(rows, depth, 1);
      Matrix packed(rows, columns);
      affine(view(a), PackedMatrix(view(weight)), nullptr, view(packed));
      CHECK(same_bits(run(a, {b.data(), columns, false}, columns, nullptr), packed));
    }
  }
}

TEST_CASE("pack_and_multiply: accumulates and leaves C unchanged with depth 0") {
  const Matrix a = drawn(5, 40, 1);
  const Matrix b = drawn(40, 21, 2);
  Matrix c = drawn(5, 21, 3);
  const Matrix before = c;
  const auto operands = [&](Index rows, Index depth) {
    return ProductOperands{a.data(), a.cols(), rows,     depth,   c.cols(),
                           nullptr,  true,     c.data(), c.cols()};
  };
  pack_and_multiply(operands(5, 0), {b.data(), b.cols(), false});
  pack_and_multiply(operands(0, 40), {b.data(), b.cols(), false});
  CHECK(c == before);
  pack_and_multiply(operands(5, 40), {b.data(), b.cols(), false});
  const MatrixOf<double> expected = before.cast<double>() + a.cast<double>() * b.cast<double>();
  CHECK((c.cast<double>() - expected).cwiseAbs().maxCoeff() < 1e-5);
}
