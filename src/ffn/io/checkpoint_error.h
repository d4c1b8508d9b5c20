#pragma once
// Why a file is refused: an ArgumentError with a reason that programs can act on. The reasons are part of the
// interface: their names reach JavaScript and do not change.

#include <string>
#include <string_view>
#include <utility>

#include "ffn/core/check.h"

namespace ffn {

enum class CheckpointReason {
  kFileTooSmall,       ///< shorter than the 8 bytes of the header length
  kGitLfsPointer,      ///< the text that stands for the file in a clone without Git LFS
  kWebPage,            ///< an HTML page saved under the name of the file
  kOtherFormat,        ///< a ZIP archive (PyTorch), GGUF, HDF5, NumPy or JSON file
  kHeaderTooSmall,     ///< header length below 2, the length of {}
  kHeaderTooLarge,     ///< header length above 100 MB
  kHeaderTruncated,    ///< header length beyond the end of the file
  kHeaderStart,        ///< the header does not begin with {
  kHeaderPadding,      ///< something else than spaces after the JSON
  kNotUtf8,            ///< the header is not UTF-8
  kNotJson,            ///< the header is not JSON
  kWrongType,          ///< a value of another JSON type than the format has there
  kBadNumber,          ///< not a whole number of 0 or more
  kDuplicateKey,       ///< a name twice, of a tensor, a field of a tensor or of the metadata
  kUnknownField,       ///< a field of a tensor other than dtype, shape, data_offsets
  kMissingField,       ///< a tensor without dtype, shape or data_offsets
  kUnknownDtype,       ///< an element type that is not supported
  kTooManyDimensions,  ///< more than 32 dimensions
  kSizeOverflow,       ///< a dimension or a size beyond 2^53 - 1
  kSizeMismatch,       ///< shape times element size is not the length of the data
  kOffsetsReversed,    ///< data that ends before it begins
  kOutOfFile,          ///< data beyond the end of the file
  kHole,               ///< bytes of the data that belong to no tensor, before one
  kOverlap,            ///< bytes of the data that belong to two tensors
  kTrailingBytes,      ///< bytes of the data that belong to no tensor, at the end
  kMissingTensor,      ///< a tensor that a layer needs is not there
  kWrongShape,         ///< a tensor that a layer needs has another shape
  kUnknownVersion,     ///< of an .npy file: another version of the format than 1.0, 2.0 and 3.0
  kNotLiteral,         ///< of an .npy file: the header is not a dictionary as Python writes it
  kPickledObjects,     ///< of an .npy file: Python objects, which only running their code could read
};

/// "file_too_small", "git_lfs_pointer", ...: the enumerator in snake_case.
std::string_view name_of(CheckpointReason reason);

/// A file that is not what it should be: which part, what it holds, what was expected, and the reason.
class CheckpointError : public ArgumentError {
 public:
  CheckpointError(CheckpointReason reason, std::string part, std::string value, std::string expected)
      : ArgumentError(std::move(part), std::move(value), std::move(expected)), reason_(reason) {}

  CheckpointReason reason() const { return reason_; }

 private:
  CheckpointReason reason_;
};

}  // namespace ffn
