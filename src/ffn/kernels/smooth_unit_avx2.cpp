#include "ffn/kernels/smooth_unit_body.h"
#include "ffn/kernels/smooth_unit_wide.h"

namespace ffn {

const SmoothUnitSet& smooth_unit_set_avx2() { return kSmoothUnitSet<Double4>; }

}  // namespace ffn
