#pragma once
// Training of a language model on sentences: cross-entropy of the next word, AdamW with warm-up and
// cosine decay of the learning rate. Weight decay applies to matrices only, not to biases and
// norms. If it applies to embeddings and attention but not to the feed-forward networks, the
// networks hold more of what the model knows.
//
// Runs are deterministic: the same sentences and options give the same bits in every run and in the
// simd and native FFN_SAME_BITS builds; the recorded losses, exact to 1e-10, call the C
// library's log and may differ in their last bits. The seed initializes separate generators for
// weights and batches, so runs that differ only in the activation have the same initial weights and
// batches.
//
// As in training_run.h, a run records the loss of every step, restores any recorded step with the
// same bits as the first time, and stops before a step in which a value is not finite.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ffn/nn/language_model.h"
#include "ffn/train/batches.h"
#include "ffn/train/learning_rate.h"
#include "ffn/train/optimizer.h"
#include "ffn/train/recorded_steps.h"

namespace ffn {

/// The configuration of a run, besides its sentences.
struct LanguageTrainingOptions {
  LanguageModelOptions model;
  Initialization init = Initialization::kGpt2;
  OptimizerOptions optimizer = {OptimizerKind::kAdamW, 0.01,
                                0.1};  ///< lr is the peak of the schedule
  LearningRateSchedule schedule;
  Predictions learned =
      Predictions::kEveryWord;      ///< kLastWord: only the last word of each sentence, its answer
  double prompt_loss_weight = 1.0;  ///< with kEveryWord: weight in the loss of the words before the
                                    ///< last one, whose weight is 1
  bool decay_feed_forward =
      true;  ///< whether weight decay applies to the weights of the feed-forward networks
  Index batch_size = 96;  ///< sentences per step, at most their number
  std::uint32_t seed = 0;
  Index snapshot_every = 16;  ///< initial number of steps between snapshots
};

/// A run: its sentences, the model and the optimizer at the current step, and the recorded steps. A
/// copy is an independent run.
class LanguageTraining {
 public:
  /// Starts a run with random weights. Throws ArgumentError for a sentence of fewer than two
  /// tokens, tokens outside of the vocabulary, a sentence longer than n_positions + 1, and options
  /// out of range.
  LanguageTraining(const Sentences& sentences, const LanguageTrainingOptions& options);

  const LanguageTrainingOptions& options() const { return options_; }
  const LanguageModel& model() const { return steps_.state().model; }

  /// Trains `count` steps and returns the number of steps completed: fewer than `count`, with
  /// non_finite() set, if a value is not finite.
  Index step(Index count);

  /// Return the current step and the last recorded step; they differ after rewind.
  Index steps() const { return steps_.steps(); }
  Index recorded_steps() const { return steps_.recorded_steps(); }

  /// Returns the loss of each recorded step: the weighted mean over the learned words of its batch,
  /// before the update.
  std::span<const double> losses() const { return steps_.losses(); }

  /// Returns the learning rate of the next step.
  double lr() const { return learning_rate(options_.schedule, options_.optimizer.lr, steps() + 1); }

  /// Set while the current step is the one before a failed step.
  const std::optional<NonFinite>& non_finite() const { return steps_.non_finite(); }

  /// Restores a step from 0 to recorded_steps(). Throws ArgumentError for any other step.
  void rewind(Index step);

  /// Returns the sentences in the batch of the next step.
  std::vector<std::int32_t> next_batch() const;

  /// Returns the most probable last word of each sentence at the current step.
  std::vector<std::int32_t> answers() const;

  /// Returns the number of sentences whose last word is the most probable one at the current step.
  Index facts_right() const;

 private:
  // The state that a step changes.
  struct State {
    LanguageModel model;
    Optimizer optimizer;
    Batches batches;
  };

  // The words that a step learns, one per row of logits.
  struct LearnedWords {
    std::vector<std::int32_t> words;
    std::vector<float> weights;
  };

  // The tensors of a step, whose memory the next one uses again. A copy of a run begins with none.
  struct Tensors {
    Tensors() = default;
    Tensors(const Tensors&) {}
    Tensors(Tensors&&) noexcept = default;
    Tensors& operator=(const Tensors&) { return *this; }
    Tensors& operator=(Tensors&&) noexcept = default;
    ~Tensors() = default;

    LanguageModel::Trace trace;
    Matrix logits;
    std::optional<LanguageModel::Gradients> grads;
  };

  static RecordedSteps<State> start(const Facts& facts, const LanguageTrainingOptions& options);
  LearnedWords learned_words(std::span<const std::int32_t> batch) const;
  std::optional<NonFinite> train(State& state, Index step, double& loss);
  void update(State& state, Index step, const LanguageModel::Gradients& grads,
              NonFiniteFinder& finder) const;

  LanguageTrainingOptions options_;
  Facts facts_;  // prompts are the inputs: every word but the last
  RecordedSteps<State> steps_;
  Tensors tensors_;
};

}  // namespace ffn
