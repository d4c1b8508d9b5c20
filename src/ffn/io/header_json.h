#pragma once
// Parser of the JSON header of a safetensors file. It checks the JSON only; safetensors.h checks
// sizes and offsets against the file.
//
//   {"__metadata__": {"key": "text", ...}, "name": {"dtype": "F32", "shape": [2, 3],
//   "data_offsets": [0, 24]}, ...}
//
// The grammar is three levels deep. Anything else is rejected at its first token, so the parser
// needs no recursion and stores no unknown content.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ffn/io/tensor_info.h"

namespace ffn {

/// Largest number of dimensions of a tensor in a file. Tensors used in computations have at most
/// kMaxDimensions.
inline constexpr std::size_t kMaxFileDimensions = 32;

/// The content of a header, not yet checked against the file size; all names are distinct.
struct HeaderJson {
  std::vector<TensorInfo>
      tensors;  ///< in the order of the header; offsets as written in the header
  std::vector<std::pair<std::string, std::string>> metadata;  ///< in the order of the header
};

/// Parses a header. `text` is untrusted. Throws CheckpointError with reason kNotUtf8, kNotJson,
/// kHeaderStart, kHeaderPadding, kWrongType, kBadNumber, kDuplicateKey, kUnknownField,
/// kMissingField, kTooManyDimensions, kSizeOverflow or kOffsetsReversed.
HeaderJson parse_header_json(std::string_view text);

}  // namespace ffn
