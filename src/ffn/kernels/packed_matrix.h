#pragma once
// A matrix B (depth, columns) in the order in which the tiles read it: panels of tile_set().columns columns, each stored k
// after k, the last one filled up with zeros. Made once for weights that serve many products; a copy, not to be forgotten when the
// weights change.

#include "ffn/core/matrix.h"

namespace ffn {

/// B in panels as wide as this machine's tiles have them; without a weight it is empty.
class PackedMatrix {
 public:
  PackedMatrix() = default;

  /// Packs the transpose of `weight` (columns, depth), which is how a linear layer stores it. Throws std::bad_alloc.
  explicit PackedMatrix(const ConstMatrixView& weight);

  Index depth() const { return depth_; }
  Index columns() const { return columns_; }

  /// Panel p from row k of B on.
  const float* slice(Index p, Index k) const { return panels_.data() + p * panel_stride() + k * panel_columns_; }
  Index panel_stride() const { return depth_ * panel_columns_; }

 private:
  Index depth_ = 0;
  Index columns_ = 0;
  Index panel_columns_ = 1;
  RowVector panels_;
};

/// Where panels come from: the first element, how far one row is from the next, and how many columns they have together; those that
/// the last panel has more become zeros.
struct SourceRows {
  const float* first;
  Index stride;
  Index columns;
};

/// Writes rows whose transpose is wanted, source.columns rows of `depth` elements, as panels one after the other.
void pack_transposed(const SourceRows& source, Index depth, Index panel_columns, float* panels);

/// Writes `depth` rows of source.columns elements as panels one after the other.
void pack_rows(const SourceRows& source, Index depth, Index panel_columns, float* panels);

}  // namespace ffn
