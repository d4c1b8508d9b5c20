#include "ffn/kernels/tile.h"

#include "ffn/kernels/tile_body.h"
#include "ffn/kernels/tile_wide.h"

namespace ffn {

namespace {

constexpr TileSet kFourLanes = make_tile_set<Float4>("4 lanes");

#if defined(FFN_WIDE_TILES)
std::span<const TileSet* const> runnable() {
  static const TileSet* const sets[] = {&kFourLanes, &tile_set_avx2(), &tile_set_avx512()};
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f");
  return std::span(sets).first(avx512 ? 3 : avx2 ? 2 : 1);
}
#else
std::span<const TileSet* const> runnable() {
  static const TileSet* const sets[] = {&kFourLanes};
  return sets;
}
#endif

}  // namespace

std::span<const TileSet* const> tile_sets() {
  static const std::span<const TileSet* const> sets = runnable();
  return sets;
}

const TileSet& tile_set() {
#if defined(FFN_WIDE_TILES)
  return *tile_sets().back();
#else
  return kFourLanes;
#endif
}

}  // namespace ffn
