#include "ffn/core/ascii.h"

#include <doctest/doctest.h>

using namespace ffn;

TEST_CASE("ascii: only letters of ASCII have a lower case; accented ones are no letters") {
  CHECK(lower_case('A') == 'a');
  CHECK(lower_case('I') == 'i');
  CHECK(lower_case('Z') == 'z');
  for (const char c : {'a', '0', '@', '[', '\xC9', '\xE9', '\0'}) CHECK(lower_case(c) == c);
  for (const char c : {'A', 'z', '0', '9'}) CHECK(is_letter_or_digit(c));
  for (const char c : {'_', '@', '[', '`', '{', '/', ':', '\xC9', '\xE9', '\0'})
    CHECK_FALSE(is_letter_or_digit(c));
}
