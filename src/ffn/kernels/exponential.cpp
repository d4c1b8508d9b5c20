#include "ffn/kernels/exponential.h"

#include "ffn/kernels/double_rows.h"
#include "ffn/kernels/exponential_body.h"
#include "ffn/kernels/exponential_wide.h"
#include "ffn/kernels/tile.h"

namespace ffn {

double shifted_exponentials(const float* x, float largest, float* y, std::size_t count) {
#if defined(FFN_WIDE_TILES)
  static const auto widest =
      tile_sets().size() > 1 ? &shifted_exponentials_avx2 : &exponentials_of<Double2>;
  return widest(x, largest, y, count);
#else
  return exponentials_of<Double2>(x, largest, y, count);
#endif
}

void divide(float* y, double divisor, std::size_t count) {
  for_each_element(count, y, [=](auto load, std::size_t i) { return load(y + i) / divisor; });
}

void softmax_row_backward(const float* y, const float* grad_y, float* grad_x, std::size_t count) {
  const double sum =
      sum_over(count, [=](auto load, std::size_t i) { return load(grad_y + i) * load(y + i); });
  for_each_element(count, grad_x, [=](auto load, std::size_t i) {
    return load(y + i) * (load(grad_y + i) - sum);
  });
}

}  // namespace ffn
