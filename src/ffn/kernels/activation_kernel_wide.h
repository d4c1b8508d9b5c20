#pragma once
// The activation functions on vectors wider than WebAssembly's 128 bits, compiled for
// x86-64. tile_sets() says which of them this machine supports.

#include "ffn/kernels/activation_kernel.h"

namespace ffn {

/// Returns the functions on four doubles; they require AVX2.
const ActivationKernelSet& activation_kernel_set_avx2();

/// Returns the functions on eight doubles; they require AVX-512F.
const ActivationKernelSet& activation_kernel_set_avx512();

}  // namespace ffn
