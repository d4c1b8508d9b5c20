#include "ffn/kernels/strips.h"

#include <algorithm>

#include "ffn/kernels/packed_matrix.h"
#include "ffn/kernels/panel_product.h"
#include "ffn/kernels/scratch.h"

namespace ffn {

namespace {

using panel_product_detail::EdgeBuffer;

// Number of elements of the panels of B that are packed together: 256 KiB, which stay in the L2
// cache while all rows of C are computed.
constexpr Index kPackedElements = Index{64} * 1024;

// Packs `rows` columns of A, from `first` on, into (depth, rows).
void pack_columns(const TransposedOperands& at, Index first, Index rows, float* packed) {
  for (Index k = 0; k < at.depth; ++k)
    packed = std::copy_n(at.a + k * at.a_stride + first, rows, packed);
}

// Computes a strip of the last panel, which has only `columns` columns.
void edge_strip(StripFunction strip, StripOperands operands, Index rows, Index columns) {
  float* const c = operands.c;
  const Index c_stride = operands.c_stride;
  EdgeBuffer buffer(operands.accumulate ? c : nullptr, c_stride, rows, columns);
  operands.c = buffer.data();
  operands.c_stride = kMaxColumns;
  strip(operands);
  buffer.store(c, c_stride);
}

// Computes the columns of C whose panels of B are packed, from `first` on.
void multiply_panels(const TransposedOperands& at, const float* panels, Index first, Index columns,
                     MatrixView c) {
  const TileSet& set = tile_set();
  const Index whole = columns / set.columns;
  const Index strips = ceil_divide(c.rows(), kTileRows);
  float a[kTileRows * kLongestSum];
  for (Index i = 0; i < strips; ++i) {
    const Index row = part_begin(c.rows(), strips, i);
    const Index rows = part_begin(c.rows(), strips, i + 1) - row;
    pack_columns(at, row, rows, a);
    const StripFunction strip = set.strip[rows - 1];
    StripOperands operands{
        a, panels, whole, at.depth, c.data() + row * c.cols() + first, c.cols(), at.accumulate};
    strip(operands);
    if (whole * set.columns == columns) continue;
    operands.panels += whole * at.depth * set.columns;
    operands.panel_count = 1;
    operands.c += whole * set.columns;
    edge_strip(strip, operands, rows, columns - whole * set.columns);
  }
}

}  // namespace

void multiply_in_strips(const TransposedOperands& at, MatrixView c) {
  const Index width = tile_set().columns;
  const Index all = ceil_divide(c.cols(), width);
  const Index most = std::clamp<Index>(kPackedElements / (at.depth * width), 1, all);
  float* const panels = scratch(ScratchUse::kPacked, most * at.depth * width);
  for (Index first = 0; first < c.cols(); first += most * width) {
    const Index columns = std::min(most * width, c.cols() - first);
    pack_rows({at.b + first, at.b_stride, columns}, at.depth, width, panels);
    multiply_panels(at, panels, first, columns, c);
  }
}

}  // namespace ffn
