#pragma once
// The loops around the tiles: C = A B + bias, or C += A B, where a callable returns the panels of B.
// Internal to the kernels; layers use affine.h and product.h.

#include <algorithm>

#include "ffn/kernels/tile.h"

namespace ffn {

/// Depth of a slice, a multiple of kSumBlock. A slice of a panel of 8 columns is 12 KiB and stays in the L1 cache.
inline constexpr Index kDepthBlock = 4 * kSumBlock;

/// Largest number of bytes behind the next slice that prefetching may touch.
inline constexpr Index kPrefetchPadding = kDepthBlock;

/// Largest number of tiles per slice for which the streaming tiles are used: with so few, prefetching the next slice is a large part of the
/// work.
inline constexpr Index kStreamingTiles = 8;

/// Number of rows of A that are multiplied with all panels before the next rows, so that they stay in the L2 cache: 576 KiB at depth 768.
inline constexpr Index kRowBlock = 192;

/// The operands of a product except B: pointers to A, the bias and C, and their sizes.
struct ProductOperands {
  const float* a;  // (rows, depth), one row every a_stride floats
  Index a_stride;
  Index rows;
  Index depth;
  Index columns;
  const float* bias;  // (columns) or nullptr
  bool accumulate;    // computes C += A B, without the bias
  float* c;           // (rows, columns), one row every c_stride floats
  Index c_stride;
};

/// A slice of adjacent panels: its first element, and the distance between panels in floats.
struct PanelSlice {
  const float* data;
  Index stride;
  const float* next = nullptr;  // the next slice, if it should be prefetched during the use of this one
  Index next_count = 0;         // rows of the next slice
};

/// Returns the begin of part i when `count` items are split into `parts` parts whose sizes differ by at most one. Computed in 64 bits,
/// because the product may overflow WebAssembly's 32-bit Index.
inline Index part_begin(Index count, Index parts, Index i) { return static_cast<Index>(std::int64_t{count} * i / parts); }

/// Returns ceil(count / largest), the least number of parts of at most `largest` items into which `count` items can be split.
inline Index ceil_divide(Index count, Index largest) { return (count + largest - 1) / largest; }

namespace panel_product_detail {

inline constexpr Index kFloatBytes = sizeof(float);

inline constexpr float kZeros[kTilePanels * kMaxColumns] = {};

/// The rows, panels and depth range of the tiles that one call of tiles() computes.
struct Block {
  Index first_row, rows;
  Index panel, panels;
  Index k, count;
};

/// Returns the operands of the tile of C at (row, column), without prefetching. The first sums are added to the bias or to zeros, later
/// sums to C.
inline TileOperands tile_operands(const ProductOperands& at, const Block& block, const PanelSlice& slice, Index row, Index column) {
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
          block.count,
          nullptr,
          0,
          0};
}

/// Computes a tile of the last panel, of which only `columns` columns exist, in a buffer with the width of a whole panel.
inline void edge_tile(TileFunction tile, TileOperands operands, Index rows, Index columns) {
  float buffer[kTileRows * kMaxColumns] = {};
  for (Index r = 0; r < rows; ++r) std::copy_n(operands.init + r * operands.init_stride, columns, buffer + r * kMaxColumns);
  float* const c = operands.c;
  const Index c_stride = operands.c_stride;
  operands.init = operands.c = buffer;
  operands.init_stride = operands.c_stride = kMaxColumns;
  tile(operands);
  for (Index r = 0; r < rows; ++r) std::copy_n(buffer + r * kMaxColumns, columns, c + r * c_stride);
}

/// Sets up prefetching: each tile of a slice prefetches an equal part of the next slice, so that all of it is cached when it is
/// needed. The hardware prefetcher does not look that far ahead, because tiles of other rows access memory in between, and prefetching the
/// whole slice at once would stall the sums. Sizes are rounded up: the last part may end up to kPrefetchPadding bytes behind the slice.
inline void set_prefetch(const PanelSlice& slice, Index bytes, Index tiles, TileOperands& operands) {
  operands.prefetch = reinterpret_cast<const char*>(slice.next == nullptr ? slice.data : slice.next);
  operands.prefetch_lines = ceil_divide(bytes, tiles * sum_count(operands.depth) * kCacheLine);
  operands.prefetch_step = ceil_divide(bytes, tiles * operands.depth);
}

/// Computes one block of C with one slice of its panels, in tiles whose numbers of rows differ by at most one.
inline void tiles(const TileSet& set, const ProductOperands& at, const Block& block, const PanelSlice& slice) {
  const Index column = block.panel * set.columns;
  const bool whole = column + block.panels * set.columns <= at.columns;
  const Index parts = ceil_divide(block.rows, kTileRows);
  const bool streaming = slice.next != nullptr && parts <= kStreamingTiles;  // then the block has one panel
  const Index tile_rows = block.rows / parts;                                // rows of the smaller tiles
  const Index larger_tiles = block.rows - tile_rows * parts;                 // number of tiles with one more row, which come first
  const Index prefetch_bytes = slice.next_count * set.columns * kFloatBytes;
  const Index prefetch_part = prefetch_bytes / parts;
  TileOperands operands = tile_operands(at, block, slice, block.first_row, column);
  set_prefetch(slice, prefetch_bytes, parts, operands);
  for (Index i = 0; i < parts; ++i) {
    const Index rows = i < larger_tiles ? tile_rows + 1 : tile_rows;
    const TileFunction tile = streaming ? set.streaming[rows - 1] : set.tile[rows - 1][block.panels - 1];
    if (whole) {
      tile(operands);
    } else {
      edge_tile(tile, operands, rows, at.columns - column);
    }
    operands.a += rows * operands.a_stride;
    operands.init += rows * operands.init_stride;
    operands.c += rows * operands.c_stride;
    operands.prefetch += prefetch_part;
  }
}

/// Returns the number of panels of a tile: the largest number for which a tile with that many rows exists, if that many whole panels are
/// left, otherwise 1. With the rows of several tiles it is 1, so that the tiles reuse one panel in the L1 cache.
inline Index panels_at_once(const TileSet& set, Index rows, Index whole_panels_left) {
  if (rows > kTileRows) return 1;
  Index most = kTilePanels;
  while (set.tile[rows - 1][most - 1] == nullptr) --most;
  return whole_panels_left >= most ? most : 1;
}

}  // namespace panel_product_detail

/// Writes a product of depth 0, an empty sum: the bias, or zeros.
inline void write_empty_sums(const ProductOperands& at) {
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

/// Computes the product. slices(panel, panels, k, count) returns the PanelSlice with rows [k, k + count) of panels
/// [panel, panel + panels) of B.
template <class Slices>
void panel_product(const ProductOperands& at, const Slices& slices) {
  using namespace panel_product_detail;
  if (at.depth == 0) return write_empty_sums(at);
  const TileSet& set = tile_set();
  const Index row_blocks = ceil_divide(at.rows, kRowBlock);
  for (Index i = 0; i < row_blocks; ++i) {
    Block block{};
    block.first_row = part_begin(at.rows, row_blocks, i);
    block.rows = part_begin(at.rows, row_blocks, i + 1) - block.first_row;
    for (block.panel = 0; block.panel * set.columns < at.columns; block.panel += block.panels) {
      block.panels = panels_at_once(set, block.rows, at.columns / set.columns - block.panel);
      for (block.k = 0; block.k < at.depth; block.k += kDepthBlock) {
        block.count = std::min(kDepthBlock, at.depth - block.k);
        tiles(set, at, block, slices(block.panel, block.panels, block.k, block.count));
      }
    }
  }
}

}  // namespace ffn
