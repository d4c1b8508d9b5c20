#include "ffn/train/training_run.h"

#include <algorithm>
#include <cmath>
#include <string>
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

void check_classified(const Dataset& data) {
  check(data.classified(), "dataset", "one without labels", "one with labels");
}

void check_finite(TrainableLayers& layers) {
  for (const auto& tensor : named_tensors(layers)) {
    for (const float value : tensor.values)
      check(std::isfinite(value), tensor.name.c_str(), static_cast<double>(value),
            "finite numbers");
  }
}

bool is_outer(const std::string& name) { return name.ends_with("_in") || name.ends_with("_out"); }

}  // namespace

RecordedSteps<TrainingRun::State> TrainingRun::start(const Dataset& data,
                                                     const TrainingOptions& options,
                                                     std::optional<TrainableLayers> weights) {
  const Seeds seeds(options.seed);
  TrainableNetworkOptions sizes = options.network;
  sizes.d_in = data.d_in();
  sizes.d_out = data.d_out();
  RandomState rng(seeds.weights);
  if (weights.has_value()) check_finite(*weights);
  TrainableNetwork network = weights.has_value() ? TrainableNetwork(std::move(*weights), sizes)
                                                 : make_trainable_network(sizes, options.init, rng);
  check(network.d_in() == data.d_in(), "w_in", network.d_in(),
        {data.d_in(), " inputs, as the data have"});
  check(network.d_out() == data.d_out(), "w_out", network.d_out(),
        {data.d_out(), " outputs, as the data have"});
  // A state: weights, at most two moments each, the permutation of an epoch.
  const Index capacity = snapshot_capacity(3 * network.parameter_count() + data.size());
  State first{std::move(network), Optimizer(options.optimizer),
              Batches(data.size(), options.batch_size, seeds.batches), RandomState(seeds.masks)};
  return {options.snapshot_every, capacity, std::move(first)};
}

TrainingRun::TrainingRun(Dataset data, const TrainingOptions& options,
                         std::optional<TrainableLayers> weights)
    : data_((check_dataset(data), std::move(data))),
      options_(options),
      steps_(start(data_, options_, std::move(weights))) {}

// Runs one step. The state changes only at the end, where nothing allocates, so std::bad_alloc
// leaves it unchanged. If an updated parameter is not finite, the state keeps the update, and the
// caller restores it.
std::optional<NonFinite> TrainingRun::train(State& state, Index step, double& loss) const {
  NonFiniteFinder finder(step);
  Batches batches = state.batches;
  RandomState masks = state.masks;
  const Examples batch = examples_at(data_, batches.next());
  TrainableTrace trace;
  state.network.forward(view(batch.inputs), trace, &masks);
  finder.inspect(trace);
  loss = loss_of(batch, trace.output);
  finder.inspect("loss", loss);
  if (finder.found()) return finder.found();
  TrainableLayers grads = zeros_like(state.network.layers());
  const Matrix grad_output = grad_of(batch, trace.output);
  state.network.backward(view(batch.inputs), trace, view(grad_output), grads);
  const ParametersOf<float> gradients = named_tensors(grads);
  for (std::size_t i = gradients.size(); i > 0; --i)
    finder.inspect("grad_", gradients[i - 1].name.c_str(), gradients[i - 1].values);
  if (finder.found()) return finder.found();
  state.network.change_parameters([&](const ParametersOf<float>& parameters) {
    std::vector<ParameterUpdate> updated;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const bool frozen = options_.freeze_outer && is_outer(parameters[i].name);
      // Without a gradient, moments or decay a parameter stays as it is.
      if (frozen) std::fill(gradients[i].values.begin(), gradients[i].values.end(), 0.0F);
      updated.push_back({parameters[i].values, gradients[i].values, !frozen});
    }
    state.optimizer.step(updated);
    state.batches = std::move(batches);
    state.masks = masks;
    for (const auto& parameter : parameters)
      finder.inspect("", parameter.name.c_str(), parameter.values);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      finder.inspect("moment_", parameters[i].name.c_str(), state.optimizer.first_moment(i));
      finder.inspect("moment_", parameters[i].name.c_str(), state.optimizer.second_moment(i));
    }
  });
  return finder.found();
}

Index TrainingRun::step(Index count) {
  return steps_.step(
      count, [this](State& state, Index step, double& loss) { return train(state, step, loss); });
}

void TrainingRun::rewind(Index step) {
  steps_.rewind(step, [this](State& state, Index number, double& loss) {
    return train(state, number, loss);
  });
}

void TrainingRun::set_weights(TrainableLayers weights) {
  check_finite(weights);
  TrainableLayers now = steps_.state().network.layers();
  const ParametersOf<float> wanted = named_tensors(now);
  const ParametersOf<float> given = named_tensors(weights);
  check(given.size() == wanted.size(), "weights", {given.size(), " tensors"},
        {wanted.size(), ", as the network has"});
  for (std::size_t i = 0; i < given.size(); ++i)
    check_shape(wanted[i].name.c_str(), given[i].shape, wanted[i].shape);
  State next = steps_.state();
  next.network.change_parameters([&](const ParametersOf<float>& parameters) {
    for (std::size_t i = 0; i < given.size(); ++i)
      std::copy(given[i].values.begin(), given[i].values.end(), parameters[i].values.begin());
  });
  steps_.change(std::move(next));
}

void TrainingRun::set_lr(double lr) {
  State next = steps_.state();
  next.optimizer.set_lr(lr);
  steps_.change(std::move(next));
}

std::vector<std::int32_t> TrainingRun::next_batch() const {
  Batches batches = steps_.state().batches;
  const auto rows = batches.next();
  return {rows.begin(), rows.end()};
}

TrainableTrace TrainingRun::trace_data() const {
  TrainableTrace trace;
  steps_.state().network.forward(view(data_.inputs), trace);
  return trace;
}

Matrix TrainingRun::predict(const ConstMatrixView& x) const {
  Matrix output(x.rows(), data_.d_out());
  steps_.state().network.predict(x, view(output));
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
  TrainableLayers grads = zeros_like(steps_.state().network.layers());
  steps_.state().network.backward(view(data_.inputs), trace, view(grad_output), grads);
  return grads;
}

double TrainingRun::data_accuracy() const {
  check_classified(data_);
  const Matrix logits = predict(view(data_.inputs));
  return accuracy(view(logits), data_.labels);
}

std::vector<TrainingRun> twin_runs(const Dataset& data, const TrainingOptions& options,
                                   std::span<const Activation> activations) {
  std::vector<TrainingRun> runs;
  for (const Activation activation : activations) {
    TrainingOptions twin = options;
    twin.network.ffn.activation = activation;
    runs.emplace_back(data, twin);
  }
  return runs;
}

}  // namespace ffn
