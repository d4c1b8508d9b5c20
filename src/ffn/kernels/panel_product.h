#pragma once
// The loops around the tiles: C = A B + bias, or C += A B, for packed panels of B.
// Internal to the kernels; layers use affine.h and product.h.

#include <algorithm>

#include "ffn/kernels/tile.h"

namespace ffn {

/// Depth of a slice, a multiple of kSumBlock. A slice of a panel of 8 columns is 12 KiB and stays in the L1 cache.
inline constexpr Index kDepthBlock = 4 * kSumBlock;

/// Depth of a slice of a block with at most one tall tile per panel, which need not stay in the L1 cache. Fewer slices interrupt the
/// hardware prefetchers less often: in Chromium on an AMD EPYC passes of 4 to 12 tokens, 768 to 3072, take 0.87 to 0.98 of the time.
inline constexpr Index kLongDepthBlock = 2 * kDepthBlock;

/// Least number of tall tiles per slice that prefetch the next one. In WebAssembly, where they load it, passes of 32 to 4096 tokens, 768 to
/// 3072, take 0.92 to 0.98 of the time in Chromium on an Intel Xeon; with one tile, of 8 tokens, they would take 1.13.
inline constexpr Index kPrefetchingTiles = kPrefetchInstruction ? 1 : 3;

/// Largest number of tall tiles per slice for which the streaming tiles are used: with so few, prefetching is a large part of the work.
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

/// Adjacent panels of B from some row on: the first element, and the distance between panels in floats.
struct PanelSlice {
  const float* data;
  Index stride;
  const float* next = nullptr;  // the slice that is used after this one and should be prefetched, at the same distances
  Index next_panels = 0;        // number of panels from there on
  Index next_count = 0;         // rows of the next slice
};

/// Returns the begin of part i when `count` items are split into `parts` parts whose sizes differ by at most one. Computed in 64 bits,
/// because the product may overflow WebAssembly's 32-bit Index.
inline Index part_begin(Index count, Index parts, Index i) { return static_cast<Index>(std::int64_t{count} * i / parts); }

/// Returns ceil(count / largest), the least number of parts of at most `largest` items into which `count` items can be split.
inline Index ceil_divide(Index count, Index largest) { return (count + largest - 1) / largest; }

namespace panel_product_detail {

inline constexpr float kZeros[kTilePanels * kMaxColumns] = {};

/// The rows, panels and depth range of the tiles that one call of tiles() computes.
struct Block {
  Index first_row, rows;
  Index panel, panels;
  Index k, count;
};

/// Returns the operands of the tile of C at (row, column). The first sums are added to the bias or to zeros, later sums to C.
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
          block.count};
}

/// Lets each of `tiles` tiles of one panel prefetch an equal part of a panel of the next slice. Across rows of tiles the hardware
/// prefetcher does not look that far ahead, because tiles of other rows access memory in between, and prefetching the whole slice at once
/// would stall the sums.
class Prefetch {
 public:
  Prefetch(const PanelSlice& slice, Index panel, Index columns, Index tiles, TileOperands& first) {
    if (tiles < kPrefetchingTiles || panel >= slice.next_panels) return;
    const Index bytes = slice.next_count * columns * Index{sizeof(float)};
    part_ = bytes / tiles;
    line_of_each_sum_ = sum_count(first.depth) * kCacheLine;
    first.prefetch = reinterpret_cast<const char*>(slice.next + panel * slice.stride);
    first.prefetch_lines = ceil_divide(bytes, tiles * line_of_each_sum_);
    first.prefetch_step = ceil_divide(bytes, tiles * first.depth);
    end_ = first.prefetch + bytes;
    stay_within(first);
  }

  void advance(TileOperands& operands) const {
    operands.prefetch += part_;
    stay_within(operands);
  }

 private:
  /// Parts are rounded up, and what a tile prefetches must exist: the last ones are rounded down.
  void stay_within(TileOperands& operands) const {
    const Index left = end_ - operands.prefetch;
    if (operands.prefetch_lines * line_of_each_sum_ > left) operands.prefetch_lines = left / line_of_each_sum_;
  }

  Index part_ = 0;
  Index line_of_each_sum_ = 0;
  const char* end_ = nullptr;
};

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

/// Returns the number of rows of a block that wide tiles compute, two rows at a time. What is left are sixes and at most one five: tall
/// tiles of fewer rows have fewer sums than the latency of an addition requires.
inline Index rows_of_wide_tiles(Index rows) {
  constexpr Index kWideRows[kTileRows] = {6, 2, 2, 4, 4, 6};
  return rows < kTileRows ? rows : kWideRows[rows % kTileRows];
}

