#include "ffn/kernels/tile_body.h"
#include "ffn/kernels/tile_wide.h"

namespace ffn {

namespace {
using Float8 = float __attribute__((vector_size(32)));
}

const TileSet& tile_set_avx2() { return kTileSet<Float8>; }

}  // namespace ffn
