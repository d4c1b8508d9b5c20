#include "ffn/kernels/tile.h"

#include <atomic>
#include <cstdlib>

#include "ffn/kernels/tile_body.h"
#include "ffn/kernels/tile_wide.h"

namespace ffn {

namespace {

#if defined(FFN_WIDE_TILES)
// Returns whether FFN_TILES allows vectors of that many lanes.
bool allowed(int lanes) {
  const char* const most = std::getenv("FFN_TILES");
  return most == nullptr || lanes <= std::atoi(most);
}

std::span<const TileSet* const> runnable() {
  static const TileSet* const sets[] = {&kTileSet<Float4>, &tile_set_avx2(), &tile_set_avx512()};
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && allowed(8);
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && allowed(16);
  return std::span(sets).first(avx512 ? 3 : avx2 ? 2 : 1);
}
#else
std::span<const TileSet* const> runnable() {
  static const TileSet* const sets[] = {&kTileSet<Float4>};
  return sets;
}
#endif

std::atomic<bool>& chosen_width() {
  static std::atomic<bool> only_wide{kChoosesWideTiles};
  return only_wide;
}

}  // namespace

bool only_wide_tiles() {
  return kChoosesWideTiles && chosen_width().load(std::memory_order_relaxed);
}

void set_only_wide_tiles(bool chosen) { chosen_width().store(chosen, std::memory_order_relaxed); }

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
