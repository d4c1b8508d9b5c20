#pragma once
// Files of another kind than their name says: the pointer of Git LFS, the error page of a server, an archive.

#include <string_view>

namespace ffn {

/// Throws CheckpointError kGitLfsPointer, kWebPage or kOtherFormat where the first bytes of a file, of which eight are looked at, tell what
/// it is. `expected` is what it should be: "a safetensors file".
void refuse_foreign(std::string_view first_bytes, const char* expected);

}  // namespace ffn
