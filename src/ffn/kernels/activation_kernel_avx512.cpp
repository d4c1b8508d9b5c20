#include "ffn/kernels/activation_kernel_body.h"
#include "ffn/kernels/activation_kernel_wide.h"

namespace ffn {

const ActivationKernelSet& activation_kernel_set_avx512() { return kActivationKernelSet<Double8>; }

}  // namespace ffn
