#pragma once
// Detects files of another format by their signature (magic bytes): Git LFS pointers, web pages,
// archives and other checkpoint formats.

#include <string_view>

namespace ffn {

/// Throws CheckpointError kGitLfsPointer, kWebPage or kOtherFormat if the first bytes of a file, at
/// most 8 of them, are the signature of another format. `expected` is the expected format for the
/// message, such as "a safetensors file".
void check_file_signature(std::string_view first_bytes, const char* expected);

}  // namespace ffn
