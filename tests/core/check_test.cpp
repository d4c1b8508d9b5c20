#include "ffn/core/check.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <utility>

using namespace ffn;

TEST_CASE("check: a failed check names argument, value and expectation") {
  CHECK_NOTHROW(check(true, "d_ff", 3, "4"));
  try {
    check(false, "d_ff", -3, "1 or more");
    FAIL("did not throw");
  } catch (const ArgumentError& error) {
    CHECK(std::string(error.what()) == "d_ff is -3; expected 1 or more");
    CHECK(error.argument() == "d_ff");
    CHECK(error.value() == "-3");
    CHECK(error.expected() == "1 or more");
  }
}

TEST_CASE("check: a NUL in a text does not end the message") {
  const std::string text("a\0b\0", 4);
  const ArgumentError error(text, text, text);
  CHECK(std::string(error.what()) == "a\\0b\\0 is a\\0b\\0; expected a\\0b\\0");
  for (const std::string& field : {error.argument(), error.value(), error.expected()})
    CHECK(field == "a\\0b\\0");
}

TEST_CASE("check: checked_integer accepts only integers in range") {
  CHECK(checked_integer("n", 1.0, 1, 8) == 1);
  CHECK(checked_integer("n", 8.0, 1, 8) == 8);
  CHECK(checked_integer("seed", 4294967295.0, 0, 4294967295) == 4294967295);
  for (const double bad :
       {0.0, 9.0, 1.5, -1.0, 2147483648.0 * 4, std::numeric_limits<double>::quiet_NaN(),
        std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(checked_integer("n", bad, 1, 8), ArgumentError);
  }
  CHECK_THROWS_WITH(checked_integer("n", 1.5, 1, 8), "n is 1.5; expected an integer from 1 to 8");
}

TEST_CASE("check: check_index rejects indices out of range") {
  CHECK_NOTHROW(check_index("token", 0, 1));
  CHECK_THROWS_WITH(check_index("token", 3, 3), "token is 3; expected an integer from 0 to 2");
  CHECK_THROWS_AS(check_index("token", -1, 3), ArgumentError);
}
