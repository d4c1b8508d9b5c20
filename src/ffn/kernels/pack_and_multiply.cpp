#include "ffn/kernels/pack_and_multiply.h"

#include <algorithm>

#include "ffn/kernels/packed_matrix.h"
#include "ffn/kernels/scratch.h"

namespace ffn {

namespace {

using panel_product_detail::Block;
using panel_product_detail::panels_at_once;
using panel_product_detail::tiles;

// A part of B that is packed at once: slices of adjacent panels.
struct Part {
  Index column;
  Index columns;
  Index k;
  Index count;  // depth, from k on
};

struct RowRange {
  Index first;
  Index count;
};

void pack(const UnpackedOperand& b, const Part& part, Index width, float* panels) {
  if (b.transposed) {
    pack_transposed({b.first + part.column * b.stride + part.k, b.stride, part.columns}, part.count,
                    width, panels);
  } else {
    pack_rows({b.first + part.k * b.stride + part.column, b.stride, part.columns}, part.count,
              width, panels);
  }
}

// How B is divided into parts. Usually a part is a few panels of large depth. If B is stored by
// rows and comes from memory, such a part is read in short pieces, a page each, which takes longer
// than its products with few rows of A: a part is then one partial sum deep, and as wide as the
// cache allows.
class Parts {
 public:
  Parts(const ProductOperands& at, const UnpackedOperand& b, Index width)
      : depth_(at.depth),
        columns_(at.columns),
        wide_(!b.transposed && at.rows <= kFewRows && at.depth > kLongestSum &&
              at.depth * at.columns >= kLargeOperandElements),
        width_(wide_ ? kWidePartElements / (kLongestSum * width) * width : kPanelGroup * width) {}

  // Returns the first part.
  Part first() const { return part(0, 0); }

  // Returns the part after `part`: first of the same panels, then of the next. Its column is
  // at.columns after the last one.
  Part after(const Part& last) const {
    const Index k = last.k + last.count;
    return k < depth_ ? part(last.column, k) : part(last.column + width_, 0);
  }

  bool contains(const Part& part) const { return part.column < columns_; }

  // Number of elements of the largest part.
  Index most_elements(Index panel_columns) const {
    const Index columns = std::min(width_, ceil_divide(columns_, panel_columns) * panel_columns);
    return columns * std::min(wide_ ? kLongestSum : kDepthBlock, depth_);
  }

 private:
  Part part(Index column, Index k) const {
    const Index rest = std::min(kDepthBlock - k % kDepthBlock, depth_ - k);
    const Index count = wide_ && rest > kLongestSum ? kSumBlock : rest;
    return {column, std::min(width_, columns_ - column), k, count};
  }

  Index depth_;
  Index columns_;
  bool wide_;
  Index width_;
};

// Multiplies rows of A with one packed part. A small part fits in the L1 cache: for each
// kTileRows rows the loop covers all of its panels, so that the same cache lines of C are reused.
// A larger part does not, only a single panel does, and the loop covers all rows per panel.
void multiply_part(const ProductOperands& at, const Part& part, const float* packed,
                   const RowRange& rows) {
  const TileSet& set = tile_set();
  const Index first = part.column / set.columns;
  const Index end = ceil_divide(part.column + part.columns, set.columns);
  const Index whole = (part.column + part.columns) / set.columns;
  const Index stride = part.count * set.columns;
  const bool small = part.count <= kLongestSum && end - first <= kPanelGroup;
  const Index chunks = small ? ceil_divide(rows.count, kTileRows) : 1;
  Block block{};
  block.k = part.k;
  block.count = part.count;
  for (Index i = 0; i < chunks; ++i) {
    block.first_row = rows.first + part_begin(rows.count, chunks, i);
    block.rows = rows.first + part_begin(rows.count, chunks, i + 1) - block.first_row;
    for (block.panel = first; block.panel < end; block.panel += block.panels) {
      block.panels = panels_at_once(set, block.rows, whole - block.panel);
      tiles(set, at, block, {packed + (block.panel - first) * stride, stride});
    }
  }
}

}  // namespace

void pack_and_multiply(const ProductOperands& at, const UnpackedOperand& b) {
  if (at.rows == 0 || at.columns == 0) return;
  if (at.depth == 0) return write_empty_sums(at);
  const Index width = tile_set().columns;
  const Parts parts(at, b, width);
  float* const packed = scratch(ScratchUse::kPacked, parts.most_elements(width));
  const Index row_blocks = ceil_divide(
      at.rows, std::max(kRowBlock, kRowBlockElements / std::min(kDepthBlock, at.depth)));
  for (Index i = 0; i < row_blocks; ++i) {
    const Index first = part_begin(at.rows, row_blocks, i);
    const RowRange rows{first, part_begin(at.rows, row_blocks, i + 1) - first};
    for (Part part = parts.first(); parts.contains(part); part = parts.after(part)) {
      pack(b, part, width, packed);
      multiply_part(at, part, packed, rows);
    }
  }
}

}  // namespace ffn
