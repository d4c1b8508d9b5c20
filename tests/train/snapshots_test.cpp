#include "ffn/train/snapshots.h"

#include <doctest/doctest.h>

using namespace ffn;

namespace {

// The state of a step is its number.
Snapshots<Index> filled(Index interval, Index capacity, Index steps) {
  Snapshots<Index> snapshots(interval, capacity, 0);
  for (Index step = 1; step <= steps; ++step) {
    if (snapshots.due(step)) snapshots.save(step, step);
  }
  return snapshots;
}

}  // namespace

TEST_CASE("snapshots: one snapshot per interval and nearest returns the last one before a step") {
  const auto snapshots = filled(5, 100, 23);
  CHECK(snapshots.count() == 5);
  for (Index step = 0; step <= 23; ++step) {
    CHECK(snapshots.nearest(step).first == step / 5 * 5);
    CHECK(snapshots.nearest(step).second == step / 5 * 5);
  }
  CHECK_FALSE(snapshots.due(20));
  CHECK_FALSE(snapshots.due(24));
  CHECK(snapshots.due(25));
}

TEST_CASE("snapshots: memory and the number of repeated steps are bounded") {
  for (const Index steps : {10, 100, 1000, 100000}) {
    const auto snapshots = filled(1, 16, steps);
    CHECK(snapshots.count() <= 16);
    CHECK(snapshots.nearest(0).first == 0);
    for (Index step = 0; step <= steps; step += 1 + steps / 100) {
      CHECK(step - snapshots.nearest(step).first <= 2 * steps / 16);
    }
  }
}

TEST_CASE("snapshots: a pinned snapshot deletes later ones and is never thinned out") {
  auto snapshots = filled(1, 8, 7);
  snapshots.pin(5, 500);
  CHECK(snapshots.nearest(7).first == 5);
  CHECK(snapshots.nearest(7).second == 500);
  CHECK(snapshots.nearest(4).second == 4);
  for (Index step = 6; step < 1000; ++step) {
    if (snapshots.due(step)) snapshots.save(step, step);
  }
  CHECK(snapshots.nearest(5).second == 500);
  CHECK(snapshots.pinned_after(4) == Index{5});
  CHECK_FALSE(snapshots.pinned_after(5).has_value());
  snapshots.erase_from(5);
  CHECK_FALSE(snapshots.pinned_after(0).has_value());
  CHECK(snapshots.nearest(999).first < 5);
}

TEST_CASE(
    "snapshots: the number of pinned snapshots is limited and pinning a step again adds none") {
  auto snapshots = filled(1, 8, 3);
  for (Index step = 3; step < 7; ++step) snapshots.pin(step, step);
  snapshots.pin(6, 60);
  CHECK(snapshots.nearest(6).second == 60);
  CHECK_THROWS_WITH_AS(snapshots.pin(7, 7), "changes is 4; expected fewer than 4 in one run",
                       ArgumentError);
  snapshots.erase_from(6);
  CHECK_NOTHROW(snapshots.pin(9, 9));
  CHECK(snapshots.count() <= 8);
}

TEST_CASE("snapshots: invalid sizes are rejected by name") {
  CHECK_THROWS_WITH_AS(Snapshots<int>(0, 8, 1), "snapshot_every is 0; expected 1 or more",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(Snapshots<int>(1, 3, 1), "capacity is 3; expected 4 or more", ArgumentError);
}

TEST_CASE("snapshots: the capacity depends on the size of a state") {
  CHECK(snapshot_capacity(1) == 64);
  CHECK(snapshot_capacity(1 << 20) == 16);
  CHECK(snapshot_capacity(std::int64_t{1} << 40) == 8);
}
