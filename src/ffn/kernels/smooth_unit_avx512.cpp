#include "ffn/kernels/smooth_unit_body.h"
#include "ffn/kernels/smooth_unit_wide.h"

namespace ffn {

const SmoothUnitSet& smooth_unit_set_avx512() { return kSmoothUnitSet<Double8>; }

}  // namespace ffn