/// Computes a tile of which `columns` columns exist.
inline void whole_or_edge_tile(const TileSet& set, TileFunction tile, const TileOperands& operands, Index rows, Index columns) {
  if (columns >= set.columns) {
    tile(operands);
  } else {
    edge_tile(tile, operands, rows, columns);
  }
}

/// Computes `rows` rows of one panel of a block, in tiles whose numbers of rows differ by at most one.
inline void tall_tiles(const TileSet& set, const ProductOperands& at, const Block& block, const PanelSlice& slice, Index panel,
                       Index first_row, Index rows) {
  const Index column = (block.panel + panel) * set.columns;
  const Index parts = ceil_divide(rows, kTileRows);
  const bool streaming = kPrefetchInstruction && panel < slice.next_panels && parts <= kStreamingTiles;
  const Index tile_rows = rows / parts;                 // rows of the smaller tiles
  const Index larger_tiles = rows - tile_rows * parts;  // number of tiles with one more row, which come first
  const PanelSlice from{slice.data + panel * slice.stride, slice.stride};
  TileOperands operands = tile_operands(at, block, from, first_row, column);
  const Prefetch prefetch(slice, panel, set.columns, parts, operands);
  for (Index i = 0; i < parts; ++i) {
    const Index count = i < larger_tiles ? tile_rows + 1 : tile_rows;
    whole_or_edge_tile(set, streaming ? set.streaming[count - 1] : set.tile[count - 1][0], operands, count, at.columns - column);
    operands.a += count * operands.a_stride;
    operands.init += count * operands.init_stride;
    operands.c += count * operands.c_stride;
    prefetch.advance(operands);
  }
}

/// Computes one block of C with one slice of its panels.
///
/// Wide tiles, of several panels, come first: they read as many panels at once, each in sequence, as the hardware prefetchers expect, and
/// multiply meanwhile. Tall tiles, of one panel, then find the panels in the caches; if they came first, they would wait for a single
/// sequence. Of a block with one panel all tiles are tall.
inline void tiles(const TileSet& set, const ProductOperands& at, const Block& block, const PanelSlice& slice) {
  const Index wide_rows = block.panels > 1 ? rows_of_wide_tiles(block.rows) : 0;
  for (Index row = 0; row < wide_rows; row += 2) {
    const Index rows = std::min<Index>(2, wide_rows - row);
    set.tile[rows - 1][block.panels - 1](tile_operands(at, block, slice, block.first_row + row, block.panel * set.columns));
  }
  for (Index panel = 0; panel < block.panels && wide_rows < block.rows; ++panel) {
    tall_tiles(set, at, block, slice, panel, block.first_row + wide_rows, block.rows - wide_rows);
  }
}

/// Returns the number of panels of a block: as many as the wide tiles for that number of rows have, if that many whole panels are left,
/// otherwise 1.
inline Index panels_at_once(const TileSet& set, Index rows, Index whole_panels_left) {
  const auto& wide = set.tile[std::min<Index>(rows, 2) - 1];
  for (Index panels = std::min(kTilePanels, whole_panels_left); panels > 1; --panels) {
    if (wide[panels - 1] != nullptr) return panels;
  }
  return 1;
}

/// Returns the number of panels of a block of packed panels. Where more than kStreamingTiles tall tiles prefetch the next slice while they
/// multiply, it is 1: those tiles find their slice in the caches, and wide tiles would read several panels from the L2 cache for two rows.
inline Index packed_panels_at_once(const TileSet& set, Index rows, Index whole_panels_left) {
  if (kPrefetchInstruction && ceil_divide(rows, kTileRows) > kStreamingTiles) return 1;
  return panels_at_once(set, rows, whole_panels_left);
}

/// Returns the depth of the next slice of a block of `rows` rows if the depth `rest` is left. All slices but the last end at multiples of
/// kDepthBlock, where the sums are split for any number of rows. Only tiles that do not prefetch the next slice need longer slices, and one
/// or two rows are a single wide tile.
inline Index slice_depth(Index rows, Index rest) {
  if (rest < kDepthBlock) return rest;
  const bool longer = !kPrefetchInstruction && rows > 2 && rows - rows_of_wide_tiles(rows) <= kTileRows;
  return std::min(longer ? kLongDepthBlock : kDepthBlock, rest / kDepthBlock * kDepthBlock);
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

/// Computes the product with the panels of B from `panels` on.
inline void panel_product(const ProductOperands& at, const PanelSlice& panels) {
  using namespace panel_product_detail;
  if (at.depth == 0) return write_empty_sums(at);
  const TileSet& set = tile_set();
  const auto from = [&](Index panel, Index k) { return panels.data + panel * panels.stride + k * set.columns; };
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
