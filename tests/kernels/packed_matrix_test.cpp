#include "ffn/kernels/packed_matrix.h"

#include <doctest/doctest.h>

#include "ffn/core/random.h"
#include "ffn/kernels/tile.h"

using namespace ffn;

namespace {

Matrix numbered(Index rows, Index columns) {
  Matrix matrix(rows, columns);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<float>(i + 1);
  return matrix;
}

}  // namespace

TEST_CASE(
    "packed_matrix: every weight is at its position and the last panel is padded with zeros") {
  const Index width = tile_set().columns;
  for (const Index columns :
       {Index{1}, Index{3}, Index{4}, Index{7}, width - 1, width, width + 1, 2 * width + 5}) {
    for (const Index depth : {1, 2, 3, 4, 5, 8, 9, 17}) {
      CAPTURE(columns);
      CAPTURE(depth);
      const Matrix weight = numbered(columns, depth);
      const PackedMatrix packed(view(weight));
      CHECK(packed.depth() == depth);
      CHECK(packed.columns() == columns);
      for (Index column = 0; column < (columns + width - 1) / width * width; ++column) {
        for (Index k = 0; k < depth; ++k) {
          const float expected = column < columns ? weight(column, k) : 0.0F;
          CHECK(packed.slice(column / width, k)[column % width] == expected);
        }
      }
    }
  }
}

TEST_CASE("packed_matrix: rows of a wider matrix are packed into one panel") {
  const Index width = tile_set().columns;
  const Matrix rows = numbered(5, width + 9);
  for (const Index count : {Index{1}, Index{5}, width}) {
    Matrix panel = Matrix::Constant(4, width, -1.0F);
    pack_rows({rows.data() + 2, rows.cols(), count}, 4, width, panel.data());
    for (Index k = 0; k < 4; ++k) {
      for (Index column = 0; column < width; ++column)
        CHECK(panel(k, column) == (column < count ? rows(k, column + 2) : 0.0F));
    }
  }
}

TEST_CASE("packed_matrix: an empty weight has no panels") {
  const PackedMatrix packed{view(Matrix(0, 0))};
  CHECK(packed.columns() == 0);
  CHECK(packed.depth() == 0);
}
