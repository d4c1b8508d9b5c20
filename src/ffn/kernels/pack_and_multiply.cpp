#include "ffn/kernels/pack_and_multiply.h"

#include <algorithm>

#include "ffn/kernels/packed_matrix.h"

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

// The parts of B in the order of their use: the full depth of one group of panels, then the next
// group.
class Parts {
 public:
  Parts(const ProductOperands& at, Index width)
      : depth_(at.depth), columns_(at.columns), width_(kPanelGroup * width) {}

  Index count() const { return ceil_divide(columns_, width_) * blocks_; }

  Part operator[](Index i) const {
    const Index column = i / blocks_ * width_;
    const Index k = i % blocks_ * kDepthBlock;
    return {column, std::min(width_, columns_ - column), k, std::min(kDepthBlock, depth_ - k)};
  }

 private:
  Index depth_;
  Index columns_;
  Index width_;
  Index blocks_ = ceil_divide(depth_, kDepthBlock);
};

// Multiplies rows of A with one packed part. A part of small depth fits in the L1 cache: for each
// kTileRows rows the loop covers all of its panels, so that the same cache lines of C are reused.
// For a deeper part only a single panel fits, and the loop covers all rows per panel.
void multiply_part(const ProductOperands& at, const Part& part, const float* packed,
                   const RowRange& rows) {
  const TileSet& set = tile_set();
  const Index first = part.column / set.columns;
  const Index end = ceil_divide(part.column + part.columns, set.columns);
  const Index whole = (part.column + part.columns) / set.columns;
  const Index stride = part.count * set.columns;
  const Index chunks = part.count <= kLongestSum ? ceil_divide(rows.count, kTileRows) : 1;
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
  const Index most_depth = std::min(kDepthBlock, at.depth);
  const Index most_panels = std::min(kPanelGroup, ceil_divide(at.columns, width));
  const Index row_blocks =
      ceil_divide(at.rows, std::max(kRowBlock, kRowBlockElements / most_depth));
  const Parts parts(at, width);
  RowVector packed(most_panels * most_depth * width);
  for (Index i = 0; i < row_blocks; ++i) {
    const Index first = part_begin(at.rows, row_blocks, i);
    const RowRange rows{first, part_begin(at.rows, row_blocks, i + 1) - first};
    for (Index p = 0; p < parts.count(); ++p) {
      pack(b, parts[p], width, packed.data());
      multiply_part(at, parts[p], packed.data(), rows);
    }
  }
}

}  // namespace ffn
