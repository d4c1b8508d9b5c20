#pragma once
// A training run that can be stepped, rewound and compared with other runs.
//
// Runs are deterministic: the same data, options and weights give the same bits in every run and,
// with mean squared error, in the simd and native FFN_SAME_BITS builds (cross-entropy calls
// the C library's exp and log, whose last digits may differ between libraries). The run's seed
// initializes three separate generators, for weights, batches and dropout masks, so runs that
// differ only in the activation have the same initial weights, batches and masks.
//
// A run records the loss of every step and takes snapshots of its state (snapshots.h). rewind
// restores any recorded step, earlier or later, by running on from the nearest snapshot, with the
// same bits as the first time. A change (of the weights or the learning rate) discards the steps
// recorded after it; rewinding to a step before a change undoes the change.
//
// If a value in a step is not finite, the run stops before that step and reports the location of
// the first such value.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ffn/core/random.h"
#include "ffn/train/batches.h"
#include "ffn/train/dataset.h"
#include "ffn/train/optimizer.h"
#include "ffn/train/recorded_steps.h"
#include "ffn/train/trainable_network.h"

namespace ffn {

/// The configuration of a run, besides its data and optional initial weights.
struct TrainingOptions {
  TrainableNetworkOptions network;  ///< d_in and d_out are taken from the data and need not be set
  Initialization init = Initialization::kPytorch;
  OptimizerOptions optimizer;
  bool freeze_outer = false;  ///< only the FFN learns; embedding and output layer stay as they are
  Index batch_size = 32;      ///< at most the size of the data set
  std::uint32_t seed = 0;
  Index snapshot_every = 16;  ///< initial number of steps between snapshots
};

/// A run: its data, the network and optimizer at the current step, and the recorded steps. A copy
/// is an independent run.
class TrainingRun {
 public:
  /// Starts a run with random weights or with `weights`. Throws ArgumentError for data that
  /// check_dataset rejects, for options out of range, and for weights that are not finite or whose
  /// shapes do not match each other and the data.
  TrainingRun(Dataset data, const TrainingOptions& options,
              std::optional<TrainableLayers> weights = std::nullopt);

  const Dataset& data() const { return data_; }
  const TrainingOptions& options() const { return options_; }
  const TrainableNetwork& network() const { return steps_.state().network; }

  /// Trains `count` steps and returns the number of steps completed: fewer than `count`, with
  /// non_finite() set, if a value is not finite.
  Index step(Index count);

  /// Return the current step and the last recorded step; they differ after rewind.
  Index steps() const { return steps_.steps(); }
  Index recorded_steps() const { return steps_.recorded_steps(); }

  /// Returns the training loss of each recorded step: the mean over its batch, with dropout, before
  /// the update.
  std::span<const double> losses() const { return steps_.losses(); }

  /// Set while the current step is the one before a failed step.
  const std::optional<NonFinite>& non_finite() const { return steps_.non_finite(); }

  /// Restores a step from 0 to recorded_steps(). Throws ArgumentError for any other step.
  void rewind(Index step);

  /// Change the state at the current step and discard the steps recorded after it. The change
  /// persists when the run is rewound to this step or a later one. The number of changes per run is
  /// limited (32; fewer for networks of many megabytes). Throw ArgumentError as the constructor
  /// does.
  void set_weights(TrainableLayers weights);
  void set_lr(double lr);
  double lr() const { return steps_.state().optimizer.options().lr; }

  /// Returns the rows of the data in the batch of the next step.
  std::vector<std::int32_t> next_batch() const;

  /// Runs a forward pass of all data at the current step, without dropout, and returns all its
  /// tensors (n, ...).
  TrainableTrace trace_data() const;

  /// Returns the output (n, d_out) for x (n, d_in), without dropout: a fitted curve or logits.
  /// Throws ArgumentError for another shape.
  Matrix predict(const ConstMatrixView& x) const;

  /// Returns softmax(output) (n, classes) for x (n, d_in), for a decision surface. Throws
  /// ArgumentError for another shape and for data without labels.
  Matrix probabilities(const ConstMatrixView& x) const;

  /// Returns the loss over all data, without dropout.
  double data_loss() const;

  /// Returns the gradients of data_loss with respect to all parameters.
  TrainableLayers data_gradients() const;

  /// Returns the accuracy over all data. Throws ArgumentError for data without labels.
  double data_accuracy() const;

 private:
  // The state that a step changes.
  struct State {
    TrainableNetwork network;
    Optimizer optimizer;
    Batches batches;
    RandomState masks;
  };

  static RecordedSteps<State> start(const Dataset& data, const TrainingOptions& options,
                                    std::optional<TrainableLayers> weights);
  std::optional<NonFinite> train(State& state, Index step, double& loss) const;

  Dataset data_;
  TrainingOptions options_;
  RecordedSteps<State> steps_;
};

/// Returns one run per activation; the runs differ only in the activation.
std::vector<TrainingRun> twin_runs(const Dataset& data, const TrainingOptions& options,
                                   std::span<const Activation> activations);

}  // namespace ffn
