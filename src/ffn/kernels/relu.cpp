#include "ffn/kernels/relu.h"

#include "ffn/kernels/float4.h"

namespace ffn {

// Comparisons instead of a maximum: max instructions of several machines turn NaN into 0. "Not at most 0" holds for NaN.
void relu_value(const float* x, float* y, std::size_t count) {
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Float4 lanes = load(x + i);
    store(keep_where(~(lanes <= 0.0F), lanes), y + i);
  }
  for (; i < count; ++i) y[i] = x[i] <= 0.0F ? 0.0F : x[i];
}

void relu_derivative(const float* x, float* y, std::size_t count) {
  const Float4 one = broadcast(1.0F);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Float4 lanes = load(x + i);
    const Bits4 above = lanes > 0.0F;
    store(select(above | (lanes <= 0.0F), keep_where(above, one), lanes), y + i);
  }
  for (; i < count; ++i) y[i] = x[i] <= 0.0F ? 0.0F : x[i] > 0.0F ? 1.0F : x[i];
}

}  // namespace ffn
