#include "ffn/train/recorded_steps.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <new>
#include <vector>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

// A run whose state after step t is 1 + 2 + ... + t, plus changes; the loss of a step is the state
// before it.
struct Counted {
  RecordedSteps<double> steps{2, 4, 0.0};
  Index trained = 0;
  Index fails_at = 0;   // 0 for never
  Index throws_at = 0;  // 0 for never

  auto train() {
    return [this](double& state, Index number, double& loss) -> std::optional<NonFinite> {
      if (number == throws_at) throw std::bad_alloc();
      ++trained;
      loss = state;
      state += static_cast<double>(number);
      if (number != fails_at) return std::nullopt;
      state = std::numeric_limits<double>::quiet_NaN();
      return NonFinite{"state", number, 0, state};
    };
  }
  Index step(Index count) { return steps.step(count, train()); }
  void rewind(Index step) { steps.rewind(step, train()); }
};

double sum_to(Index step) { return static_cast<double>(step * (step + 1)) / 2.0; }

}  // namespace

TEST_CASE("recorded_steps: steps change the state and record losses") {
  Counted run;
  CHECK(run.step(5) == 5);
  CHECK(run.steps.steps() == 5);
  CHECK(run.steps.recorded_steps() == 5);
  CHECK(run.steps.state() == 15.0);
  const std::vector<double> losses(run.steps.losses().begin(), run.steps.losses().end());
  CHECK(losses == std::vector<double>{0.0, 1.0, 3.0, 6.0, 10.0});
  CHECK(run.step(0) == 0);
  CHECK_THROWS_WITH_AS(run.step(-1), "count is -1; expected 0 to 67108859", ArgumentError);
}

TEST_CASE(
    "recorded_steps: any recorded step can be restored, and steps on the way are not trained "
    "twice") {
  Counted run;
  run.step(40);
  for (const Index step : {39, 0, 40, 7, 8, 33, 1, 37}) {
    run.rewind(step);
    CHECK(run.steps.steps() == step);
    CHECK(run.steps.state() == sum_to(step));
    CHECK(run.steps.recorded_steps() == 40);
  }
  run.rewind(39);
  run.trained = 0;
  run.rewind(40);
  CHECK(run.trained <= 1);
  CHECK_THROWS_WITH_AS(run.rewind(41), "step is 41; expected 0 to 40", ArgumentError);
  CHECK_THROWS_AS(run.rewind(-1), ArgumentError);
}

TEST_CASE("recorded_steps: a run stops before a step that is not finite") {
  Counted run;
  run.fails_at = 6;
  CHECK(run.step(10) == 5);
  REQUIRE(run.steps.non_finite().has_value());
  CHECK(run.steps.non_finite()->step == 6);
  CHECK(run.steps.steps() == 5);
  CHECK(run.steps.state() == 15.0);
  run.rewind(5);
  CHECK_FALSE(run.steps.non_finite().has_value());
  run.fails_at = 0;
  CHECK(run.step(2) == 2);
  CHECK(run.steps.state() == 28.0);
}

TEST_CASE("recorded_steps: a step that throws leaves the run unchanged") {
  Counted run;
  run.throws_at = 4;
  CHECK_THROWS_AS(run.step(9), std::bad_alloc);
  CHECK(run.steps.steps() == 3);
  CHECK(run.steps.recorded_steps() == 3);
  CHECK(run.steps.state() == 6.0);
}

TEST_CASE(
    "recorded_steps: a change discards later steps, persists, and is undone by rewinding to an "
    "earlier step") {
  Counted run;
  run.step(10);
  run.rewind(6);
  run.steps.change(1000.0);
  CHECK(run.steps.recorded_steps() == 6);
  run.step(3);
  CHECK(run.steps.state() == 1000.0 + 7 + 8 + 9);
  run.rewind(6);
  CHECK(run.steps.state() == 1000.0);
  run.rewind(8);
  CHECK(run.steps.state() == 1015.0);
  run.rewind(5);
  CHECK(run.steps.state() == sum_to(5));
  CHECK(run.steps.recorded_steps() == 6);
  run.step(5);
  CHECK(run.steps.state() == sum_to(10));
}
