#include "ffn/train/language_training.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/kernels/exponential.h"
#include "ffn/nn/parameters.h"
#include "ffn/train/loss.h"

namespace ffn {

namespace {

constexpr std::size_t kSliceSentences =
    128;  // sentences of a pass over all of them, which bounds the scratch memory

// Replaces a row of finite logits by the gradient of its cross-entropy, softmax(logits) -
// one_hot(word), and returns the cross-entropy. Both have the same exponentials, which the kernel
// computes: the gradient calls no function of the C library, so that all builds train to the same
// bits.
double cross_entropy_step(std::span<float> logits, std::int32_t word) {
  float& logit = logits[static_cast<std::size_t>(word)];
  const float largest =
      ConstMatrixView(logits.data(), 1, static_cast<Index>(logits.size())).maxCoeff();
  const double behind = static_cast<double>(largest) - static_cast<double>(logit);
  const double sum = shifted_exponentials(logits.data(), largest, logits.data(), logits.size());
  divide(logits.data(), sum, logits.size());
  logit -= 1.0F;
  return behind +
         std::log(std::max(1.0, sum));  // the largest logit alone gives 1, up to the kernel's error
}

// Replaces finite logits by the gradient of the weighted mean of the rows' cross-entropy, and
// returns that mean.
double weighted_loss_step(Matrix& logits, const std::vector<std::int32_t>& words,
                          const std::vector<float>& weights) {
  double loss = 0.0;
  double weight = 0.0;
  float divisor = 0.0F;
  for (Index row = 0; row < logits.rows(); ++row) {
    const auto i = static_cast<std::size_t>(row);
    const std::span<float> numbers(logits.data() + row * logits.cols(),
                                   static_cast<std::size_t>(logits.cols()));
    loss += static_cast<double>(weights[i]) * cross_entropy_step(numbers, words[i]);
    logits.row(row) *= weights[i];
    weight += static_cast<double>(weights[i]);
    divisor += weights[i];
  }
  logits /= divisor;
  return loss / weight;
}

// Makes gradients of zero, in the memory of those of the step before if there are any.
void set_to_zeros(std::optional<LanguageModel::Gradients>& grads, const LanguageModel& model) {
  if (!grads) {
    grads.emplace(zeros_like(model));
    return;
  }
  for (const auto& gradient : parameters_of<float>(*grads))
    std::fill(gradient.values.begin(), gradient.values.end(), 0.0F);
}

}  // namespace

RecordedSteps<LanguageTraining::State> LanguageTraining::start(
    const Facts& facts, const LanguageTrainingOptions& options) {
  RandomState seeds(options.seed);
  RandomState weights(seeds.random_seed());
  LanguageModel model = make_language_model(options.model, options.init, weights);
  model.check_sentences(facts.prompts);
  check_labels(facts.answers, model.n_vocab());
  check_schedule(options.schedule);
  const double weight = options.prompt_loss_weight;
  check(weight >= 0.0 && weight <= 1.0, "prompt_loss_weight", weight, "a number from 0 to 1");
  // A state: weights, two moments each, the permutation of an epoch.
  const Index capacity = snapshot_capacity(3 * model.parameter_count() + facts.prompts.count());
  State first{std::move(model), Optimizer(options.optimizer),
              Batches(facts.prompts.count(), options.batch_size, seeds.random_seed())};
  return {options.snapshot_every, capacity, std::move(first)};
}

LanguageTraining::LanguageTraining(const Sentences& sentences,
                                   const LanguageTrainingOptions& options)
    : options_(options), facts_(facts_of(sentences)), steps_(start(facts_, options_)) {}

// Returns the words that follow the tokens with predictions, with their weights in the loss.
LanguageTraining::LearnedWords LanguageTraining::learned_words(
    std::span<const std::int32_t> batch) const {
  LearnedWords learned;
  for (const std::int32_t i : batch) {
    const std::span<const std::int32_t> prompt = facts_.prompts[i];
    if (options_.learned == Predictions::kEveryWord)
      learned.words.insert(learned.words.end(), prompt.begin() + 1, prompt.end());
    learned.weights.insert(learned.weights.end(), learned.words.size() - learned.weights.size(),
                           static_cast<float>(options_.prompt_loss_weight));
    learned.words.push_back(facts_.answers[static_cast<std::size_t>(i)]);
    learned.weights.push_back(1.0F);
  }
  return learned;
}

// Inspects the gradients, updates the parameters of the state and inspects these. The parameters
// change only after everything is allocated.
void LanguageTraining::update(State& state, Index step, const LanguageModel::Gradients& grads,
                              NonFiniteFinder& finder) const {
  const ParametersOf<const float> gradients = parameters_of<const float>(grads);
  for (std::size_t i = gradients.size(); i > 0; --i)
    finder.inspect("grad_", gradients[i - 1].name.c_str(), gradients[i - 1].values);
  if (finder.found()) return;
  state.optimizer.set_lr(learning_rate(options_.schedule, options_.optimizer.lr, step));
  change_parameters<float>(state.model, [&](const ParametersOf<float>& parameters) {
    std::vector<ParameterUpdate> updated;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const bool in_network = parameters[i].name.find(".feed_forward.") != std::string::npos;
      const bool decays =
          parameters[i].shape.size() == 2 && (options_.decay_feed_forward || !in_network);
      updated.push_back({parameters[i].values, gradients[i].values, decays});
    }
    state.optimizer.step(updated);
    for (const auto& parameter : parameters)
      finder.inspect("", parameter.name.c_str(), parameter.values);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      finder.inspect("moment_", parameters[i].name.c_str(), state.optimizer.first_moment(i));
      finder.inspect("moment_", parameters[i].name.c_str(), state.optimizer.second_moment(i));
    }
  });
}

