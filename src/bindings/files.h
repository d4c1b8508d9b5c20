#pragma once
// Values of the bindings that read files.

#include <cstdint>

#include "ffn/core/shape.h"
#include "ffn/io/tensor_info.h"
#include "values.h"

namespace ffn::bindings {

FFN_FIELDS(ByteRange, begin, end);

/// Returns the size of a file in bytes. Throws ArgumentError unless it is an integer from 0 to
/// kMaxExactInteger.
inline std::int64_t checked_file_size(double size) {
  return checked_integer("file_size", size, 0, kMaxExactInteger);
}

}  // namespace ffn::bindings
