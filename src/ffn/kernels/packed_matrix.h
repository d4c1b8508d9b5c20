#pragma once
// A matrix B (depth, columns) packed in the order in which the tiles read it: panels of
// tile_set().columns columns, each stored row by row, the last one padded with zeros. Packing pays
// off for weights that are used in many products. The packed matrix is a copy; it must be rebuilt
// when the weights change.

#include "ffn/core/matrix.h"

namespace ffn {

/// B in panels of this machine's tile width; empty if default-constructed.
class PackedMatrix {
 public:
  PackedMatrix() = default;

  /// Packs the transpose of `weight` (columns, depth), the layout of a linear layer's weight.
  /// Throws std::bad_alloc.
  explicit PackedMatrix(const ConstMatrixView& weight) { pack(weight); }

  /// Packs another weight; allocates nothing if it has the same shape. Throws std::bad_alloc; the
  /// contents are then undefined.
  void pack(const ConstMatrixView& weight);

  Index depth() const { return depth_; }
  Index columns() const { return columns_; }

  /// Returns panel p from row k of B on.
  const float* slice(Index p, Index k) const {
    return panels_.data() + p * panel_stride() + k * panel_columns_;
  }
  Index panel_stride() const { return depth_ * panel_columns_; }

 private:
  Index depth_ = 0;
  Index columns_ = 0;
  Index panel_columns_ = 1;
  RowVector panels_;
};

/// The source of packed panels: the first element, the distance between rows in floats, and the
/// number of columns of all panels together. Missing columns of the last panel are filled with
/// zeros.
struct SourceRows {
  const float* first;
  Index stride;
  Index columns;
};

/// Packs the transpose of source.columns rows of `depth` elements into consecutive panels.
void pack_transposed(const SourceRows& source, Index depth, Index panel_columns, float* panels);

/// Packs `depth` rows of source.columns elements into consecutive panels.
void pack_rows(const SourceRows& source, Index depth, Index panel_columns, float* panels);

}  // namespace ffn
