#include "ffn/io/utf8.h"

#include <array>
#include <cstdint>

namespace ffn {

namespace {

constexpr std::size_t kShortLength = 60;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Length of a sequence and range of its second byte (Unicode standard, table 3-7), by the first
// byte; length 0 if the byte starts none.
struct Lead {
  std::size_t length;
  unsigned lowest;
  unsigned highest;
};

Lead lead_of(unsigned byte) {
  if (byte < 0x80U) return {1, 0, 0};
  if (byte < 0xC2U || byte > 0xF4U) return {0, 0, 0};
  if (byte < 0xE0U) return {2, 0x80U, 0xBFU};
  if (byte < 0xF0U) return {3, byte == 0xE0U ? 0xA0U : 0x80U, byte == 0xEDU ? 0x9FU : 0xBFU};
  return {4, byte == 0xF0U ? 0x90U : 0x80U, byte == 0xF4U ? 0x8FU : 0xBFU};
}

// Returns the length in bytes of the character at index `at`, 0 if it is invalid.
std::size_t character_length(std::string_view text, std::size_t at) {
  const Lead lead = lead_of(static_cast<unsigned char>(text[at]));
  if (lead.length <= 1) return lead.length;
  if (lead.length > text.size() - at) return 0;
  const auto second = static_cast<unsigned char>(text[at + 1]);
  if (second < lead.lowest || second > lead.highest) return 0;
  for (std::size_t i = 2; i < lead.length; ++i) {
    if (!is_continuation(text[at + i])) return 0;
  }
  return lead.length;
}

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  const auto code = static_cast<unsigned char>(c);
  if (code >= 0x20U) {
    out += c;
    return;
  }
  out += "\\u00";
  out += kHex[code >> 4U];
  out += kHex[code & 0xFU];
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::string json_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) append_escaped(out, c);
  out += '"';
  return out;
}

std::string short_quoted(std::string_view text) {
  if (text.size() <= kShortLength) return json_quoted(text);
  std::size_t end = kShortLength;
  while (end > 0 && is_continuation(text[end])) --end;
  return json_quoted(text.substr(0, end)) + "...";
}

}  // namespace ffn
