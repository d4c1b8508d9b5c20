#include "ffn/kernels/tile_body.h"
#include "ffn/kernels/tile_wide.h"

namespace ffn {

namespace {
using Float16 = float __attribute__((vector_size(64)));
}

const TileSet& tile_set_avx512() { return kTileSet<Float16>; }

}  // namespace ffn
