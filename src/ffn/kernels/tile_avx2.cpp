#include "ffn/kernels/tile_body.h"
#include "ffn/kernels/tile_wide.h"

namespace ffn {

namespace {
using Float8 = float __attribute__((vector_size(32)));
constexpr TileSet kAvx2 = make_tile_set<Float8>("8 lanes (AVX2)");
}  // namespace

const TileSet& tile_set_avx2() { return kAvx2; }

}  // namespace ffn
