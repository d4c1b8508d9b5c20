#include "ffn/kernels/double2.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace ffn;

TEST_CASE("double2: loads are exact and stores round once at any alignment") {
  alignas(16) const float numbers[5] = {1.5F, -2.25F, 1e-45F, 3e38F, 7.0F};
  for (int offset = 0; offset < 4; ++offset) {
    const Double2 lanes = load_doubles(numbers + offset);
    CHECK(lanes[0] == static_cast<double>(numbers[offset]));
    CHECK(lanes[1] == static_cast<double>(numbers[offset + 1]));
  }
  float out[6] = {0, 0, 0, 0, 0, 9};
  store_floats(Double2{1.0 + 0x1p-24, 1.0 + 0x1.8p-24}, Double2{-2.0, 0x1p-149},
               out + 1);  // a tie rounds to even, above a tie rounds up
  CHECK(out[0] == 0.0F);
  CHECK(out[1] == 1.0F);
  CHECK(out[2] == 1.0F + 0x1p-23F);
  CHECK(out[3] == -2.0F);
  CHECK(out[4] == 0x1p-149F);
  CHECK(out[5] == 9.0F);
}

TEST_CASE("double2: masks select lanes") {
  const Double2 x{-3.0, 4.0};
  CHECK(magnitude(x)[0] == 3.0);
  CHECK(magnitude(x)[1] == 4.0);
  CHECK(keep_where(x >= 0.0, x)[0] == 0.0);
  CHECK(keep_where(x >= 0.0, x)[1] == 4.0);
  CHECK(select(x > 0.0, broadcast(1.0), broadcast(2.0))[0] == 2.0);
  CHECK(select(x > 0.0, broadcast(1.0), broadcast(2.0))[1] == 1.0);
  CHECK(std::isnan(magnitude(broadcast(std::numeric_limits<double>::quiet_NaN()))[1]));
}

TEST_CASE("double2: the first coefficient of a polynomial is the constant term") {
  const Double2Constant coefficients[] = {1.0, 2.0, 3.0};
  const Double2 y = polynomial(coefficients, Double2{2.0, -1.0});
  CHECK(y[0] == 17.0);
  CHECK(y[1] == 2.0);
}
