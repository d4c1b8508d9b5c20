#pragma once
// The loops around the tiles: C = A B + bias, or C += A B, with B given panel by panel in whatever way `slices` has it.
// For kernels only; affine.h and product.h are what layers use.

#include <algorithm>

#include "ffn/kernels/tile.h"

namespace ffn {

/// Rows of a panel that are used together, in whole sums: a slice of a panel of 8 columns is 12 KiB and stays in a first-level cache.
inline constexpr Index kDepthBlock = 4 * kSumBlock;

/// Bytes behind the slice that follows which may be read while it is brought nearer.
inline constexpr Index kFetchPadding = kDepthBlock;

/// Up to so many tiles a slice is used by so little work that bringing the next one nearer is a good part of it.
inline constexpr Index kStreamingTiles = 8;

/// Rows of A that pass over all panels together, so that they stay in a second-level cache: 576 KiB at depth 768.
inline constexpr Index kRowBlock = 192;

/// A product but for B, which comes in panels: where A, the bias and C lie, and their sizes.
struct ProductOperands {
  const float* a;  // (rows, depth), one row every a_stride floats
  Index a_stride;
  Index rows;
  Index depth;
  Index columns;
  const float* bias;  // (columns) or nullptr
  bool accumulate;    // C += A B; without bias
  float* c;           // (rows, columns), one row every c_stride floats
  Index c_stride;
};

/// A slice of `panels` neighbouring panels: where it begins, and how far one panel is from the next.
struct PanelSlice {
  const float* data;
  Index stride;
  const float* next = nullptr;  // the slice that follows, if it is worth bringing nearer while this one is used,
  Index next_count = 0;         // and its rows
};

/// `count` things in `parts` parts that differ by one at most: where part i begins. In 64 bits: an Index of WebAssembly's would overflow.
inline Index balanced(Index count, Index parts, Index i) { return static_cast<Index>(std::int64_t{count} * i / parts); }

/// The least number of parts of which none holds more than `largest` of `count` things.
inline Index parts_of(Index count, Index largest) { return (count + largest - 1) / largest; }

namespace panel_product_detail {

inline constexpr Index kFloatBytes = sizeof(float);

inline constexpr float kZeros[kTilePanels * kMaxColumns] = {};

/// Rows, panels and depth of the tiles that are computed together.
struct Block {
  Index first_row, rows;
  Index panel, panels;
  Index k, count;
};

/// The tile of C from (row, column) on. Its sums are added to the bias or to zeros where they are the first, else to C itself; nothing is
/// brought nearer.
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

/// The last panel when columns end inside it: through a buffer of a whole panel.
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

/// While a slice is used, each of its tiles brings an equal part of the slice that follows nearer: once it is needed, all of it is
/// there. The machine's own prefetcher does not see that far, since tiles of other rows come in between, and asking for all at once
/// would stop the sums. Rounding up, the last part may end up to kFetchPadding bytes behind the slice.
inline void set_fetch(const PanelSlice& slice, Index bytes, Index tiles, TileOperands& operands) {
  operands.fetch = reinterpret_cast<const char*>(slice.next == nullptr ? slice.data : slice.next);
  operands.fetch_lines = parts_of(bytes, tiles * sum_count(operands.depth) * kCacheLine);
  operands.fetch_step = parts_of(bytes, tiles * operands.depth);
}

/// One block of C with one slice of its panels, in tiles whose numbers of rows differ by one at most.
inline void tiles(const TileSet& set, const ProductOperands& at, const Block& block, const PanelSlice& slice) {
  const Index column = block.panel * set.columns;
  const bool whole = column + block.panels * set.columns <= at.columns;
  const Index parts = parts_of(block.rows, kTileRows);
  const bool streaming = slice.next != nullptr && parts <= kStreamingTiles;  // one panel, then
  const Index fewer = block.rows / parts;                                    // rows of a tile,
  const Index with_one_more = block.rows - fewer * parts;                    // but for the first tiles
  const Index fetch_bytes = slice.next_count * set.columns * kFloatBytes;
  const Index fetch_part = fetch_bytes / parts;
  TileOperands operands = tile_operands(at, block, slice, block.first_row, column);
  set_fetch(slice, fetch_bytes, parts, operands);
  for (Index i = 0; i < parts; ++i) {
    const Index rows = i < with_one_more ? fewer + 1 : fewer;
    const TileFunction tile = streaming ? set.streaming[rows - 1] : set.tile[rows - 1][block.panels - 1];
    if (whole) {
      tile(operands);
    } else {
      edge_tile(tile, operands, rows, at.columns - column);
    }
    operands.a += rows * operands.a_stride;
    operands.init += rows * operands.init_stride;
    operands.c += rows * operands.c_stride;
    operands.fetch += fetch_part;
  }
}

/// How many panels a tile takes at once: the most that there is a tile for, if so many whole ones are left. Rows
/// of several tiles pass over one panel together, which then stays near.
inline Index panels_at_once(const TileSet& set, Index rows, Index whole_panels_left) {
  if (rows > kTileRows) return 1;
  Index most = kTilePanels;
  while (set.tile[rows - 1][most - 1] == nullptr) --most;
  return whole_panels_left >= most ? most : 1;
}

}  // namespace panel_product_detail

/// A B where the depth is 0, so that there is nothing to add up: the bias, or zeros.
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

/// slices(panel, panels, k, count) -> PanelSlice: rows [k, k + count) of `panels` panels of B from `panel` on.
template <class Slices>
void panel_product(const ProductOperands& at, const Slices& slices) {
  using namespace panel_product_detail;
  if (at.depth == 0) return write_empty_sums(at);
  const TileSet& set = tile_set();
  const Index row_blocks = parts_of(at.rows, kRowBlock);
  for (Index i = 0; i < row_blocks; ++i) {
    Block block{};
    block.first_row = balanced(at.rows, row_blocks, i);
    block.rows = balanced(at.rows, row_blocks, i + 1) - block.first_row;
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
