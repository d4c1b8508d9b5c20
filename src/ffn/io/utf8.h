#pragma once
// Text that comes from files: checked, and shown so that nothing in it can pass for something else.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ffn {

/// Where `text` stops being UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF); nothing if it never does.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// `text` as a JSON string, quotes included: quotes, backslashes and control characters escaped, all else as it is.
std::string json_quoted(std::string_view text);

/// The same for messages: cut after 60 bytes, at the beginning of a character, with "..." behind.
std::string short_quoted(std::string_view text);

}  // namespace ffn
