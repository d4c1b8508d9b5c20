#pragma once
// The tiles for vectors wider than WebAssembly's, compiled where the processor may have them and chosen when the program runs.

#include "ffn/kernels/tile.h"

namespace ffn {

/// 8 lanes; needs AVX2 and FMA.
const TileSet& tile_set_avx2();

/// 16 lanes; needs AVX-512F.
const TileSet& tile_set_avx512();

}  // namespace ffn
