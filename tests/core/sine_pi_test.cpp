#include "ffn/core/sine_pi.h"

#include <cmath>

#include <doctest/doctest.h>

using ffn::sine_pi;

TEST_CASE("sine_pi: agrees with std::sin") {
  constexpr double kPi = 3.14159265358979323846;
  for (int i = -400; i <= 400; ++i) {
    const double x = i / 128.0;
    CHECK(std::abs(sine_pi(x) - std::sin(kPi * x)) < 2e-15);
  }
}

TEST_CASE("sine_pi: is exact at half turns, odd, and periodic") {
  CHECK(sine_pi(0.0) == 0.0);
  CHECK(sine_pi(0.5) == doctest::Approx(1.0).epsilon(1e-15));
  for (int turn = -3; turn <= 3; ++turn) {
    CHECK(sine_pi(turn) == 0.0);
    CHECK(sine_pi(0.3125 + 2.0 * turn) == sine_pi(0.3125));
  }
  CHECK(sine_pi(-0.7) == -sine_pi(0.7));
}
