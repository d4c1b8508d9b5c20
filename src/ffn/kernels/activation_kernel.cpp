#include "ffn/kernels/activation_kernel.h"

#include "ffn/kernels/activation_kernel_body.h"
#include "ffn/kernels/activation_kernel_wide.h"
#include "ffn/kernels/tile.h"

namespace ffn {

std::span<const ActivationKernelSet* const> activation_kernel_sets() {
#if defined(FFN_WIDE_TILES)
  static const ActivationKernelSet* const sets[] = {&kActivationKernelSet<Double2>,
                                                    &activation_kernel_set_avx2(),
                                                    &activation_kernel_set_avx512()};
#else
  static const ActivationKernelSet* const sets[] = {&kActivationKernelSet<Double2>};
#endif
  return std::span(sets).first(tile_sets().size());
}

void activation_kernel_value(Activation kind, const float* x, float* y, std::size_t count) {
#if defined(FFN_WIDE_TILES)
  activation_kernel_sets().back()->value(kind, x, y, count);
#else
  kernel_value<Double2>(kind, x, y, count);
#endif
}

void activation_kernel_derivative(Activation kind, const float* x, float* y, std::size_t count) {
#if defined(FFN_WIDE_TILES)
  activation_kernel_sets().back()->derivative(kind, x, y, count);
#else
  kernel_derivative<Double2>(kind, x, y, count);
#endif
}

}  // namespace ffn
