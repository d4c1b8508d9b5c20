#include "ffn/kernels/packed_matrix.h"

#include <algorithm>

#include "ffn/kernels/float4.h"
#include "ffn/kernels/panel_product.h"
#include "ffn/kernels/tile.h"

namespace ffn {

namespace {

// Four rows, four k each: to[k * stride + row].
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

}  // namespace

void pack_transposed(const SourceRows& source, Index depth, Index panel_columns, float* panel) {
  const auto [rows, stride, count] = source;
  const Index whole = depth / kLanes * kLanes;
  const Index whole_count = count / kLanes * kLanes;
  if (count < panel_columns) std::fill_n(panel, depth * panel_columns, 0.0F);
  for (Index k = 0; k < whole; k += kLanes) {
    for (Index row = 0; row < whole_count; row += kLanes) {
      transpose_4x4(rows + row * stride + k, stride, panel + k * panel_columns + row, panel_columns);
    }
  }
  for (Index row = 0; row < count; ++row) {
    for (Index k = row < whole_count ? whole : 0; k < depth; ++k) panel[k * panel_columns + row] = rows[row * stride + k];
  }
}

void pack_rows(const SourceRows& source, Index depth, Index panel_columns, float* panel) {
  const auto [rows, stride, count] = source;
  if (count < panel_columns) std::fill_n(panel, depth * panel_columns, 0.0F);
  const Index whole = count / kLanes * kLanes;
  for (Index k = 0; k < depth; ++k) {
    Index column = 0;
    for (; column < whole; column += kLanes) store(load(rows + k * stride + column), panel + k * panel_columns + column);
    for (; column < count; ++column) panel[k * panel_columns + column] = rows[k * stride + column];
  }
}

PackedMatrix::PackedMatrix(const ConstMatrixView& weight)
    : depth_(weight.cols()), columns_(weight.rows()), panel_columns_(tile_set().columns) {
  const Index panels = (columns_ + panel_columns_ - 1) / panel_columns_;
  resize(panels_, 1, panels * panel_stride() + kFetchPadding / Index{sizeof(float)});
  for (Index p = 0; p < panels; ++p) {
    const Index first = p * panel_columns_;
    const SourceRows rows{weight.data() + first * depth_, depth_, std::min(panel_columns_, columns_ - first)};
    pack_transposed(rows, depth_, panel_columns_, panels_.data() + p * panel_stride());
  }
}

}  // namespace ffn
