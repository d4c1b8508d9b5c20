#include "ffn/kernels/strips.h"

#include <doctest/doctest.h>

#include <limits>

#include "ffn/kernels/pack_and_multiply.h"
#include "kernels/drawn.h"

using namespace ffn;
using ffn::test::drawn;
using ffn::test::same_bits;

namespace {

// The same product in tiles, with A^T in memory.
void multiply_in_tiles(const Matrix& a, const Matrix& b, bool accumulate, Matrix& c) {
  const Matrix transposed = a.transpose();
  pack_and_multiply({transposed.data(), transposed.cols(), c.rows(), a.rows(), c.cols(), nullptr,
                     accumulate, c.data(), c.cols()},
                    {b.data(), b.cols(), false});
}

}  // namespace

TEST_CASE("strips: same bits as tiles at all edges of strips, panels and packed groups") {
  const Index width = tile_set().columns;
  const Index group = 64 * 1024 / (kLongestSum * width) * width;  // packed together, at full depth
  for (const Index depth : {Index{1}, Index{8}, kLongestSum}) {
    for (const Index rows : {Index{1}, kTileRows, kTileRows + 1, 3 * kTileRows - 1}) {
      for (const Index columns : {Index{1}, width - 1, width, 2 * width + 3, group + width + 1}) {
        CAPTURE(depth);
        CAPTURE(rows);
        CAPTURE(columns);
        const Matrix a = drawn(depth, rows, 1);
        const Matrix b = drawn(depth, columns, 2);
        for (const bool accumulate : {false, true}) {
          Matrix c = drawn(rows, columns, 3);
          Matrix expected = c;
          multiply_in_strips({a.data(), rows, b.data(), columns, depth, accumulate}, view(c));
          multiply_in_tiles(a, b, accumulate, expected);
          CHECK(same_bits(c, expected));
        }
      }
    }
  }
}

TEST_CASE("strips: what was in C does not matter unless it is added to") {
  const Matrix a = drawn(4, 9, 1);
  const Matrix b = drawn(4, 37, 2);
  Matrix expected = Matrix::Zero(9, 37);
  multiply_in_strips({a.data(), 9, b.data(), 37, 4, true}, view(expected));
  Matrix c = Matrix::Constant(9, 37, std::numeric_limits<float>::quiet_NaN());
  multiply_in_strips({a.data(), 9, b.data(), 37, 4, false}, view(c));
  CHECK(same_bits(c, expected));
}
