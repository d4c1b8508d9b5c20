#pragma once
// Detects texts that people choose in place of a model's file: Git LFS pointers, web pages, answers
// of servers, indices and configurations in JSON, Markdown. Part of file_signature.h.

#include <optional>
#include <string_view>

#include "ffn/io/file_signature.h"

namespace ffn {

/// Returns the kind of text of which these are the first bytes, at least 8 of them for other texts
/// than web pages and JSON; nullopt if they are no text.
std::optional<OtherFormat> find_text_format(std::string_view first_bytes);

}  // namespace ffn
