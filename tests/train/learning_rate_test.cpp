#include "ffn/train/learning_rate.h"

#include <doctest/doctest.h>

#include <cmath>

#include "ffn/core/check.h"

using namespace ffn;

TEST_CASE(
    "learning_rate: rises linearly to the peak, then follows half a cosine to the final rate and "
    "stays there") {
  const LearningRateSchedule schedule{100, 20, 0.1};
  CHECK(learning_rate(schedule, 0.5, 1) == 0.5 / 20);
  CHECK(learning_rate(schedule, 0.5, 10) == 0.25);
  CHECK(learning_rate(schedule, 0.5, 20) == 0.5);
  for (Index t = 20; t <= 100; ++t) {
    const double progress = static_cast<double>(t - 20) / 80.0;
    CHECK(learning_rate(schedule, 0.5, t) ==
          doctest::Approx(0.05 + 0.45 * 0.5 * (1.0 + std::cos(std::acos(-1.0) * progress)))
              .epsilon(1e-14));
  }
  CHECK(learning_rate(schedule, 0.5, 100) == doctest::Approx(0.05).epsilon(1e-15));
  CHECK(learning_rate(schedule, 0.5, 100000) == learning_rate(schedule, 0.5, 100));
}

TEST_CASE("learning_rate: without warm-up the cosine begins at the first step") {
  CHECK(learning_rate({2, 0, 0.0}, 1.0, 1) == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(learning_rate({2, 0, 0.0}, 1.0, 2) >= 0.0);
  CHECK(learning_rate({2, 0, 0.0}, 1.0, 2) < 1e-15);
  CHECK(learning_rate({7, 3, 1.0}, 1.0, 6) == 1.0);  // constant
}

TEST_CASE("learning_rate: invalid schedules are rejected by name") {
  CHECK_THROWS_WITH_AS(check_schedule({0, 0, 0.0}), "steps is 0; expected 1 or more",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(check_schedule({10, 10, 0.0}), "warm_up_steps is 10; expected 0 to 9",
                       ArgumentError);
  CHECK_THROWS_AS(check_schedule({10, -1, 0.0}), ArgumentError);
  CHECK_THROWS_WITH_AS(check_schedule({10, 1, 1.5}),
                       "final_share is 1.5; expected a number from 0 to 1", ArgumentError);
  CHECK_THROWS_AS(check_schedule({10, 1, std::nan("")}), ArgumentError);
  CHECK_THROWS_WITH_AS(learning_rate({10, 1, 0.0}, 1.0, 0), "step is 0; expected 1 or more",
                       ArgumentError);
}
