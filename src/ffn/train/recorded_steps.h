#pragma once
// The steps of a training run: its state at the current step, the loss of every step, and snapshots
// (snapshots.h).
//
// A step is a function of the state: train(state, number, loss) changes the state, sets the loss
// and returns the first value that is not finite. If it returns one, the state may be invalid; if
// it throws, also std::bad_alloc, the state must be unchanged. Repeated on the same state it must
// give the same bits: rewinding repeats steps.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/train/non_finite.h"
#include "ffn/train/snapshots.h"

namespace ffn {

/// The state of a run and its recorded steps. A copy is an independent run.
template <class State>
class RecordedSteps {
 public:
  /// Throws ArgumentError as the constructor of Snapshots does.
  RecordedSteps(Index snapshot_every, Index capacity, State first)
      : state_(std::move(first)), snapshots_(snapshot_every, capacity, state_) {}

  const State& state() const { return state_; }

  /// Return the current step and the last recorded step; they differ after rewind.
  Index steps() const { return steps_; }
  Index recorded_steps() const { return static_cast<Index>(losses_.size()); }

  /// Returns the loss of each recorded step.
  std::span<const double> losses() const { return losses_; }

  /// Set while the current step is the one before a failed step.
  const std::optional<NonFinite>& non_finite() const { return non_finite_; }

  /// Trains `count` steps and returns the number of steps completed: fewer than `count`, with
  /// non_finite() set, if a value is not finite. Throws ArgumentError for a negative count and more
  /// than kMostSteps steps.
  template <class Train>
  Index step(Index count, const Train& train) {
    check(count >= 0 && count <= kMostSteps - steps_, "count", count,
          {"0 to ", kMostSteps - steps_});
    for (Index done = 0; done < count; ++done) {
      std::optional<NonFinite> failure = step_once(train);
      if (!failure.has_value()) continue;
      non_finite_ = std::move(failure);  // set first: the restoration may throw std::bad_alloc
      const Index before = steps_;
      State state = snapshots_.nearest(before).second;
      restore(before, std::move(state));
      run_to(before, train);
      return done;
    }
    return count;
  }

  /// Restores a step from 0 to recorded_steps(). Rewinding to a step before a change undoes the
  /// change. Throws ArgumentError for any other step.
  template <class Train>
  void rewind(Index step, const Train& train) {
    check(step >= 0 && step <= recorded_steps(), "step", step, {"0 to ", recorded_steps()});
    const bool on_the_way =
        !non_finite_.has_value() && steps_ <= step && snapshots_.nearest(step).first <= steps_;
    std::optional<State>
        snapshot;  // copied before anything is deleted, so that std::bad_alloc changes nothing
    if (!on_the_way) snapshot = snapshots_.nearest(step).second;
    if (const std::optional<Index> change = snapshots_.pinned_after(step)) {
      snapshots_.erase_from(*change);
      losses_.resize(static_cast<std::size_t>(*change));
    }
    non_finite_.reset();
    if (snapshot.has_value()) restore(step, std::move(*snapshot));
    run_to(step, train);
  }

  /// Replaces the state at the current step and discards the steps recorded after it. The number of
  /// changes per run is limited: throws ArgumentError as Snapshots::pin does.
  void change(State next) {
    snapshots_.pin(steps_, next);
    state_ = std::move(next);
    non_finite_.reset();
    losses_.resize(static_cast<std::size_t>(steps_));
  }

 private:
  template <class Train>
  std::optional<NonFinite> step_once(const Train& train) {
    double loss = 0.0;
    if (losses_.size() == losses_.capacity())
      losses_.reserve(1024 + 2 * losses_.size());  // allocates before anything changes
    std::optional<NonFinite> failure = train(state_, steps_ + 1, loss);
    if (failure.has_value()) return failure;
    if (steps_ == recorded_steps()) losses_.push_back(loss);
    ++steps_;
    if (snapshots_.due(steps_)) snapshots_.save(steps_, state_);
    return std::nullopt;
  }

  // Repeats recorded steps, which have succeeded before and therefore cannot fail.
  template <class Train>
  void run_to(Index step, const Train& train) {
    while (steps_ < step) step_once(train);
  }

  // Makes the snapshot before `step` the current state.
  void restore(Index step, State snapshot) {
    state_ = std::move(snapshot);
    steps_ = snapshots_.nearest(step).first;
  }

  State state_;
  Index steps_ = 0;
  std::vector<double> losses_;
  std::optional<NonFinite> non_finite_;
  Snapshots<State> snapshots_;
};

}  // namespace ffn
