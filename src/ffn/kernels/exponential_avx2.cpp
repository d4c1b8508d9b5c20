#include "ffn/kernels/exponential_body.h"
#include "ffn/kernels/exponential_wide.h"

namespace ffn {

double shifted_exponentials_avx2(const float* x, float largest, float* y, std::size_t count) {
  return exponentials_of<Double4>(x, largest, y, count);
}

}  // namespace ffn