// Runs one step. Before the update nothing changes, so std::bad_alloc leaves the state unchanged.
// If an updated parameter is not finite, the state keeps the update, and the caller restores it.
std::optional<NonFinite> LanguageTraining::train(State& state, Index step, double& loss) {
  NonFiniteFinder finder(step);
  Batches batches = state.batches;
  const std::span<const std::int32_t> batch = batches.next();
  const Sentences prompts = facts_.prompts.at(batch);
  const LearnedWords learned = learned_words(batch);
  auto& [trace, logits, grads] = tensors_;
  resize(logits, prediction_count(prompts, options_.learned), state.model.n_vocab());
  state.model.forward(prompts, options_.learned, view(logits), &trace);
  finder.inspect("logits", logits);
  if (finder.found()) return finder.found();
  loss = weighted_loss_step(logits, learned.words, learned.weights);
  set_to_zeros(grads, state.model);
  state.model.backward(prompts, trace, view(std::as_const(logits)), *grads);
  update(state, step, *grads, finder);
  if (!finder.found()) state.batches = std::move(batches);
  return finder.found();
}

Index LanguageTraining::step(Index count) {
  return steps_.step(
      count, [this](State& state, Index step, double& loss) { return train(state, step, loss); });
}

void LanguageTraining::rewind(Index step) {
  steps_.rewind(step, [this](State& state, Index number, double& loss) {
    return train(state, number, loss);
  });
}

std::vector<std::int32_t> LanguageTraining::next_batch() const {
  Batches batches = steps_.state().batches;
  const auto batch = batches.next();
  return {batch.begin(), batch.end()};
}

std::vector<std::int32_t> LanguageTraining::answers() const {
  std::vector<std::int32_t> all;
  std::vector<std::int32_t> order(facts_.answers.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t first = 0; first < order.size(); first += kSliceSentences) {
    const std::size_t count = std::min(kSliceSentences, order.size() - first);
    const Sentences prompts = facts_.prompts.at(std::span(order).subspan(first, count));
    Matrix logits(prompts.count(), model().n_vocab());
    model().forward(prompts, Predictions::kLastWord, view(logits), nullptr);
    const std::vector<std::int32_t> words = most_probable(view(std::as_const(logits)));
    all.insert(all.end(), words.begin(), words.end());
  }
  return all;
}

Index LanguageTraining::facts_right() const { return count_equal(answers(), facts_.answers); }

}  // namespace ffn
