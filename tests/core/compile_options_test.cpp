#include "ffn/core/compile_options.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

// That the header refuses other options is tested by tests/consumer.
TEST_CASE(
    "compile_options: NaN, signed zeros and subnormal numbers exist, and floats are rounded") {
  volatile float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(nan));
  CHECK_FALSE(nan == nan);
  volatile float zero = 0.0F;
  CHECK(std::signbit(zero * -1.0F));
  volatile float tiny = std::numeric_limits<float>::min();
  CHECK(tiny / 4.0F > 0.0F);
  volatile float one = 1.0F;
  const float third = one / 3.0F;
  CHECK(third == 11184811.0F / 33554432.0F);
}
