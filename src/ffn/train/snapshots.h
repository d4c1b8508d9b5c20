#pragma once
// Snapshots of a run's state at some of its steps. Any step can be restored by running on from the
// nearest snapshot before it.
//
// The memory is bounded: a snapshot is taken every `interval` steps; if there are more than
// `capacity`, every second one is deleted and the interval doubles. The first snapshot is never
// deleted. With capacity c and n steps, restoring a step costs at most about 2 n / c steps.
//
// A pinned snapshot is a state that cannot be recomputed from an earlier one, because the user
// changed the run (weights, learning rate). It is not thinned out, and pinning deletes all later
// snapshots.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/matrix.h"

namespace ffn {

/// Largest number of steps of a run: 512 MiB of losses.
inline constexpr Index kMostSteps = Index{1} << 26;

/// Returns the capacity for states of that many float32: 8 to 64 snapshots, of 64 MiB together if
/// that allows 8.
inline Index snapshot_capacity(std::int64_t numbers) {
  constexpr std::int64_t kBytes = std::int64_t{64} << 20;
  return static_cast<Index>(
      std::clamp(kBytes / (numbers * static_cast<std::int64_t>(sizeof(float))), std::int64_t{8},
                 std::int64_t{64}));
}

/// The snapshots of one run by step; the first state has step 0.
template <class State>
class Snapshots {
 public:
  /// Throws ArgumentError unless interval is 1 or more and capacity 4 or more.
  Snapshots(Index interval, Index capacity, State first)
      : interval_(interval), capacity_(capacity) {
    check(interval >= 1, "snapshot_every", interval, "1 or more");
    check(capacity >= 4, "capacity", capacity, "4 or more");
    snapshots_.emplace(0, Entry{std::move(first), false});
  }

  Index interval() const { return interval_; }
  Index count() const { return static_cast<Index>(snapshots_.size()); }

  /// Returns whether a snapshot should be taken at `step`.
  bool due(Index step) const {
    return step % interval_ == 0 && snapshots_.find(step) == snapshots_.end();
  }

  /// Adds a snapshot; deletes every second one if there are then more than `capacity`.
  void save(Index step, const State& state) {
    snapshots_.emplace(step, Entry{state, false});
    while (count() > capacity_) thin_out();
  }

  /// Adds a pinned snapshot of a changed state and deletes all later ones. Throws ArgumentError if
  /// half of the capacity is pinned.
  void pin(Index step, const State& state) {
    const Index others =
        pinned_ - (snapshots_.count(step) == 1 && snapshots_.at(step).pinned ? 1 : 0);
    check(others < capacity_ / 2, "changes", others, {"fewer than ", capacity_ / 2, " in one run"});
    std::map<Index, Entry>
        made;  // allocates before anything is deleted, so that std::bad_alloc changes nothing
    made.emplace(step, Entry{state, true});
    erase_from(step);
    snapshots_.insert(made.extract(made.begin()));
    ++pinned_;
    while (count() > capacity_) thin_out();
  }

  /// Returns the first step after `step` with a pinned snapshot, or nullopt.
  std::optional<Index> pinned_after(Index step) const {
    for (auto entry = snapshots_.upper_bound(step); entry != snapshots_.end(); ++entry) {
      if (entry->second.pinned) return entry->first;
    }
    return std::nullopt;
  }

  /// Deletes the snapshots of `step` and of all later steps.
  void erase_from(Index step) {
    const auto first = snapshots_.lower_bound(step);
    for (auto entry = first; entry != snapshots_.end(); ++entry)
      pinned_ -= entry->second.pinned ? 1 : 0;
    snapshots_.erase(first, snapshots_.end());
  }

  /// Returns the last snapshot at or before `step`, with its step.
  std::pair<Index, const State&> nearest(Index step) const {
    const auto entry = std::prev(snapshots_.upper_bound(step));
    return {entry->first, entry->second.state};
  }

 private:
  struct Entry {
    State state;
    bool pinned;
  };

  void thin_out() {
    interval_ *= 2;
    for (auto entry = snapshots_.begin(); entry != snapshots_.end();) {
      const bool stays = entry->second.pinned || entry->first % interval_ == 0;
      entry = stays ? std::next(entry) : snapshots_.erase(entry);
    }
  }

  Index interval_;
  Index capacity_;
  Index pinned_ = 0;
  std::map<Index, Entry> snapshots_;
};

}  // namespace ffn
