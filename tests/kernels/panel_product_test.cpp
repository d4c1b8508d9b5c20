#include "ffn/kernels/panel_product.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "ffn/core/random.h"
#include "ffn/kernels/affine.h"
#include "ffn/kernels/product.h"

using namespace ffn;

namespace {

Matrix drawn(Index rows, Index columns) {
  Matrix matrix(rows, columns);
  RandomState rng(static_cast<std::uint32_t>(rows * 1009 + columns));
  fill_randn(rng, 1.0, view(matrix));
  return matrix;
}

// Checks |error| <= (K + 2) 2^-24 sum |a b|.
void check_product(const Matrix& a, const Matrix& b, const Matrix& c) {
  const MatrixOf<double> exact = a.cast<double>() * b.cast<double>();
  const MatrixOf<double> bound = a.cast<double>().cwiseAbs() * b.cast<double>().cwiseAbs() *
                                 (static_cast<double>(a.cols() + 2) * 0x1p-24);
  CHECK(((c.cast<double>() - exact).cwiseAbs().array() <= bound.array()).all());
}

}  // namespace

TEST_CASE("panel_product: balanced parts differ by at most one and cover everything") {
  for (Index count = 1; count < 40; ++count) {
    for (Index parts = 1; parts <= count; ++parts) {
      CHECK(part_begin(count, parts, 0) == 0);
      CHECK(part_begin(count, parts, parts) == count);
      for (Index i = 0; i < parts; ++i) {
        const Index size = part_begin(count, parts, i + 1) - part_begin(count, parts, i);
        CHECK(size >= count / parts);
        CHECK(size <= count / parts + 1);
      }
    }
  }
  CHECK(ceil_divide(0, 6) == 0);
  CHECK(ceil_divide(6, 6) == 1);
  CHECK(ceil_divide(7, 6) == 2);
}

TEST_CASE("panel_product: correct at all edges of tiles, panels and blocks of rows and depth") {
  const Index width = tile_set().columns;
  for (const Index rows :
       {Index{1}, Index{3}, Index{4}, Index{7}, Index{49}, kRowBlock - 1, kRowBlock + 1}) {
    for (const Index columns : {Index{1}, width - 1, width, 3 * width, 4 * width, 4 * width + 1}) {
      for (const Index depth :
           {Index{1}, kSumBlock + 1, kLongestSum, kLongestSum + 1, kDepthBlock, kDepthBlock + 1}) {
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(depth);
        const Matrix a = drawn(rows, depth), b = drawn(depth, columns);
        Matrix c = Matrix::Constant(rows, columns, std::numeric_limits<float>::quiet_NaN());
        product(view(a), view(b), view(c));
        check_product(a, b, c);
      }
    }
  }
}

TEST_CASE("panel_product: wide and tall tiles together cover every number of rows") {
  for (Index rows = 1; rows <= (kStreamingTiles + 1) * kTileRows + 1;
       ++rows) {  // beyond those with streaming or wide tiles
    for (const Index depth :
         {Index{1}, kDepthBlock + 1, 2 * kDepthBlock - 1, kLongDepthBlock + kDepthBlock + 1}) {
      const Matrix x = drawn(rows, depth), weight = drawn(3 * tile_set().columns, depth);
      CAPTURE(rows);
      CAPTURE(depth);
      Matrix packed(rows, weight.rows()), direct(rows, weight.rows());
      affine(view(x), PackedMatrix(view(weight)), nullptr, view(packed));
      affine(view(x), view(weight), nullptr, view(direct));
      CHECK(packed == direct);
      check_product(x, weight.transpose(), packed);
    }
  }
}

TEST_CASE("panel_product: with wide tiles alone the results have the same bits") {
  const bool initial = only_wide_tiles();
  CHECK(initial == kChoosesWideTiles);
  for (const Index rows : {Index{2}, Index{5}, Index{16}, Index{29}, kRowBlock + 1}) {
    const Matrix x = drawn(rows, kDepthBlock + 100),
                 weight = drawn(7 * tile_set().columns + 1, x.cols());
    const PackedMatrix packed(view(weight));
    Matrix mixed(rows, weight.rows()), wide(rows, weight.rows());
    set_only_wide_tiles(false);
    CHECK_FALSE(only_wide_tiles());
    affine(view(x), packed, nullptr, view(mixed));
    set_only_wide_tiles(true);
    CHECK(only_wide_tiles() == kChoosesWideTiles);
    affine(view(x), packed, nullptr, view(wide));
    CAPTURE(rows);
    CHECK(mixed == wide);
    check_product(x, weight.transpose(), mixed);
  }
  set_only_wide_tiles(initial);
}

TEST_CASE(
    "panel_product: after the wide tiles, tiles of all rows and at most one of a row less are "
    "left") {
  const bool initial = only_wide_tiles();
  set_only_wide_tiles(false);
  for (Index rows = 1; rows <= kRowBlock; ++rows) {
    const Index wide = panel_product_detail::rows_of_wide_tiles(rows);
    CAPTURE(rows);
    REQUIRE(wide >= 1);
    REQUIRE(wide <= rows);
    CHECK((wide == rows || (rows - wide) % kTallRows == 0 ||
           (rows - wide) % kTallRows == kTallRows - 1));
    CHECK(wide <= kTallRows);
  }
  set_only_wide_tiles(initial);
}

TEST_CASE("panel_product: tiles prefetch the next slice, in order, and nothing beyond it") {
  using panel_product_detail::Prefetch;
  const std::vector<float> panel(kLongDepthBlock * kMaxColumns);
  const PanelSlice none{panel.data(), 0};
  for (const Index rows : {Index{1}, kSumBlock, kDepthBlock, kLongDepthBlock}) {
    for (Index tiles = 1; tiles <= kRowBlock / kTileRows; ++tiles) {
      CAPTURE(rows);
      CAPTURE(tiles);
      TileOperands operands{};
      operands.depth = kDepthBlock;
      const Prefetch prefetch({panel.data(), 0, panel.data(), 1, rows}, 0, tile_set().columns,
                              tiles, operands);
      if (tiles < kPrefetchingTiles) {
        CHECK(operands.prefetch_lines == 0);
        continue;
      }
      const char* const begin = reinterpret_cast<const char*>(panel.data());
      const char* const end = begin + rows * tile_set().columns * Index{sizeof(float)};
      const Index line_of_each_sum = sum_count(operands.depth) * kCacheLine;
      const char* prefetched = begin;
      for (Index tile = 0; tile < tiles; ++tile, prefetch.advance(operands)) {
        if (operands.prefetch_lines == 0) continue;
        CHECK(operands.prefetch <= prefetched);
        prefetched = operands.prefetch + operands.prefetch_lines * line_of_each_sum;
        CHECK(prefetched <= end);
      }
      CHECK(end - prefetched < line_of_each_sum);
      TileOperands last{};
      last.depth = kDepthBlock;
      const Prefetch nothing(none, 0, tile_set().columns, tiles, last);
      CHECK(last.prefetch_lines == 0);
    }
  }
}
