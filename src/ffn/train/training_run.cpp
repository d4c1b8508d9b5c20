#include "ffn/train/training_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/nn/softmax.h"
#include "ffn/train/loss.h"

namespace ffn {

namespace {

struct Seeds {
  std::uint32_t weights = 0;
  std::uint32_t batches = 0;
  std::uint32_t masks = 0;

  explicit Seeds(std::uint32_t seed) {
    RandomState rng(seed);
    for (std::uint32_t* stream : {&weights, &batches, &masks}) *stream = rng.random_seed();
  }
};

double loss_of(const Examples& examples, const Matrix& output) {
  if (examples.classified()) return cross_entropy_forward(view(output), examples.labels);
  return mse_forward(view(output), view(examples.targets));
}

Matrix grad_of(const Examples& examples, const Matrix& output) {
  Matrix grad(output.rows(), output.cols());
  if (examples.classified()) {
    cross_entropy_backward(view(output), examples.labels, view(grad));
  } else {
    mse_backward(view(output), view(examples.targets), view(grad));
  }
  return grad;
}

void check_classified(const Dataset& data) { check(data.classified(), "dataset", "one without labels", "one with labels"); }

void check_finite(TrainableLayers& layers) {
  for (const auto& tensor : named_tensors(layers)) {
    for (const float value : tensor.values) check(std::isfinite(value), tensor.name.c_str(), static_cast<double>(value), "finite numbers");
  }
}

}  // namespace

TrainingRun::State TrainingRun::initial_state(const Dataset& data, const TrainingOptions& options, std::optional<TrainableLayers> weights) {
  const Seeds seeds(options.seed);
  TrainableNetworkOptions sizes = options.network;
  sizes.d_in = data.d_in();
  sizes.d_out = data.d_out();
  RandomState rng(seeds.weights);
  if (weights.has_value()) check_finite(*weights);
  TrainableNetwork network =
      weights.has_value() ? TrainableNetwork(std::move(*weights), sizes) : make_trainable_network(sizes, options.init, rng);
  check(network.d_in() == data.d_in(), "w_in", network.d_in(), std::to_string(data.d_in()) + " inputs, as the data have");
  check(network.d_out() == data.d_out(), "w_out", network.d_out(), std::to_string(data.d_out()) + " outputs, as the data have");
  return {std::move(network), Optimizer(options.optimizer), Batches(data.size(), options.batch_size, seeds.batches),
          RandomState(seeds.masks)};
}

TrainingRun::TrainingRun(Dataset data, const TrainingOptions& options, std::optional<TrainableLayers> weights)
    : data_((check_dataset(data), std::move(data))),
      options_(options),
      state_(initial_state(data_, options_, std::move(weights))),
      // A state: weights, at most two moments each, the permutation of an epoch.
      snapshots_(options.snapshot_every, snapshot_capacity(3 * state_.network.parameter_count() + data_.size()), state_) {}

// Runs one step on state_. state_ changes only at the end, where nothing allocates, so std::bad_alloc leaves it unchanged. If an updated
// parameter is not finite, state_ keeps the updated parameters; the caller restores the state.
std::optional<NonFinite> TrainingRun::train(double& loss) {
  NonFiniteFinder finder(steps_ + 1);
  Batches batches = state_.batches;
  RandomState masks = state_.masks;
  const Examples batch = examples_at(data_, batches.next());
  TrainableTrace trace;
  state_.network.forward(view(batch.inputs), trace, &masks);
  finder.inspect(trace);
  loss = loss_of(batch, trace.output);
  finder.inspect("loss", loss);
  if (finder.found()) return finder.found();
  TrainableLayers grads = zeros_like(state_.network.layers());
  const Matrix grad_output = grad_of(batch, trace.output);
  state_.network.backward(view(batch.inputs), trace, view(grad_output), grads);
  const ParametersOf<float> gradients = named_tensors(grads);
  for (std::size_t i = gradients.size(); i > 0; --i) finder.inspect("grad_", gradients[i - 1].name.c_str(), gradients[i - 1].values);
  if (finder.found()) return finder.found();
  state_.network.change_parameters([&](const ParametersOf<float>& parameters) {
    std::vector<ParameterUpdate> updated;
    for (std::size_t i = 0; i < parameters.size(); ++i) updated.push_back({parameters[i].values, gradients[i].values});
    state_.optimizer.step(updated);
    state_.batches = std::move(batches);
    state_.masks = masks;
    for (const auto& parameter : parameters) finder.inspect("", parameter.name.c_str(), parameter.values);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      finder.inspect("moment_", parameters[i].name.c_str(), state_.optimizer.first_moment(i));
      finder.inspect("moment_", parameters[i].name.c_str(), state_.optimizer.second_moment(i));
    }
  });
  return finder.found();
}

std::optional<NonFinite> TrainingRun::step_once() {
  double loss = 0.0;
  if (losses_.size() == losses_.capacity()) losses_.reserve(1024 + 2 * losses_.size());  // allocates before anything changes
  std::optional<NonFinite> failure = train(loss);
  if (failure.has_value()) return failure;
  if (steps_ == recorded_steps()) losses_.push_back(loss);
  ++steps_;
  if (snapshots_.due(steps_)) snapshots_.save(steps_, state_);
  return std::nullopt;
}

