#pragma once
// The GEMM microkernel: computes a tile of C, a few rows by one or more panels of columns, whose
// sums stay in registers during the loop over one block of the depth:
//
//   c[r, j] = init[r, j] + sum over k of a[r, k] * panel[k, j]
//
// The products of kSumBlock consecutive k (at the end up to kLongestSum) are summed in order,
// starting from zero; each such partial sum is added to the result, which starts as init. Vector
// lanes are columns of C, so the summation order of an element does not depend on the vector width,
// the shape of the tile or its position: a row has the same bits alone and in a batch, and all
// builds give the same bits, except those in which a product and its addition round once: relaxed
// SIMD, and native builds without FFN_SAME_BITS.
//
// A panel is two vectors of columns of B, stored row by row (packed_matrix.h). Its width depends on
// the machine: tile_set().columns.

#include <span>

#include "ffn/core/matrix.h"

namespace ffn {

/// The operands of one tile. Strides are in floats.
struct TileOperands {
  const float* a;  // (rows, depth), one row every a_stride
  Index a_stride;
  const float* panel;  // (depth, columns); the next panel is at panel + panel_stride
  Index panel_stride;
  const float* init;  // (rows, columns): initial values of the sums; may be c
  Index init_stride;  // 0 for a single row used for all rows, such as a bias
  float* c;           // (rows, columns), one row every c_stride
  Index c_stride;
  Index depth;                     // 1 or more
  const char* prefetch = nullptr;  // memory to prefetch
  Index prefetch_lines =
      0;  // `tile` prefetches this number of cache lines per partial sum; they must exist
  Index prefetch_step = 0;  // `streaming` prefetches one line, which need not exist, and advances
                            // by this number of bytes per k
};

inline constexpr Index kCacheLine = 64;  // bytes

/// Whether there is an instruction that prefetches. WebAssembly has none; there tiles load a byte
/// and drop it. When that load misses the caches, the processor soon waits for it, as for any other
/// load, so it only pays where many products are computed per loaded line.
#if defined(__wasm__)
inline constexpr bool kPrefetchInstruction = false;
#else
inline constexpr bool kPrefetchInstruction = true;
#endif

using TileFunction = void (*)(const TileOperands&);

/// The operands of a strip: a few rows of C = A^T B or C += A^T B by any number of adjacent whole
/// panels, for a depth of at most kLongestSum, which is one partial sum. Each element of C is
/// written once, and the loops over the panels and the depth are in one call: for the gradient of a
/// weight over few tokens, where a call per tile would take longer than its products.
struct StripOperands {
  const float* a;       // (depth, rows), packed
  const float* panels;  // packed panels of B, each (depth, columns)
  Index panel_count;
  Index depth;  // from 1 to kLongestSum
  float* c;     // (rows, panel_count * columns), one row every c_stride
  Index c_stride;
  bool accumulate;  // adds to C
};

using StripFunction = void (*)(const StripOperands&);

/// Number of products per partial sum. Blocked summation limits the rounding error of long sums in
/// float32 (Higham 2002, section 4.2).
inline constexpr Index kSumBlock = 96;

/// Largest number of products of the last partial sum, which avoids a short extra one: the overhead
/// per partial sum is constant.
inline constexpr Index kLongestSum = 128;

/// Returns the number of partial sums for that depth.
constexpr Index sum_count(Index depth) {
  return depth <= kLongestSum ? 1 : 1 + (depth - kLongestSum + kSumBlock - 1) / kSumBlock;
}

/// Largest number of rows of a tile. 6 x 2 vectors of sums, 2 of B and 1 of A use the 15 vector
/// registers that V8 allocates. Of ARM64's 32 registers 8 x 2 sums, 2 vectors of B and up to 8 of A
/// use 26: four pipes of latency 4, as an Apple M1 has, need 16 independent sums.
#if defined(__aarch64__)
inline constexpr Index kTileRows = 8;
#else
inline constexpr Index kTileRows = 6;
#endif
inline constexpr Index kTilePanels =
    4;  // a single row needs 8 independent sums to hide the latency of an addition

/// Largest number of rows of a tall tile in a product. Without relaxed SIMD a product of two
/// vectors takes a register before it is added: 6 x 2 sums would need 16, of which V8 allocates 15.
#if defined(__wasm__) && !defined(__wasm_relaxed_simd__)
inline constexpr Index kTallRows = 5;
#else
inline constexpr Index kTallRows = kTileRows;
#endif

/// Whether this build has a choice between wide and tall tiles, for only_wide_tiles().
inline constexpr bool kChoosesWideTiles = kTallRows < kTileRows;

/// Returns whether wide tiles compute all rows of a product, instead of those that tall tiles
/// leave. The results have the same bits. Only WebAssembly without relaxed SIMD has the choice, and
/// needs it: JavaScriptCore broadcasts an element of A in two instructions, V8 in one, and a wide
/// tile broadcasts two per k, a tall one five; but of a wide tile V8 keeps a vector in memory. With
/// wide tiles alone passes of 32 to 512 tokens, 768 to 3072, take 0.75 of the time in
/// JavaScriptCore on an AMD EPYC, and 1.1 to 1.16 in Chromium. Where there is a choice, the default
/// is true.
bool only_wide_tiles();

/// Makes the choice for all subsequent products; does nothing in a build that has none. To be
/// called between computations.
void set_only_wide_tiles(bool chosen);

/// Largest number of columns of a panel: two of the widest vectors.
#if defined(__wasm__)
inline constexpr Index kMaxColumns = 8;
#else
inline constexpr Index kMaxColumns = 32;
#endif

/// The tiles of one instruction set: tile[rows - 1][panels - 1], nullptr if there is none. Few rows
/// have tiles of several panels, many rows of one panel, so that each has 8 to 2 * kTileRows
/// vectors of sums. streaming[rows - 1], of one panel and only with kPrefetchInstruction,
/// prefetches in every iteration, for slices that are used by few tiles. strip[rows - 1] computes a
/// strip.
struct TileSet {
  const char* name;  // of the instruction set
  Index columns;     // of a panel
  TileFunction tile[kTileRows][kTilePanels];
  TileFunction streaming[kTileRows];
  StripFunction strip[kTileRows];
};

/// Returns all tile sets that this machine supports, the widest last. For measurements and tests
/// the environment variable FFN_TILES, read once, limits the number of lanes of native builds for
/// x86-64: 4, 8 or 16.
std::span<const TileSet* const> tile_sets();

/// Returns the widest tile set that this machine supports.
const TileSet& tile_set();

}  // namespace ffn
