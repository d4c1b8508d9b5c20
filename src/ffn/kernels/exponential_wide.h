#pragma once
// shifted_exponentials on vectors wider than WebAssembly's 128 bits, compiled for x86-64.

#include <cstddef>

namespace ffn {

/// Computes the same bits on four doubles at a time; requires AVX2.
double shifted_exponentials_avx2(const float* x, float largest, float* y, std::size_t count);

}  // namespace ffn
