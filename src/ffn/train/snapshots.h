#pragma once
// States kept at some of a run's steps, so that any step can be come back to by running on from the nearest state before it.
//
// The memory is bounded: states are kept every `interval` steps; when there are more than `capacity` of them every second one
// is let go and the interval doubles. The first state stays for good. So with capacity c and n steps, coming back costs at
// most about 2 n / c steps.
//
// A pinned state is one that the run does not come to by itself (somebody changed a weight): it stays, and ends what was
// recorded after it.

#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/matrix.h"

namespace ffn {

/// The kept states of one run, each with its step; the first state has step 0.
template <class State>
class Snapshots {
 public:
  /// Throws ArgumentError unless interval is 1 or more and capacity 4 or more.
  Snapshots(Index interval, Index capacity, State first) : interval_(interval), capacity_(capacity) {
    check(interval >= 1, "snapshot_every", interval, "1 or more");
    check(capacity >= 4, "capacity", capacity, "4 or more");
    snapshots_.emplace(0, Entry{std::move(first), false});
  }

  Index interval() const { return interval_; }
  Index count() const { return static_cast<Index>(snapshots_.size()); }

  /// Should the state at `step` be kept?
  bool due(Index step) const { return step % interval_ == 0 && snapshots_.find(step) == snapshots_.end(); }

  void keep(Index step, const State& state) {
    snapshots_.emplace(step, Entry{state, false});
    while (count() > capacity_) thin_out();
  }

  /// Keeps a changed state and forgets all later ones. Throws ArgumentError when half of the capacity is pinned.
  void pin(Index step, const State& state) {
    const Index others = pinned_ - (snapshots_.count(step) == 1 && snapshots_.at(step).pinned ? 1 : 0);
    check(others < capacity_ / 2, "changes", others, "fewer than " + std::to_string(capacity_ / 2) + " in one run");
    std::map<Index, Entry> made;  // before anything is forgotten: there may be no memory for it
    made.emplace(step, Entry{state, true});
    forget_from(step);
    snapshots_.insert(made.extract(made.begin()));
    ++pinned_;
    while (count() > capacity_) thin_out();
  }

  /// The first step after `step` with a pinned state.
  std::optional<Index> pinned_after(Index step) const {
    for (auto entry = snapshots_.upper_bound(step); entry != snapshots_.end(); ++entry) {
      if (entry->second.pinned) return entry->first;
    }
    return std::nullopt;
  }

  /// Forgets the states of `step` and of all later ones.
  void forget_from(Index step) {
    const auto first = snapshots_.lower_bound(step);
    for (auto entry = first; entry != snapshots_.end(); ++entry) pinned_ -= entry->second.pinned ? 1 : 0;
    snapshots_.erase(first, snapshots_.end());
  }

  /// The last state at or before `step`, with its step.
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
