#pragma once
// The tile as a template over the vector type. Included only by the tile*.cpp files, each compiled
// for its own instruction set. Everything here has internal linkage, so that the linker cannot
// merge code of different instruction sets. For the same reason the wide vectors use only types
// from other headers.

#include <cstring>
#include <utility>

#include "ffn/kernels/float4.h"
#include "ffn/kernels/tile.h"

namespace ffn {
namespace {

template <class Vector>
inline constexpr Index kLanesOf = sizeof(Vector) / sizeof(float);

template <class Vector>
inline Vector load_vector(const float* from) {
  Vector lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <class Vector>
inline void store_vector(Vector lanes, float* to) {
  std::memcpy(to, &lanes, sizeof lanes);
}

// Prefetches the cache line of `from`.
inline void prefetch(const char* from) {
#if defined(__wasm__)
  static_cast<void>(*static_cast<const volatile char*>(from));
#else
  __builtin_prefetch(from);
#endif
}

// Returns sum + factor * lanes. Wide vectors exist only in native builds, where a compiler option
// enables contraction, unless FFN_SAME_BITS.
template <class Vector>
inline Vector add_multiple(Vector sum, float factor, Vector lanes) {
  if constexpr (sizeof(Vector) == sizeof(Float4)) {
    return multiply_add(broadcast(factor), lanes, sum);
  } else {
    return factor * lanes + sum;
  }
}

template <class Vector, int Rows, int Panels>
using Sums = Vector[Rows][2 * Panels];

// Returns an element of A. Wide tiles that JavaScriptCore may run load it apart from its broadcast,
// which at an offset takes it three instructions instead of two, and before they load B: of several
// k per iteration the compiler would otherwise multiply row by row and keep more vectors than there
// are registers.
template <int Panels>
inline float element(const float* from) {
  float number = *from;
  if constexpr (kChoosesWideTiles && Panels > 1) asm volatile("" : "+r"(number));
  return number;
}

// Number of k per iteration of the loop over k, so that it has few iterations and the processor
// predicts its end. On an AMD EPYC that takes natively 3 to 15 % off a pass, in Chromium 10 to 17 %
// off passes of 8 to 512 tokens, 768 to 3072, and in WebKitGTK 4 to 8 %. For WebAssembly only the
// tiles that compute nearly all of such passes are unrolled. Those of one row wait for memory.
template <int Rows, int Panels>
inline constexpr int kUnrolled =
#if defined(__wasm__)
    Rows > 1 && (Panels > 1 || (Rows >= kTallRows - 1 && Rows <= kTallRows)) ? 4 : 1;
#else
    4;
#endif

// Adds the products of `count` k to the sums. In WebAssembly an unrolled loop still tests for its
// end after each k: browsers execute instructions in source order, and without the tests the
// compiler would emit all products of one sum as a dependent chain. Tiles of one panel hold B in
// two registers and load A through one; tiles of few rows do the opposite.
template <class Vector, int Rows, int Panels, bool Streaming>
inline void add_products(const TileOperands& at, Index first, Index count,
                         Sums<Vector, Rows, Panels>& sums) {
  constexpr Index kLanes = kLanesOf<Vector>;
  const float* a[Rows];
  for (int r = 0; r < Rows; ++r) a[r] = at.a + r * at.a_stride + first;
  const float* b[Panels];
  for (int p = 0; p < Panels; ++p) b[p] = at.panel + p * at.panel_stride + first * 2 * kLanes;
  const float* const end = a[0] + count;
  const char* next = at.prefetch + first * at.prefetch_step;
#if defined(__clang__)
  constexpr int kCount = kUnrolled<Rows, Panels>;
#pragma clang loop unroll_count(kCount)
#else
#pragma GCC unroll 4
#endif
  while (a[0] != end) {
    if constexpr (Streaming) {
      prefetch(next);
      next += at.prefetch_step;
    }
    if constexpr (Panels == 1) {
      const auto low = load_vector<Vector>(b[0]);
      const auto high = load_vector<Vector>(b[0] + kLanes);
      for (int r = 0; r < Rows; ++r) {
        const float factor = *a[r];
        sums[r][0] = add_multiple(sums[r][0], factor, low);
        sums[r][1] = add_multiple(sums[r][1], factor, high);
      }
    } else {
      float factor[Rows];
      for (int r = 0; r < Rows; ++r) factor[r] = element<Panels>(a[r]);
      for (int v = 0; v < 2 * Panels; ++v) {
        const auto lanes = load_vector<Vector>(b[v / 2] + v % 2 * kLanes);
        for (int r = 0; r < Rows; ++r) sums[r][v] = add_multiple(sums[r][v], factor[r], lanes);
      }
    }
    for (int r = 0; r < Rows; ++r) ++a[r];
    for (int p = 0; p < Panels; ++p) b[p] += 2 * kLanes;
  }
}

// c = init + sums
template <class Vector, int Rows, int Panels>
inline void store_sums(const float* init, Index init_stride, const Sums<Vector, Rows, Panels>& sums,
                       float* c, Index c_stride) {
  constexpr Index kLanes = kLanesOf<Vector>;
  for (int r = 0; r < Rows; ++r) {
    for (int v = 0; v < 2 * Panels; ++v) {
      store_vector<Vector>(load_vector<Vector>(init + r * init_stride + v * kLanes) + sums[r][v],
                           c + r * c_stride + v * kLanes);
    }
  }
}

// Whether tiles without Streaming prefetch. Of the tall tiles that prefetch in WebAssembly, nearly
// all have kTallRows rows or one less.
template <int Rows, int Panels>
inline constexpr bool kPrefetches = Panels == 1 && (kPrefetchInstruction || Rows >= kTallRows - 1);

// Computes a tile. Without Streaming, cache lines are prefetched between partial sums: inside the
// loop over k that costs a few per cent.
template <class Vector, int Rows, int Panels, bool Streaming = false>
void tile(const TileOperands& at) {
  const float* init = at.init;
  Index init_stride = at.init_stride;
  const char* next = at.prefetch;
  Index count = 0;
  for (Index first = 0; first < at.depth; first += count) {
    count = at.depth - first <= kLongestSum ? at.depth - first : kSumBlock;
    if constexpr (!Streaming && kPrefetches<Rows, Panels>) {
      for (Index i = 0; i < at.prefetch_lines; ++i, next += kCacheLine) prefetch(next);
    }
    Sums<Vector, Rows, Panels> sums = {};
    add_products<Vector, Rows, Panels, Streaming>(at, first, count, sums);
    store_sums<Vector, Rows, Panels>(init, init_stride, sums, at.c, at.c_stride);
    init = at.c;
    init_stride = at.c_stride;
  }
}

// Computes a strip. Its loop has the order of add_products: B in two registers, A through one.
template <class Vector, int Rows>
void strip(const StripOperands& at) {
  constexpr Index kLanes = kLanesOf<Vector>;
  static constexpr float kZeros[kMaxColumns] = {};
  const float* b = at.panels;
  float* const end = at.c + at.panel_count * 2 * kLanes;
  for (float* c = at.c; c != end; c += 2 * kLanes) {
    Sums<Vector, Rows, 1> sums = {};
    const float* a = at.a;
    const float* const last = a + at.depth * Rows;
#if defined(__wasm__)
#pragma clang loop unroll(disable)
#endif
    while (a != last) {
      const auto low = load_vector<Vector>(b);
      const auto high = load_vector<Vector>(b + kLanes);
      for (int r = 0; r < Rows; ++r) {
        const float factor = a[r];
        sums[r][0] = add_multiple(sums[r][0], factor, low);
        sums[r][1] = add_multiple(sums[r][1], factor, high);
      }
      a += Rows;
      b += 2 * kLanes;
    }
    if (at.accumulate) {
      store_sums<Vector, Rows, 1>(c, at.c_stride, sums, c, at.c_stride);
    } else {
      store_sums<Vector, Rows, 1>(kZeros, 0, sums, c, at.c_stride);
    }
  }
}

template <class Vector, int Rows>
constexpr TileFunction kStreamingTile =
    kPrefetchInstruction ? &tile<Vector, Rows, 1, true> : nullptr;

// Whether there is a tile of that many rows and panels: for one row with 6 or 8 vectors of sums,
// for two with as many as the largest tall tile has.
template <int Rows, int Panels>
constexpr bool kHasTile = Panels == 1 || (Rows == 1 && Panels >= 3) ||
                          (Rows == 2 && Panels == kTileRows / 2);

template <class Vector, int Rows, int Panels, bool Exists = kHasTile<Rows, Panels>>
struct TileOrNone {
  static constexpr TileFunction kFunction = nullptr;
};

template <class Vector, int Rows, int Panels>
struct TileOrNone<Vector, Rows, Panels, true> {
  static constexpr TileFunction kFunction = &tile<Vector, Rows, Panels>;
};

template <class Vector, class Rows>
struct Tiles;

static_assert(kTilePanels == 4);

template <class Vector, int... Row>
struct Tiles<Vector, std::integer_sequence<int, Row...>> {
  static constexpr TileSet kSet = {
      kLanesOf<Vector> == 4   ? "4 lanes"
      : kLanesOf<Vector> == 8 ? "8 lanes (AVX2)"
                              : "16 lanes (AVX-512)",
      2 * kLanesOf<Vector>,
      {{TileOrNone<Vector, Row + 1, 1>::kFunction, TileOrNone<Vector, Row + 1, 2>::kFunction,
        TileOrNone<Vector, Row + 1, 3>::kFunction, TileOrNone<Vector, Row + 1, 4>::kFunction}...},
      {kStreamingTile<Vector, Row + 1>...},
      {&strip<Vector, Row + 1>...}};
};

template <class Vector>
constexpr TileSet kTileSet = Tiles<Vector, std::make_integer_sequence<int, kTileRows>>::kSet;

}  // namespace
}  // namespace ffn
