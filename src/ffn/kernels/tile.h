#pragma once
// The innermost loop of every product: a tile of a few rows of C and one panel of columns (or several), whose sums stay in
// registers while the products of one block of the depth are added:
//
//   c[r, j] = init[r, j] + sum over k of a[r, k] * panel[k, j]
//
// The products of kSumBlock k, or of the last kLongestSum at most, are summed in order, from zero; that sum is added to init, the next
// to the result, and so on.
// Lanes are columns of C, so each element is summed in the same order whatever the width of a vector, the shape of the tile
// and its place in the matrix: all builds give the same bits (but for relaxed SIMD and FFN_FUSED, where a product and its
// addition round once), and a row alone has the same bits as in a batch.
//
// A panel is kLanes * 2 columns of B, stored k after k (packed_matrix.h). Widths differ between machines; tile_set() says.

#include <span>

#include "ffn/core/matrix.h"

namespace ffn {

/// One call's operands. Strides and distances are in floats.
struct TileOperands {
  const float* a;  // (rows, depth), one row every a_stride
  Index a_stride;
  const float* panel;  // (depth, columns), and the next panel panel_stride further
  Index panel_stride;
  const float* init;  // (rows, columns): what the sums are added to; may be c
  Index init_stride;  // 0 for one row that serves all, such as a bias
  float* c;           // (rows, columns), one row every c_stride
  Index c_stride;
  Index depth;        // 1 or more
  const char* fetch;  // memory to bring nearer meanwhile, all of it readable, in one of two ways:
  Index fetch_lines;  // `tile`: so many cache lines further with every sum
  Index fetch_step;   // `streaming`: so many bytes further with every k
};

inline constexpr Index kCacheLine = 64;  // bytes

using TileFunction = void (*)(const TileOperands&);

/// Products that are summed before the sum joins the others: a long sum in float32 loses most of its accuracy by adding small
/// numbers to a large total, sums of sums do not (Higham 2002, section 4.2).
inline constexpr Index kSumBlock = 96;

/// The last sum takes what is left when that is no more than so many products: a short sum costs as much around it as a long one.
inline constexpr Index kLongestSum = 128;

/// Into how many sums so many products are cut.
constexpr Index sum_count(Index depth) { return depth <= kLongestSum ? 1 : 1 + (depth - kLongestSum + kSumBlock - 1) / kSumBlock; }

inline constexpr Index kTileRows = 6;    // 6 x 2 vectors of sums, 2 of B and 1 of A fill the 15 registers that V8 gives
inline constexpr Index kTilePanels = 4;  // one row alone needs 8 sums in flight to hide the latency of an addition

/// Columns of a panel at most: two vectors of the widest kind.
#if defined(__wasm__)
inline constexpr Index kMaxColumns = 8;
#else
inline constexpr Index kMaxColumns = 32;
#endif

/// The tiles of one machine: tile[rows - 1][panels - 1], nullptr where there is none (more panels only for few rows), and
/// streaming[rows - 1] of one panel, for when much must be brought nearer in the time of few tiles.
struct TileSet {
  const char* name;  // of the instruction set
  Index columns;     // of a panel
  TileFunction tile[kTileRows][kTilePanels];
  TileFunction streaming[kTileRows];
};

/// Every set that this machine runs, the widest last.
std::span<const TileSet* const> tile_sets();

/// The widest.
const TileSet& tile_set();

}  // namespace ffn
