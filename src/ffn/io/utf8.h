#pragma once
// UTF-8 validation, and quoting of untrusted text from files for messages.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ffn {

/// Returns the index of the first byte that is not valid UTF-8 (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF), or nullopt if `text` is valid.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// Returns `text` as a JSON string with its quotes; quotes, backslashes and control characters are
/// escaped.
std::string json_quoted(std::string_view text);

/// Returns `text` as a JSON string for messages, truncated to at most 60 bytes at a character
/// boundary, with "..." appended.
std::string short_quoted(std::string_view text);

}  // namespace ffn
