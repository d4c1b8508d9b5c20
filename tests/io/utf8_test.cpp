#include "ffn/io/utf8.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace ffn;

namespace {

// Encodes any number below 2^21 as UTF-8, whether or not it is a valid code point.
std::string encoded(std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80U) return {static_cast<char>(code)};
  if (code < 0x800U) return {static_cast<char>(0xC0U | (code >> 6U)), tail(0)};
  if (code < 0x10000U) return {static_cast<char>(0xE0U | (code >> 12U)), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | (code >> 18U)), tail(12), tail(6), tail(0)};
}

}  // namespace

TEST_CASE("utf8: exactly the valid code points are accepted") {
  std::uint32_t wrong = 0;
  for (std::uint32_t code = 0; code < 0x200000U; ++code) {
    const bool character = code <= 0x10FFFFU && (code < 0xD800U || code > 0xDFFFU);
    if (first_invalid_utf8(encoded(code)).has_value() == character) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("utf8: first_invalid_utf8 returns the position of the first invalid byte") {
  CHECK_FALSE(first_invalid_utf8("").has_value());
  CHECK(first_invalid_utf8("ab\xFF") == 2);
  CHECK(first_invalid_utf8("\xC3\xA9\xC3") == 2);           // cut
  CHECK(first_invalid_utf8("a\x80") == 1);                  // no lead byte
  CHECK(first_invalid_utf8("\xC0\x80") == 0);               // overlong
  CHECK(first_invalid_utf8("\xE2\x82") == 0);               // cut
  CHECK(first_invalid_utf8("\xE2\x28\xA1") == 0);           // no continuation
  CHECK(first_invalid_utf8("x\xF0\x9F\x98\x80\xF5") == 5);  // beyond U+10FFFF
}

TEST_CASE("utf8: json_quoted escapes characters that JSON does not allow in strings") {
  CHECK(json_quoted("a\"b\\c/d") == R"("a\"b\\c/d")");
  CHECK(json_quoted(std::string("\0\x1F\n\r\t\b\f\x7F", 8)) ==
        "\"\\u0000\\u001f\\n\\r\\t\\b\\f\x7F\"");
  CHECK(json_quoted("lớp") == "\"lớp\"");
}

TEST_CASE("utf8: short_quoted truncates long text between characters") {
  CHECK(short_quoted(std::string(60, 'a')) == "\"" + std::string(60, 'a') + "\"");
  CHECK(short_quoted(std::string(61, 'a')) == "\"" + std::string(60, 'a') + "\"...");
  CHECK(short_quoted(std::string(59, 'a') + "éé") == "\"" + std::string(59, 'a') + "\"...");
  CHECK_FALSE(
      first_invalid_utf8(short_quoted(std::string(58, 'a') + "\xF0\x9F\x98\x80zzz")).has_value());
}
