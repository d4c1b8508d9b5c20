#pragma once
// The loops around the tiles: C = A B + bias, or C += A B, for packed panels of B.
// Internal to the kernels; layers use affine.h and product.h.

#include <algorithm>

#include "ffn/kernels/tile.h"

namespace ffn {

/// Depth of a slice, a multiple of kSumBlock. A slice of a panel of 8 columns is 12 KiB and stays
/// in the L1 cache.
inline constexpr Index kDepthBlock = 4 * kSumBlock;

/// Depth of a slice of a block with at most one tall tile per panel. Such a slice need not stay in
/// the L1 cache, and fewer slices interrupt the hardware prefetchers less often: in Chromium on an
/// AMD EPYC passes of 4 to 12 tokens, 768 to 3072, take 0.87 to 0.98 of the time.
inline constexpr Index kLongDepthBlock = 2 * kDepthBlock;

/// Tall tiles prefetch the next slice if there are at least this many per slice. In WebAssembly,
/// where prefetching is an ordinary load, passes of 32 to 4096 tokens, 768 to 3072, take 0.92 to
/// 0.98 of the time in Chromium on an Intel Xeon; with one tile, of 8 tokens, they would take 1.13.
inline constexpr Index kPrefetchingTiles = kPrefetchInstruction ? 1 : 3;

/// Largest number of tall tiles per slice for which the streaming tiles are used: with so few,
/// prefetching is a large part of the work.
inline constexpr Index kStreamingTiles = 8;

/// Number of rows of A that are multiplied with all panels before the next rows, so that they stay
/// in the L2 cache: 576 KiB at depth 768.
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

/// Adjacent panels of B from some row on: the first element, and the distance between panels in
/// floats.
struct PanelSlice {
  const float* data;
  Index stride;
  const float* next = nullptr;  // the slice that is used after this one and should be prefetched,
                                // at the same distances
  Index next_panels = 0;        // number of panels from there on
  Index next_count = 0;         // rows of the next slice
};

/// Returns the beginning of part i when `count` items are split into `parts` parts whose sizes
/// differ by at most one. Computed in 64 bits, because the product may overflow WebAssembly's
/// 32-bit Index.
inline Index part_begin(Index count, Index parts, Index i) {
  return static_cast<Index>(std::int64_t{count} * i / parts);
}

/// Returns ceil(count / largest), the least number of parts of at most `largest` items into which
/// `count` items can be split.
inline Index ceil_divide(Index count, Index largest) { return (count + largest - 1) / largest; }

namespace panel_product_detail {

/// The rows, panels and depth range of the tiles that one call of tiles() computes.
struct Block {
  Index first_row, rows;
  Index panel, panels;
  Index k, count;
};

/// A tile of the last panel, which has fewer columns than a whole panel, in memory as wide as one.
class EdgeBuffer {
 public:
  /// Copies the tile from `from`, one row every `stride` floats; without `from` it is zeros.
  EdgeBuffer(const float* from, Index stride, Index rows, Index columns)
      : rows_(rows), columns_(columns) {
    for (Index r = 0; from != nullptr && r < rows; ++r)
      std::copy_n(from + r * stride, columns, elements_ + r * kMaxColumns);
  }

  /// Returns the first element; there is one row every kMaxColumns floats.
  float* data() { return elements_; }

  /// Copies the tile to `to`, one row every `stride` floats.
  void store(float* to, Index stride) const {
    for (Index r = 0; r < rows_; ++r)
      std::copy_n(elements_ + r * kMaxColumns, columns_, to + r * stride);
  }

 private:
  Index rows_;
  Index columns_;
  float elements_[kTileRows * kMaxColumns] = {};
};

/// Lets each of `tiles` tiles of one panel prefetch an equal part of a panel of the next slice.
/// Across rows of tiles the hardware prefetcher does not look that far ahead, because tiles of
/// other rows access memory in between, and prefetching the whole slice at once would stall the
/// sums.
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
  /// Parts are rounded up, but prefetched memory must exist: the last parts are rounded down.
  void stay_within(TileOperands& operands) const {
    const Index left = end_ - operands.prefetch;
    if (operands.prefetch_lines * line_of_each_sum_ > left)
      operands.prefetch_lines = left / line_of_each_sum_;
  }

  Index part_ = 0;
  Index line_of_each_sum_ = 0;
  const char* end_ = nullptr;
};

/// Returns the number of rows of a block that wide tiles compute, two rows at a time. The remaining
/// rows are tall tiles of kTallRows rows and at most one of one row less: fewer rows have fewer
/// independent sums than the latency of an addition requires.
inline Index rows_of_wide_tiles(Index rows) {
  if (only_wide_tiles() || rows < kTallRows) return rows;
  const Index rest = rows % kTallRows;
  return rest == 0 ? kTallRows : rest + rest % 2;
}

/// Computes one block of C with one slice of its panels.
///
/// Wide tiles, of several panels, come first: they read as many panels at once, each in sequence,
/// as the hardware prefetchers expect, and multiply meanwhile. Tall tiles, of one panel, then find
/// the panels in the caches; if they came first, they would wait for a single sequence. Of a block
/// with one panel all tiles are tall.
void tiles(const TileSet& set, const ProductOperands& at, const Block& block,
           const PanelSlice& slice);

/// Returns the number of panels of a block: as many as the wide tiles for that number of rows have,
/// if that many whole panels are left, otherwise 1.
Index panels_at_once(const TileSet& set, Index rows, Index whole_panels_left);

}  // namespace panel_product_detail

/// Writes a product of depth 0, an empty sum: the bias, or zeros.
void write_empty_sums(const ProductOperands& at);

/// Computes the product with the panels of B from `panels` on.
void panel_product(const ProductOperands& at, const PanelSlice& panels);

}  // namespace ffn
