#include "ffn/kernels/smooth_unit.h"

#include "ffn/kernels/smooth_unit_body.h"
#include "ffn/kernels/smooth_unit_wide.h"
#include "ffn/kernels/tile.h"

namespace ffn {

std::span<const SmoothUnitSet* const> smooth_unit_sets() {
#if defined(FFN_WIDE_TILES)
  static const SmoothUnitSet* const sets[] = {&kSmoothUnitSet<Double2>, &smooth_unit_set_avx2(),
                                              &smooth_unit_set_avx512()};
#else
  static const SmoothUnitSet* const sets[] = {&kSmoothUnitSet<Double2>};
#endif
  return std::span(sets).first(tile_sets().size());
}

void smooth_unit_value(SmoothUnit unit, const float* x, float* y, std::size_t count) {
#if defined(FFN_WIDE_TILES)
  smooth_unit_sets().back()->value(unit, x, y, count);
#else
  for_each_of<Value, Double2>(unit, x, y, count);
#endif
}

void smooth_unit_derivative(SmoothUnit unit, const float* x, float* y, std::size_t count) {
#if defined(FFN_WIDE_TILES)
  smooth_unit_sets().back()->derivative(unit, x, y, count);
#else
  for_each_of<Derivative, Double2>(unit, x, y, count);
#endif
}

}  // namespace ffn
