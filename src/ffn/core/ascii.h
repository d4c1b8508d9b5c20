#pragma once
// Characters of ASCII, whatever the locale: the functions of the C library depend on it.

namespace ffn {

/// Returns the lower case of A to Z, and other characters unchanged.
constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Returns whether c is one of A to Z, a to z, 0 to 9.
constexpr bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (lower_case(c) >= 'a' && lower_case(c) <= 'z');
}

}  // namespace ffn
