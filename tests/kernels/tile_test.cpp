#include "ffn/kernels/tile.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "golden.h"
#include "kernels/drawn.h"

using namespace ffn;
using ffn::test::drawn;

namespace {

// Depths at which a short remainder joins the last sum, and depths at which it is a separate sum.
constexpr Index kDepths[] = {2 * kSumBlock + 13, kSumBlock + kLongestSum + 1};
constexpr Index kAllColumns = kTilePanels * kMaxColumns;

// Splits B (depth, columns) into panels.
Matrix panels_of(const Matrix& b, Index columns) {
  Matrix panels(b.cols() / columns, b.rows() * columns);
  for (Index p = 0; p < panels.rows(); ++p) {
    for (Index k = 0; k < b.rows(); ++k) {
      for (Index j = 0; j < columns; ++j) panels(p, k * columns + j) = b(k, p * columns + j);
    }
  }
  return panels;
}

Matrix run(const TileSet& set, TileFunction tile, Index rows, Index panels, const Matrix& a,
           const Matrix& b, const Matrix& init, Index init_stride) {
  const Matrix packed = panels_of(b, set.columns);
  Matrix c = Matrix::Constant(rows, panels * set.columns, -9.0F);
  tile({a.data(), a.cols(), packed.data(), packed.cols(), init.data(), init_stride, c.data(),
        c.cols(), b.rows(), reinterpret_cast<const char*>(packed.data()), 1, 1});
  return c;
}

// Implements the definition in tile.h literally.
float element(const Matrix& a, const Matrix& b, float init, Index row, Index column) {
  float total = init;
  for (Index k = 0; k < b.rows();) {
    const Index left = b.rows() - k;
    const Index end = left <= kLongestSum ? b.rows() : k + kSumBlock;
    float sum = 0.0F;
    for (; k < end; ++k) sum = sum + a(row, k) * b(k, column);
    total = total + sum;
  }
  return total;
}

}  // namespace

namespace {

void check_tile(const TileSet& set, TileFunction tile, Index rows, Index panels, Index depth) {
  CAPTURE(set.name);
  CAPTURE(rows);
  CAPTURE(panels);
  CAPTURE(depth);
  const Matrix a = drawn(kTileRows, depth, 1);
  const Matrix b = drawn(depth, kAllColumns, 2);
  const Matrix init = drawn(kTileRows, kAllColumns, 3);
  for (const bool one_bias : {false, true}) {
    const Matrix c = run(set, tile, rows, panels, a, b, init, one_bias ? 0 : init.cols());
    for (Index r = 0; r < rows; ++r) {
      for (Index j = 0; j < c.cols(); ++j) {
        const float expected = element(a, b, init(one_bias ? 0 : r, j), r, j);
#if defined(FFN_SAME_BITS)
        CHECK(std::memcmp(&c(r, j), &expected, sizeof expected) == 0);
#else
        CHECK(std::abs(c(r, j) - expected) <= 1e-4F);  // a product and its addition may round once
#endif
      }
    }
  }
}

}  // namespace

TEST_CASE("tile: all shapes of all sets of this machine sum in the defined order") {
  for (const TileSet* set : tile_sets()) {
    for (Index rows = 1; rows <= kTileRows; ++rows) {
      for (const Index depth : kDepths) {
        if (kPrefetchInstruction) check_tile(*set, set->streaming[rows - 1], rows, 1, depth);
        for (Index panels = 1; panels <= kTilePanels; ++panels) {
          const TileFunction tile = set->tile[rows - 1][panels - 1];
          if (tile != nullptr) check_tile(*set, tile, rows, panels, depth);
        }
      }
    }
  }
}

#if !defined(FFN_SAME_BITS) && defined(__OPTIMIZE__)
TEST_CASE("tile: wide vectors round a product and its addition once") {
  constexpr float kEpsilon = 1.0F / 4096.0F;
  Matrix a = Matrix::Zero(kTileRows, 2);
  Matrix b = Matrix::Zero(2, kAllColumns);
  a.col(0).setConstant(-1.0F);
  a.col(1).setConstant(1.0F + kEpsilon);
  b.row(0).setConstant(1.0F + 2.0F * kEpsilon);
  b.row(1).setConstant(1.0F + kEpsilon);
  const Matrix zero = Matrix::Zero(1, kAllColumns);
  for (const TileSet* set : tile_sets()) {
    if (set->columns == 8) continue;  // compiled for processors without such an instruction
    CAPTURE(set->name);
    const Matrix c = run(*set, set->tile[0][0], 1, 1, a, b, zero, 0);
    CHECK((c.array() == kEpsilon * kEpsilon).all());
  }
}
#endif

TEST_CASE("tile: sum_count is the number of partial sums") {
  CHECK(sum_count(1) == 1);
  CHECK(sum_count(kLongestSum) == 1);
  CHECK(sum_count(kLongestSum + 1) == 2);
  CHECK(sum_count(kLongestSum + kSumBlock) == 2);
  CHECK(sum_count(kLongestSum + kSumBlock + 1) == 3);
}

TEST_CASE("tile: FFN_TILES limits the number of lanes") {
  const char* const most = std::getenv("FFN_TILES");
  if (most != nullptr) CHECK(tile_set().columns <= 2 * std::max(4, std::atoi(most)));
}

TEST_CASE("tile: every number of rows has a tile of one panel and the widest set is last") {
  CHECK(tile_sets().back() == &tile_set());
  Index columns = 0;
  for (const TileSet* set : tile_sets()) {
    CHECK(set->columns > columns);
    CHECK(set->columns <= kMaxColumns);
    columns = set->columns;
    for (const auto& shapes : set->tile) CHECK(static_cast<bool>(shapes[0]));
  }
}
