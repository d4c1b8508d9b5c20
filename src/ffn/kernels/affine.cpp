#include "ffn/kernels/affine.h"

#include <algorithm>

#include "ffn/kernels/float4.h"

namespace ffn {

namespace {

// 2 x 4 tile: 8 accumulators, 2 rows of x and 1 row of W at a time fill 11 of the 15 vector registers that browsers
// give WebAssembly on x86-64, so nothing is spilled.
constexpr int kTileRows = 2;
constexpr int kTileColumns = 4;

// Products that are summed before the sum joins the others: a sum of 3072 numbers in float32 loses most of its accuracy by
// adding small numbers to a large total, sums of sums do not (Higham 2002, section 4.2).
constexpr Index kBlock = 256;

struct Operands {
  const float* x;       // (rows, depth)
  const float* weight;  // (columns, depth)
  const float* bias;    // (columns) or nullptr
  float* y;             // (rows, y_stride)
  Index depth;
  Index y_stride;
};

template <int Rows, int Columns>
using Sums = Float4[Rows][Columns];

// Adds the products k to end, end - k a multiple of four, to the sums.
template <int Rows, int Columns>
void add_products(const Operands& at, Index k, Index end, Sums<Rows, Columns>& sums) {
  for (; k < end; k += kLanes) {
    Float4 x[Rows];
    for (int i = 0; i < Rows; ++i) x[i] = load(at.x + i * at.depth + k);
    for (int j = 0; j < Columns; ++j) {
      const Float4 weight = load(at.weight + j * at.depth + k);
      for (int i = 0; i < Rows; ++i) sums[i][j] = multiply_add(x[i], weight, sums[i][j]);
    }
  }
}

// y[0..Rows, 0..Columns) for one tile. Every sum runs over the same four partial sums of the same blocks in the same order,
// whatever the size of the tile; the last depth % 4 products are added one by one.
template <int Rows, int Columns>
void tile(const Operands& at) {
  const Index whole = at.depth / kLanes * kLanes;
  Sums<Rows, Columns> sums = {};
  add_products<Rows, Columns>(at, 0, std::min(kBlock, whole), sums);
  for (Index k = kBlock; k < whole; k += kBlock) {
    Sums<Rows, Columns> block = {};
    add_products<Rows, Columns>(at, k, std::min(k + kBlock, whole), block);
    for (int i = 0; i < Rows; ++i) {
      for (int j = 0; j < Columns; ++j) sums[i][j] += block[i][j];
    }
  }
  for (int i = 0; i < Rows; ++i) {
    for (int j = 0; j < Columns; ++j) {
      float sum = horizontal_sum(sums[i][j]);
      for (Index t = whole; t < at.depth; ++t) sum += at.x[i * at.depth + t] * at.weight[j * at.depth + t];
      at.y[i * at.y_stride + j] = at.bias == nullptr ? sum : sum + at.bias[j];
    }
  }
}

template <int Columns>
void tile_rows(const Operands& at, Index rows) {
  if (rows == kTileRows) {
    tile<kTileRows, Columns>(at);
  } else {
    tile<1, Columns>(at);
  }
}

}  // namespace

// Columns outermost: four rows of W stay in the first-level cache while all rows of x pass over them.
void affine(const ConstMatrixView& x, const ConstMatrixView& weight, const float* bias, MatrixView y) {
  const Index depth = x.cols();
  for (Index column = 0; column < weight.rows();) {
    const bool whole = column + kTileColumns <= weight.rows();
    for (Index row = 0; row < x.rows(); row += kTileRows) {
      const Operands at{x.data() + row * depth,
                        weight.data() + column * depth,
                        bias == nullptr ? nullptr : bias + column,
                        y.data() + row * y.cols() + column,
                        depth,
                        y.cols()};
      const Index rows = std::min<Index>(kTileRows, x.rows() - row);
      whole ? tile_rows<kTileColumns>(at, rows) : tile_rows<1>(at, rows);
    }
    column += whole ? kTileColumns : 1;
  }
}

}  // namespace ffn
