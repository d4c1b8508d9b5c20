#pragma once
// Errors of file readers: an ArgumentError with a reason code. The names of the reasons are part of
// the JavaScript interface and must not change.

#include <string_view>

#include "ffn/core/check.h"

namespace ffn {

enum class CheckpointReason {
  kFileTooSmall,       ///< shorter than the 8 bytes of the header length
  kGitLfsPointer,      ///< a Git LFS pointer instead of the file's content
  kWebPage,            ///< an HTML or XML document
  kOtherFormat,        ///< a ZIP archive (PyTorch), GGUF, HDF5, NumPy or JSON file
  kHeaderTooSmall,     ///< header length below 2, the length of {}
  kHeaderTooLarge,     ///< header length above 100 MB
  kHeaderTruncated,    ///< header length beyond the end of the file
  kHeaderStart,        ///< the header does not begin with {
  kHeaderPadding,      ///< characters other than spaces after the JSON
  kNotUtf8,            ///< the header is not UTF-8
  kNotJson,            ///< the header is not JSON
  kWrongType,          ///< a value of a wrong JSON type
  kBadNumber,          ///< not an integer of 0 or more
  kDuplicateKey,       ///< a duplicate name of a tensor, of a tensor's field or of a metadata entry
  kUnknownField,       ///< a field of a tensor other than dtype, shape, data_offsets
  kMissingField,       ///< a tensor without dtype, shape or data_offsets
  kUnknownDtype,       ///< an element type that is not supported
  kTooManyDimensions,  ///< more than 32 dimensions
  kSizeOverflow,       ///< a dimension or a size above 2^53 - 1
  kSizeMismatch,     ///< number of elements times element size differs from the length of the data
  kOffsetsReversed,  ///< the end offset is before the begin offset
  kOutOfFile,        ///< data beyond the end of the file
  kHole,             ///< bytes between tensors that belong to no tensor
  kOverlap,          ///< bytes that belong to two tensors
  kTrailingBytes,    ///< bytes after the last tensor
  kMissingTensor,    ///< a required tensor is missing
  kWrongShape,       ///< a required tensor has a different shape
  kUnknownVersion,   ///< .npy: a format version other than 1.0, 2.0 and 3.0
  kNotLiteral,       ///< .npy: the header is not a Python dictionary literal
  kPickledObjects,   ///< .npy: pickled Python objects, which cannot be read without running code
  kQuantized,        ///< a weight that is quantized in a way that is not read
};

/// Returns the reason's name, the enumerator in snake_case: "file_too_small", "git_lfs_pointer",
/// ...
std::string_view name_of(CheckpointReason reason);

/// An invalid file: the invalid part, its value, the expected value, and the reason.
class CheckpointError : public ArgumentError {
 public:
  CheckpointError(CheckpointReason reason, const Text& part, const Text& value,
                  const Text& expected)
      : ArgumentError(part, value, expected), reason_(reason) {}

  CheckpointReason reason() const { return reason_; }

 private:
  CheckpointReason reason_;
};

/// Throws CheckpointError.
[[noreturn]] void reject(CheckpointReason reason, const Text& part, const Text& value,
                         const Text& expected);

}  // namespace ffn
