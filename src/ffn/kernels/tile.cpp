#include "ffn/kernels/tile.h"

#include "ffn/kernels/tile_body.h"
#include "ffn/kernels/tile_wide.h"

namespace ffn {

namespace {

#if defined(FFN_WIDE_TILES)
std::span<const TileSet* const> runnable() {
  static const TileSet* const sets[] = {&kTileSet<Float4>, &tile_set_avx2(), &tile_set_avx512()};
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f");
  return std::span(sets).first(avx512 ? 3 : avx2 ? 2 : 1);
}
#else
std::span<const TileSet* const> runnable() {
  static const TileSet* const sets[] = {&kTileSet<Float4>};
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
  return kTileSet<Float4>;
#endif
}

}  // namespace ffn
