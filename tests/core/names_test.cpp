#include "ffn/core/names.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"

namespace ffn {

namespace {

enum class Colour { kRed, kGreen, kBlue };
enum class Only { kOne };

}  // namespace

FFN_NAMES(Colour, "colour", "red", "green", "blue");
FFN_NAMES(Only, "only", "one");

}  // namespace ffn

using namespace ffn;

TEST_CASE("names: an enumerator and its name belong together") {
  CHECK(name_of(Colour::kRed) == "red");
  CHECK(name_of(Colour::kBlue) == "blue");
  CHECK(named<Colour>("green") == Colour::kGreen);
}

TEST_CASE("names: a list of names is one of a sentence") {
  CHECK(list_of_names({}).empty());
  CHECK(list_of_names(NamesOf<Only>::names) == "\"one\"");
  CHECK(list_of_names(NamesOf<Colour>::names) == "\"red\", \"green\" or \"blue\"");
}

TEST_CASE("names: an unknown name is rejected with all that are known") {
  CHECK_THROWS_WITH_AS(named<Colour>("pink"),
                       "colour is \"pink\"; expected \"red\", \"green\" or \"blue\"",
                       ArgumentError);
  CHECK_THROWS_WITH(named<Colour>("", "background"),
                    "background is \"\"; expected \"red\", \"green\" or \"blue\"");
  CHECK_THROWS_WITH(named<Only>("two"), "only is \"two\"; expected \"one\"");
}

TEST_CASE("names: a value that is not an enumerator is rejected") {
  CHECK_THROWS_WITH_AS(name_of(static_cast<Colour>(3)), "colour is 3; expected a number below 3",
                       ArgumentError);
}
