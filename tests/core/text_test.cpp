#include "ffn/core/text.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace ffn;

namespace {

std::string text_of(const Text& text) { return text.str(); }

}  // namespace

TEST_CASE("text: one piece of each kind") {
  const std::string string = "string";
  CHECK(text_of("literal") == "literal");
  CHECK(text_of(string) == "string");
  CHECK(text_of(std::string_view("a\0b", 3)) == std::string("a\0b", 3));
  CHECK(text_of(-7) == "-7");
  CHECK(text_of(std::uint8_t{200}) == "200");
  CHECK(text_of(std::int64_t{1} << 53) == "9007199254740992");
  CHECK(text_of(0.5) == "0.5");
  CHECK(text_of(Shape{2, 5, 8}) == "(2, 5, 8)");
  CHECK(text_of(MatrixShape(2, 3)) == "(2, 3)");
}

TEST_CASE("text: several pieces in braces follow each other") {
  CHECK(text_of({"at most ", 3, " elements of shape ", Shape{8}, ", not ", 1.5}) ==
        "at most 3 elements of shape (8,), not 1.5");
  CHECK(text_of({1}) == "1");
}
