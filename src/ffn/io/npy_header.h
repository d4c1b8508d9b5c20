#pragma once
// The header of an .npy file, a dictionary as Python writes it, as it stands there: nothing is said yet about sizes (npy.h does).
//
//   {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
//
// Exactly these three, each once and in any order. NumPy hands the text to Python; here the grammar is the one line above and everything
// else is refused where it begins, so that nothing nests and nothing is ever run.

#include <string_view>

#include "ffn/core/shape.h"
#include "ffn/io/dtype.h"

namespace ffn {

/// What the header of an .npy file says.
struct NpyHeader {
  Dtype dtype = Dtype::kF32;
  bool big_endian = false;     ///< each element's bytes in the other order
  bool fortran_order = false;  ///< the first index varies fastest
  Shape shape;                 ///< may be empty: a single element
};

/// Throws CheckpointError: kNotUtf8, kHeaderStart, kHeaderPadding, kNotLiteral, kWrongType, kBadNumber, kDuplicateKey, kUnknownField,
/// kMissingField, kUnknownDtype, kPickledObjects, kTooManyDimensions, kSizeOverflow. `text` is trusted in nothing but its length.
NpyHeader parse_npy_header(std::string_view text);

}  // namespace ffn
