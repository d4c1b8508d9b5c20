#include <doctest/doctest.h>

#include <limits>
#include <utility>

#include "ffn/core/text.h"

using namespace ffn;

// tests/engine/errors.test.ts tests the same numbers and texts.
TEST_CASE("number_text: to_text returns the shorter text that parses back to the same value") {
  const std::pair<double, const char*> texts[] = {
      {0.0, "0"},
      {-0.0, "-0"},
      {0.1, "0.1"},
      {-2.5, "-2.5"},
      {100000.5, "100000.5"},
      {0.0001, "0.0001"},
      {0.00012345, "0.00012345"},
      {1e-5, "1e-05"},
      {-1.25e-7, "-1.25e-07"},
      {1.0 / 3.0, "0.33333333333333331"},
      {1e14, "100000000000000"},
      {1e15, "1e+15"},
      {123456789012345680.0, "1.2345678901234568e+17"},
      {5e-324, "4.94065645841247e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308"}};
  for (const auto& [value, text] : texts) {
    CHECK(to_text(value) == text);
    CHECK(to_number(text) == value);
  }
}

TEST_CASE("number_text: to_number rounds to nearest, overflows to infinity and underflows to 0") {
  CHECK(to_number("+1.5e3") == 1500.0);
  CHECK(to_number("9007199254740993") == 9007199254740992.0);
  CHECK(to_number("9007199254740993.0000001") == 9007199254740994.0);
  CHECK(to_number("-1e400") == -std::numeric_limits<double>::infinity());
  CHECK(to_number("1e-400") == 0.0);
}

TEST_CASE("number_text: NaN and infinities") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(to_text(kInfinity) == "inf");
  CHECK(to_text(-kInfinity) == "-inf");
  CHECK(to_text(std::numeric_limits<double>::quiet_NaN()) == "nan");
}
