#include "ffn/kernels/relu.h"

#include <cstdint>

#include "ffn/kernels/float4.h"

namespace ffn {

// Operates on the bits: the max instructions of several machines turn NaN into 0, and a comparison
// that the compiler replaces by such an instruction may return -0.
void relu_value(const float* x, float* y, std::size_t count) {
  constexpr std::int32_t kInfinity = 0x7F800000;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Bits4 lanes = bits(load(x + i));
    const Bits4 not_negative = ~(lanes >> 31);
    const Bits4 nan = (lanes & INT32_MAX) > kInfinity;
    store(from_bits(lanes & (not_negative | nan)), y + i);
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
