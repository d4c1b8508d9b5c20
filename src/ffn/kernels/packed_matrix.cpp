#include "ffn/kernels/packed_matrix.h"

#include <algorithm>

#include "ffn/kernels/float4.h"
#include "ffn/kernels/panel_product.h"
#include "ffn/kernels/tile.h"

namespace ffn {

namespace {

// Transposes four rows of four elements: to[k * to_stride + row] = rows[row * stride + k].
void transpose_4x4(const float* rows, Index stride, float* to, Index to_stride) {
  const Float4 a = load(rows);
  const Float4 b = load(rows + stride);
  const Float4 c = load(rows + 2 * stride);
  const Float4 d = load(rows + 3 * stride);
  const Float4 ab_low = interleave_low(a, b);
  const Float4 ab_high = interleave_high(a, b);
  const Float4 cd_low = interleave_low(c, d);
  const Float4 cd_high = interleave_high(c, d);
  store(low_halves(ab_low, cd_low), to);
  store(high_halves(ab_low, cd_low), to + to_stride);
  store(low_halves(ab_high, cd_high), to + 2 * to_stride);
  store(high_halves(ab_high, cd_high), to + 3 * to_stride);
}

void pack_transposed_panel(const SourceRows& source, Index depth, Index panel_columns,
                           float* panel) {
  const auto [rows, stride, count] = source;
  const Index whole = depth / kLanes * kLanes;
  const Index whole_count = count / kLanes * kLanes;
  if (count < panel_columns) std::fill_n(panel, depth * panel_columns, 0.0F);
  for (Index k = 0; k < whole; k += kLanes) {
    for (Index row = 0; row < whole_count; row += kLanes) {
      transpose_4x4(rows + row * stride + k, stride, panel + k * panel_columns + row,
                    panel_columns);
    }
  }
  for (Index row = 0; row < count; ++row) {
    for (Index k = row < whole_count ? whole : 0; k < depth; ++k)
      panel[k * panel_columns + row] = rows[row * stride + k];
  }
}

}  // namespace

void pack_transposed(const SourceRows& source, Index depth, Index panel_columns, float* panels) {
  for (Index first = 0; first < source.columns; first += panel_columns) {
    const SourceRows part{source.first + first * source.stride, source.stride,
                          std::min(panel_columns, source.columns - first)};
    pack_transposed_panel(part, depth, panel_columns, panels + first * depth);
  }
}

// Iterates over the source row by row, so that each row is read sequentially.
void pack_rows(const SourceRows& source, Index depth, Index panel_columns, float* panels) {
  const auto [rows, stride, count] = source;
  const Index whole = count / panel_columns * panel_columns;
  for (Index k = 0; k < depth; ++k) {
    const float* const row = rows + k * stride;
    float* const to = panels + k * panel_columns;
    for (Index column = 0; column < whole; column += panel_columns) {
      for (Index lane = 0; lane < panel_columns; lane += kLanes)
        store(load(row + column + lane), to + column * depth + lane);
    }
    for (Index lane = 0; whole < count && lane < panel_columns; ++lane) {
      to[whole * depth + lane] = whole + lane < count ? row[whole + lane] : 0.0F;
    }
  }
}

void PackedMatrix::pack(const ConstMatrixView& weight) {
  depth_ = weight.cols();
  columns_ = weight.rows();
  panel_columns_ = tile_set().columns;
  const Index panels = ceil_divide(columns_, panel_columns_);
  resize(panels_, 1, panels * panel_stride());
  pack_transposed({weight.data(), depth_, columns_}, depth_, panel_columns_, panels_.data());
}

}  // namespace ffn
