#pragma once
// Tile sets for vectors wider than WebAssembly's 128 bits, compiled for x86-64 and selected at run
// time by CPU features.

#include "ffn/kernels/tile.h"

namespace ffn {

/// Returns the tile set with 8 lanes; requires AVX2 and FMA.
const TileSet& tile_set_avx2();

/// Returns the tile set with 16 lanes; requires AVX-512F.
const TileSet& tile_set_avx512();

}  // namespace ffn
