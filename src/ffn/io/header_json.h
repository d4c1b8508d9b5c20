#pragma once
// The JSON of a safetensors header, as it stands there: nothing is said yet about sizes and offsets (safetensors.h does).
//
//   {"__metadata__": {"key": "text", ...}, "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...}
//
// The grammar is three levels deep and everything else is refused where it begins, so neither depth nor anything unknown is
// ever stored; the parser keeps no recursion.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ffn/io/tensor_info.h"

namespace ffn {

/// Largest number of dimensions in a file. Tensors to compute with have kMaxDimensions at most.
inline constexpr std::size_t kMaxFileDimensions = 32;

/// What a header says, before it is compared with the size of its file; every name in it differs from the others.
struct HeaderJson {
  std::vector<TensorInfo> tensors;                            ///< in the order of the header; offsets as written there
  std::vector<std::pair<std::string, std::string>> metadata;  ///< in the order of the header
};

/// Throws CheckpointError: kNotUtf8, kNotJson, kHeaderStart, kHeaderPadding, kWrongType, kBadNumber, kDuplicateKey,
/// kUnknownField, kMissingField, kUnknownDtype, kTooManyDimensions, kSizeOverflow, kOffsetsReversed. `text` is trusted in
/// nothing but its length.
HeaderJson parse_header_json(std::string_view text);

}  // namespace ffn
