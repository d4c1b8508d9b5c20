#include "ffn/kernels/tile_body.h"
#include "ffn/kernels/tile_wide.h"

namespace ffn {

namespace {
using Float16 = float __attribute__((vector_size(64)));
constexpr TileSet kAvx512 = make_tile_set<Float16>("16 lanes (AVX-512)");
}  // namespace

const TileSet& tile_set_avx512() { return kAvx512; }

}  // namespace ffn
