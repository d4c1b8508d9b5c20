#include "ffn/kernels/panel_product.h"

#include <algorithm>

namespace ffn {

namespace panel_product_detail {

namespace {

constexpr float kZeros[kTilePanels * kMaxColumns] = {};

// Returns the operands of the tile of C at (row, column). The first sums are added to the bias or
// to zeros, later sums to C.
TileOperands tile_operands(const ProductOperands& at, const Block& block, const PanelSlice& slice,
                           Index row, Index column) {
  float* const c = at.c + row * at.c_stride + column;
  const bool first = block.k == 0 && !at.accumulate;
  const float* const init = !first ? c : at.bias == nullptr ? kZeros : at.bias + column;
  return {at.a + row * at.a_stride + block.k,
          at.a_stride,
          slice.data,
          slice.stride,
          init,
          first ? 0 : at.c_stride,
          c,
          at.c_stride,
          block.count};
}

// Computes a tile of the last panel, which has only `columns` columns.
void edge_tile(TileFunction tile, TileOperands operands, Index rows, Index columns) {
  EdgeBuffer buffer(operands.init, operands.init_stride, rows, columns);
  float* const c = operands.c;
  const Index c_stride = operands.c_stride;
  operands.init = operands.c = buffer.data();
  operands.init_stride = operands.c_stride = kMaxColumns;
  tile(operands);
  buffer.store(c, c_stride);
}

// Computes a tile that has `columns` columns.
void whole_or_edge_tile(const TileSet& set, TileFunction tile, const TileOperands& operands,
                        Index rows, Index columns) {
  if (columns >= set.columns) {
    tile(operands);
  } else {
    edge_tile(tile, operands, rows, columns);
  }
}

// Computes `rows` rows of one panel of a block, in tiles whose numbers of rows differ by at most
// one.
void tall_tiles(const TileSet& set, const ProductOperands& at, const Block& block,
                const PanelSlice& slice, Index panel, Index first_row, Index rows) {
  const Index column = (block.panel + panel) * set.columns;
  const Index parts = ceil_divide(rows, kTallRows);
  const bool streaming =
      kPrefetchInstruction && panel < slice.next_panels && parts <= kStreamingTiles;
  const Index tile_rows = rows / parts;  // rows of the smaller tiles
  const Index larger_tiles =
      rows - tile_rows * parts;  // number of tiles with one more row, which come first
  const PanelSlice from{slice.data + panel * slice.stride, slice.stride};
  TileOperands operands = tile_operands(at, block, from, first_row, column);
  const Prefetch prefetch(slice, panel, set.columns, parts, operands);
  for (Index i = 0; i < parts; ++i) {
    const Index count = i < larger_tiles ? tile_rows + 1 : tile_rows;
    whole_or_edge_tile(set, streaming ? set.streaming[count - 1] : set.tile[count - 1][0], operands,
                       count, at.columns - column);
    operands.a += count * operands.a_stride;
    operands.init += count * operands.init_stride;
    operands.c += count * operands.c_stride;
    prefetch.advance(operands);
  }
}

// Returns the number of panels of a block of packed panels. Where more than kStreamingTiles tall
// tiles prefetch the next slice while they multiply, it is 1: those tiles find their slice in the
// caches, and wide tiles would read several panels from the L2 cache for two rows.
Index packed_panels_at_once(const TileSet& set, Index rows, Index whole_panels_left) {
  if (kPrefetchInstruction && ceil_divide(rows, kTallRows) > kStreamingTiles) return 1;
  return panels_at_once(set, rows, whole_panels_left);
}

// Returns the depth of the next slice of a block of `rows` rows if the depth `rest` is left. All
// slices but the last end at multiples of kDepthBlock, where the sums are split for any number of
// rows. Only tiles that do not prefetch the next slice need longer slices, and one or two rows are
// a single wide tile.
Index slice_depth(Index rows, Index rest) {
  if (rest < kDepthBlock) return rest;
  const bool longer =
      !kPrefetchInstruction && rows > 2 && rows - rows_of_wide_tiles(rows) <= kTallRows;
  return std::min(longer ? kLongDepthBlock : kDepthBlock, rest / kDepthBlock * kDepthBlock);
}

}  // namespace

void tiles(const TileSet& set, const ProductOperands& at, const Block& block,
           const PanelSlice& slice) {
  const Index wide_rows = block.panels > 1 ? rows_of_wide_tiles(block.rows) : 0;
  for (Index row = 0; row < wide_rows; row += 2) {
    const Index rows = std::min<Index>(2, wide_rows - row);
    set.tile[rows - 1][block.panels - 1](
        tile_operands(at, block, slice, block.first_row + row, block.panel * set.columns));
  }
  for (Index panel = 0; panel < block.panels && wide_rows < block.rows; ++panel) {
    tall_tiles(set, at, block, slice, panel, block.first_row + wide_rows, block.rows - wide_rows);
  }
}

Index panels_at_once(const TileSet& set, Index rows, Index whole_panels_left) {
  const auto& wide = set.tile[std::min<Index>(rows, 2) - 1];
  for (Index panels = std::min(kTilePanels, whole_panels_left); panels > 1; --panels) {
    if (wide[panels - 1] != nullptr) return panels;
  }
  return 1;
}

}  // namespace panel_product_detail

void write_empty_sums(const ProductOperands& at) {
  if (at.accumulate) return;
  for (Index row = 0; row < at.rows; ++row) {
    float* c = at.c + row * at.c_stride;
    if (at.bias == nullptr) {
      std::fill_n(c, at.columns, 0.0F);
    } else {
      std::copy_n(at.bias, at.columns, c);
    }
  }
}

void panel_product(const ProductOperands& at, const PanelSlice& panels) {
  using namespace panel_product_detail;
  if (at.depth == 0) return write_empty_sums(at);
  const TileSet& set = tile_set();
  const auto from = [&](Index panel, Index k) {
    return panels.data + panel * panels.stride + k * set.columns;
  };
  const Index row_blocks = ceil_divide(at.rows, kRowBlock);
  for (Index i = 0; i < row_blocks; ++i) {
    Block block{};
    block.first_row = part_begin(at.rows, row_blocks, i);
    block.rows = part_begin(at.rows, row_blocks, i + 1) - block.first_row;
    for (block.panel = 0; block.panel * set.columns < at.columns; block.panel += block.panels) {
      block.panels = packed_panels_at_once(set, block.rows, at.columns / set.columns - block.panel);
      for (block.k = 0; block.k < at.depth; block.k += block.count) {
        block.count = slice_depth(block.rows, at.depth - block.k);
        PanelSlice slice{from(block.panel, block.k), panels.stride};
        if (const Index rest = at.depth - block.k - block.count; rest > 0) {
          slice.next = from(block.panel, block.k + block.count);
          slice.next_panels = block.panels;
          slice.next_count = slice_depth(block.rows, rest);
        } else if ((block.panel + block.panels) * set.columns < at.columns) {
          slice.next = from(block.panel + block.panels, 0);
          slice.next_panels = ceil_divide(at.columns, set.columns) - block.panel - block.panels;
          slice.next_count = slice_depth(block.rows, at.depth);
        }
        tiles(set, at, block, slice);
      }
    }
  }
}

}  // namespace ffn
