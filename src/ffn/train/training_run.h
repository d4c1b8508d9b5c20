#pragma once
// A training run that can be stepped, rewound and compared.
//
// Deterministic: the same data, options and weights give the same bits, run after run and, with mean-squared error, in every
// build (cross-entropy calls the C library's exp and log, whose last digits may differ between libraries). Of a
// run's seed three generators are made, for weights, batches and masks, so none depends on how many numbers another draws:
// runs that differ in the activation alone have the same initial weights, batches and masks.
//
// A run records the loss of every step and keeps some of its states (snapshots.h). rewind goes to any recorded step, back or
// forth, by running on from the nearest state: the same bits as at the first time. Only a change (other weights, another
// learning rate) ends the record after it; rewinding to before a change undoes it.
//
// The first value that is not finite, anywhere in a step, ends the run before that step, with a report of where it was.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ffn/core/random.h"
#include "ffn/train/batches.h"
#include "ffn/train/dataset.h"
#include "ffn/train/non_finite.h"
#include "ffn/train/optimizer.h"
#include "ffn/train/snapshots.h"
#include "ffn/train/trainable_network.h"

namespace ffn {

/// All that a run depends on besides its data and, where they are given, its first weights.
struct TrainingOptions {
  TrainableNetworkOptions network;  ///< d_in and d_out are the data's and need not be set
  Initialization init = Initialization::kPytorch;
  OptimizerOptions optimizer;
  Index batch_size = 32;  ///< at most the size of the data set
  std::uint32_t seed = 0;
  Index snapshot_every = 16;  ///< steps between kept states, to begin with
};

/// A run: its data, its network and optimiser at one step, and the record of the steps done. A value: its copy goes on by itself.
class TrainingRun {
 public:
  /// Random weights, or those given. Throws ArgumentError for data that check_dataset refuses, for options out of range, and for
  /// weights that fit neither one another nor the data or are not finite.
  TrainingRun(Dataset data, const TrainingOptions& options, std::optional<TrainableLayers> weights = std::nullopt);

  const Dataset& data() const { return data_; }
  const TrainingOptions& options() const { return options_; }
  const TrainableNetwork& network() const { return state_.network; }

  /// Trains up to `count` steps on from here; fewer, and non_finite() is set, when a value stops being finite. Returns how many
  /// were done.
  Index step(Index count);

  /// Steps done at this point of the run, and the last step recorded; they differ after rewind.
  Index steps() const { return steps_; }
  Index recorded_steps() const { return static_cast<Index>(losses_.size()); }

  /// Loss of each recorded step: the mean over its batch, in training (with dropout), before the update.
  std::span<const double> losses() const { return losses_; }

  /// Set while the run stands before a step that failed.
  const std::optional<NonFinite>& non_finite() const { return non_finite_; }

  /// Goes to a step from 0 to recorded_steps(). Throws ArgumentError for any other.
  void rewind(Index step);

  /// Changes this point of the run: ends what was recorded after it, and stays when the run is rewound to this step or a later
  /// one. A run takes a limited number of changes (32; fewer for networks of many megabytes). Throws as the constructor does.
  void set_weights(TrainableLayers weights);
  void set_lr(double lr);
  double lr() const { return state_.optimizer.options().lr; }

  /// The rows of the data that the next step trains on.
  std::vector<std::int32_t> next_batch() const;

  /// All of the data through the network as it is, without dropout: every tensor, (n, ...).
  TrainableTrace trace_data() const;

  /// x (n, d_in) -> output (n, d_out), without dropout: for a fitted curve, or as logits. Throws ArgumentError for another shape.
  Matrix predict(const ConstMatrixView& x) const;

  /// x (n, d_in) -> softmax(output), (n, classes): for a decision surface. Throws ArgumentError for data without labels.
  Matrix probabilities(const ConstMatrixView& x) const;

  /// Loss over all of the data, without dropout.
  double data_loss() const;

  /// Share of the data classified rightly. Throws ArgumentError for data without labels.
  double data_accuracy() const;

 private:
  // All that a step changes.
  struct State {
    TrainableNetwork network;
    Optimizer optimizer;
    Batches batches;
    RandomState masks;
  };

  static State initial_state(const Dataset& data, const TrainingOptions& options, std::optional<TrainableLayers> weights);
  static Index snapshot_capacity(const State& state, const Dataset& data);
  std::optional<NonFinite> train(double& loss);
  std::optional<NonFinite> step_once();
  void run_to(Index step);
  void restore(Index step);
  void changed();

  Dataset data_;
  TrainingOptions options_;
  State state_;
  Index steps_ = 0;
  std::vector<double> losses_;
  std::optional<NonFinite> non_finite_;
  Snapshots<State> snapshots_;
};

/// Runs that differ in nothing but the activation.
std::vector<TrainingRun> twin_runs(const Dataset& data, const TrainingOptions& options, std::span<const Activation> activations);

}  // namespace ffn
