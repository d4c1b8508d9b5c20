#pragma once
// Detects files of another format by their first bytes: Git LFS pointers, web pages, archives, and
// other formats of models, each with a way on to a file that can be read.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ffn/io/checkpoint_error.h"

namespace ffn {

/// Number of first bytes of a file that decide; fewer are accepted and decide less.
inline constexpr std::size_t kSignatureBytes = 512;

/// A format that is not read.
struct OtherFormat {
  CheckpointReason reason;  ///< kGitLfsPointer, kWebPage or kOtherFormat
  std::string what;         ///< "a GGUF file"
  const char* way_on;       ///< what to do to get a safetensors file, an imperative
};

/// Returns whether these are the first bytes of a tar archive, which may begin as a header length
/// does, with a short name and zeros.
bool is_tar(std::string_view first_bytes);

/// Returns the format of a file with these first bytes, or nullopt if it is not known.
std::optional<OtherFormat> find_other_format(std::string_view first_bytes);

/// Throws CheckpointError if the first bytes of a file are those of another format. `expected` is
/// the expected format for the message, such as "an .npy file".
void check_file_signature(std::string_view first_bytes, const char* expected);

}  // namespace ffn
