#pragma once
// Fields of statistics that are results of their own and parts of others.

#include "ffn/analysis/difference.h"
#include "ffn/analysis/summary.h"
#include "values.h"

namespace ffn::bindings {

FFN_FIELDS(Summary, count, mean, standard_deviation, minimum, maximum, negative_share,
           non_finite_count, largest_finite_magnitude);
FFN_FIELDS(Difference, count, differing, largest, at, mean, relative);

}  // namespace ffn::bindings
