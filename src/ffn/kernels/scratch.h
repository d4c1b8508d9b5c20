#pragma once
// Memory in which products pack their operands. Each thread has its own and keeps it for the next
// product, so that a product allocates only if no earlier one of its thread needed as much. It is
// bounded by the sizes of packed blocks: at most about 1 MiB per thread. Internal to the kernels.

#include "ffn/core/matrix.h"

namespace ffn {

/// The purposes of a product that exist at the same time.
enum class ScratchUse { kPacked, kTransposed };

/// Returns memory for `floats` floats with undefined values, valid in this thread until the next
/// call for the same use. Throws std::bad_alloc.
float* scratch(ScratchUse use, Index floats);

}  // namespace ffn