Index TrainingRun::step(Index count) {
  check(count >= 0 && count <= kMostSteps - steps_, "count", count, "0 to " + std::to_string(kMostSteps - steps_));
  for (Index done = 0; done < count; ++done) {
    std::optional<NonFinite> failure = step_once();
    if (!failure.has_value()) continue;
    non_finite_ = std::move(failure);  // set first: restore may throw std::bad_alloc
    restore(steps_);
    return done;
  }
  return count;
}

// Repeats recorded steps, which have succeeded before and therefore cannot fail.
void TrainingRun::run_to(Index step) {
  while (steps_ < step) step_once();
}

// Restores `step` from the nearest snapshot; state_ may be invalid.
void TrainingRun::restore(Index step) {
  const auto [from, snapshot] = snapshots_.nearest(step);
  State state = snapshot;  // a copy first, so that std::bad_alloc leaves state_ unchanged
  state_ = std::move(state);
  steps_ = from;
  run_to(step);
}

void TrainingRun::rewind(Index step) {
  check(step >= 0 && step <= recorded_steps(), "step", step, "0 to " + std::to_string(recorded_steps()));
  const bool on_the_way = !non_finite_.has_value() && steps_ <= step && snapshots_.nearest(step).first <= steps_;
  std::optional<State> snapshot;  // copied before anything is deleted, so that std::bad_alloc changes nothing
  if (!on_the_way) snapshot = snapshots_.nearest(step).second;
  if (const std::optional<Index> change = snapshots_.pinned_after(step)) {
    snapshots_.erase_from(*change);
    losses_.resize(static_cast<std::size_t>(*change));
  }
  non_finite_.reset();
  if (snapshot.has_value()) {
    state_ = std::move(*snapshot);
    steps_ = snapshots_.nearest(step).first;
  }
  run_to(step);
}

// Discards the steps recorded after a change of the current state.
void TrainingRun::discard_later_steps() {
  non_finite_.reset();
  losses_.resize(static_cast<std::size_t>(steps_));
}

void TrainingRun::set_weights(TrainableLayers weights) {
  check_finite(weights);
  TrainableLayers now = state_.network.layers();
  const ParametersOf<float> wanted = named_tensors(now);
  const ParametersOf<float> given = named_tensors(weights);
  check(given.size() == wanted.size(), "weights", std::to_string(given.size()) + " tensors",
        std::to_string(wanted.size()) + ", as the network has");
  for (std::size_t i = 0; i < given.size(); ++i) check_shape(wanted[i].name.c_str(), given[i].shape, wanted[i].shape);
  State next = state_;
  next.network.change_parameters([&](const ParametersOf<float>& parameters) {
    for (std::size_t i = 0; i < given.size(); ++i) std::copy(given[i].values.begin(), given[i].values.end(), parameters[i].values.begin());
  });
  snapshots_.pin(steps_, next);
  state_ = std::move(next);
  discard_later_steps();
}

void TrainingRun::set_lr(double lr) {
  State next = state_;
  next.optimizer.set_lr(lr);
  snapshots_.pin(steps_, next);
  state_ = std::move(next);
  discard_later_steps();
}

std::vector<std::int32_t> TrainingRun::next_batch() const {
  Batches batches = state_.batches;
  const auto rows = batches.next();
  return {rows.begin(), rows.end()};
}

TrainableTrace TrainingRun::trace_data() const {
  TrainableTrace trace;
  state_.network.forward(view(data_.inputs), trace);
  return trace;
}

Matrix TrainingRun::predict(const ConstMatrixView& x) const {
  Matrix output(x.rows(), data_.d_out());
  state_.network.predict(x, view(output));
  return output;
}

Matrix TrainingRun::probabilities(const ConstMatrixView& x) const {
  check_classified(data_);
  Matrix output = predict(x);
  const auto classes = static_cast<std::size_t>(output.cols());
  for (Index token = 0; token < output.rows(); ++token) {
    const std::span<float> row(output.data() + token * output.cols(), classes);
    softmax_forward<float>(row, row);
  }
  return output;
}

double TrainingRun::data_loss() const { return loss_of(data_, predict(view(data_.inputs))); }

TrainableLayers TrainingRun::data_gradients() const {
  const TrainableTrace trace = trace_data();
  const Matrix grad_output = grad_of(data_, trace.output);
  TrainableLayers grads = zeros_like(state_.network.layers());
  state_.network.backward(view(data_.inputs), trace, view(grad_output), grads);
  return grads;
}

double TrainingRun::data_accuracy() const {
  check_classified(data_);
  const Matrix logits = predict(view(data_.inputs));
  return accuracy(view(logits), data_.labels);
}

std::vector<TrainingRun> twin_runs(const Dataset& data, const TrainingOptions& options, std::span<const Activation> activations) {
  std::vector<TrainingRun> runs;
  for (const Activation activation : activations) {
    TrainingOptions twin = options;
    twin.network.ffn.activation = activation;
    runs.emplace_back(data, twin);
  }
  return runs;
}

}  // namespace ffn
