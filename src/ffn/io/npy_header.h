#pragma once
// Parser of the header of an .npy file, a Python dictionary literal. It checks the dictionary only;
// npy.h checks sizes against the file.
//
//   {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
//
// The dictionary has exactly these three keys, in any order. NumPy evaluates the text with Python's
// literal parser; this parser accepts only the grammar above and rejects anything else at its first
// character, so it needs no recursion and never evaluates code.

#include <string_view>

#include "ffn/core/shape.h"
#include "ffn/io/dtype.h"

namespace ffn {

/// The content of the header of an .npy file.
struct NpyHeader {
  Dtype dtype = Dtype::kF32;
  bool big_endian = false;     ///< byte order of the elements
  bool fortran_order = false;  ///< the first index varies fastest
  Shape shape;                 ///< empty for a single element
};

/// Parses a header. `text` is untrusted. Throws CheckpointError with reason kNotUtf8, kHeaderStart,
/// kHeaderPadding, kNotLiteral, kWrongType, kBadNumber, kDuplicateKey, kUnknownField,
/// kMissingField, kUnknownDtype, kPickledObjects, kTooManyDimensions or kSizeOverflow.
NpyHeader parse_npy_header(std::string_view text);

}  // namespace ffn
