// Determinism, rewinding and changes of ffn/train/training_run.h. Errors are tested in
// training_errors_test.cpp, results in training_results_test.cpp.

#include "ffn/train/training_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "train/small_run.h"

using namespace ffn;
using test::bits_of;
using test::small;
using test::toy;

namespace {

// Returns a hash of the weights before the first and after each of `count` steps.
std::vector<std::uint64_t> bits_of_steps(TrainingRun& run, Index count) {
  std::vector<std::uint64_t> bits{bits_of(run)};
  while (run.steps() < count) {
    run.step(1);
    bits.push_back(bits_of(run));
  }
  return bits;
}

TrainableLayers scaled(const TrainingRun& run, float factor) {
  TrainableLayers layers = run.network().layers();
  for (const auto& tensor : named_tensors(layers)) {
    for (float& value : tensor.values) value *= factor;
  }
  return layers;
}

}  // namespace

#if defined(FFN_SAME_BITS)
TEST_CASE("training_run: the native and simd builds train to the same bits" *
          doctest::test_suite("same_bits")) {
  TrainingRun adamw(toy(ToyData::kPolynomial), small());
  adamw.step(100);
  CHECK(bits_of(adamw) == 1387363686636104882ULL);
  TrainingOptions options = small();
  options.optimizer.kind = OptimizerKind::kSgd;
  options.optimizer.momentum = 0.9;
  TrainingRun sgd(toy(ToyData::kPolynomial), options);
  sgd.step(100);
  CHECK(bits_of(sgd) == 13566088246358143860ULL);
  TrainingRun gelu(toy(ToyData::kPolynomial), small(Activation::kGelu));
  gelu.step(100);
  CHECK(bits_of(gelu) == 418542278330888456ULL);
}
#endif

TEST_CASE("training_run: rewinding to any step and continuing give the same bits") {
  for (const Activation kind : {Activation::kRelu, Activation::kGelu}) {
    for (const ToyData data : {ToyData::kPolynomial, ToyData::kSpiral}) {
      TrainingRun run(toy(data), small(kind));
      const auto bits = bits_of_steps(run, 60);
      const std::vector<double> losses(run.losses().begin(), run.losses().end());
      for (const Index step : {59, 0, 60, 7, 8, 33, 32, 31, 1, 58}) {
        CAPTURE(step);
        run.rewind(step);
        CHECK(run.steps() == step);
        CHECK(bits_of(run) == bits[static_cast<std::size_t>(step)]);
        run.step(2);
        if (step <= 58) CHECK(bits_of(run) == bits[static_cast<std::size_t>(step) + 2]);
      }
      run.rewind(5);
      run.step(55);
      CHECK(bits_of(run) == bits[60]);
      CHECK(std::vector<double>(run.losses().begin(), run.losses().begin() + 60) == losses);
      TrainingRun never_rewound(toy(data), small(kind));
      never_rewound.step(62);
      run.step(2);
      CHECK(bits_of(run) == bits_of(never_rewound));
    }
  }
}

TEST_CASE("training_run: with freeze_outer only the feed-forward network learns") {
  for (const OptimizerKind kind : {OptimizerKind::kSgd, OptimizerKind::kAdamW}) {
    TrainingOptions options = small();
    options.optimizer.kind = kind;
    options.optimizer.weight_decay = 0.1;
    options.freeze_outer = true;
    TrainingRun run(toy(ToyData::kPolynomial), options);
    TrainableLayers before = run.network().layers();
    REQUIRE(run.step(5) == 5);
    TrainableLayers after = run.network().layers();
    const ParametersOf<float> old = named_tensors(before);
    const ParametersOf<float> now = named_tensors(after);
    for (std::size_t i = 0; i < old.size(); ++i) {
      const bool outer = old[i].name.ends_with("_in") || old[i].name.ends_with("_out");
      CAPTURE(old[i].name);
      CHECK(std::ranges::equal(old[i].values, now[i].values) == outer);
    }
    // Its first step is that of a run that trains all layers.
    options.freeze_outer = false;
    TrainingRun all(toy(ToyData::kPolynomial), options);
    all.step(1);
    run.rewind(1);
    CHECK(run.network().layers().ffn.linear1.weight == all.network().layers().ffn.linear1.weight);
    CHECK(run.network().layers().output.weight != all.network().layers().output.weight);
  }
}

TEST_CASE("training_run: steps after the current one remain recorded") {
  TrainingRun run(toy(ToyData::kXor), small());
  CHECK(run.step(0) == 0);
  CHECK(run.step(10) == 10);
  run.rewind(4);
  CHECK(run.recorded_steps() == 10);
  CHECK(run.losses().size() == 10);
  CHECK(run.step(3) == 3);
  CHECK(run.recorded_steps() == 10);
  CHECK_THROWS_WITH_AS(run.rewind(11), "step is 11; expected 0 to 10", ArgumentError);
  CHECK_THROWS_WITH_AS(run.rewind(-1), "step is -1; expected 0 to 10", ArgumentError);
  CHECK_THROWS_AS(run.step(-1), ArgumentError);
}

TEST_CASE("training_run: rewinding to before a change undoes it and to a later step does not") {
  TrainingRun run(toy(ToyData::kPolynomial), small());
  const auto before = bits_of_steps(run, 20);
  run.rewind(10);
  run.set_weights(scaled(run, 0.5F));
  CHECK(run.recorded_steps() == 10);
  const std::uint64_t changed = bits_of(run);
  CHECK(changed != before[10]);
  run.step(7);
  run.set_lr(0.5);
  run.step(20);
  const std::uint64_t after = bits_of(run);
  run.rewind(12);
  CHECK(run.recorded_steps() == 17);  // the change of the learning rate is undone
  CHECK(run.lr() == 0.01);
  run.rewind(10);
  CHECK(bits_of(run) == changed);
  run.step(7);
  run.set_lr(0.5);
  run.step(20);
  CHECK(bits_of(run) == after);
  run.rewind(9);
  CHECK(run.recorded_steps() == 10);
  run.step(11);
  CHECK(bits_of(run) == before[20]);
}

TEST_CASE("training_run: weights round-trip bit for bit") {
  TrainingRun run(toy(ToyData::kSpiral), small(Activation::kGelu));
  run.step(9);
  const TrainableLayers out = run.network().layers();
  const TrainingRun from_weights(toy(ToyData::kSpiral), small(Activation::kGelu), out);
  CHECK(bits_of(from_weights) == bits_of(run));
  TrainingRun other(toy(ToyData::kSpiral), small(Activation::kGelu));
  other.set_weights(out);
  CHECK(bits_of(other) == bits_of(run));
  CHECK(other.next_batch() ==
        from_weights.next_batch());  // given weights do not change the batches
}

TEST_CASE(
    "training_run: twin_runs have the same weights, batches and masks and differ in the "
    "activation") {
  const std::array kinds{Activation::kGelu, Activation::kRelu, Activation::kSilu};
  auto runs = twin_runs(toy(ToyData::kSpiral), small(), kinds);
  REQUIRE(runs.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(runs[i].network().ffn().activation() == kinds[i]);
  for (int step = 0; step < 12; ++step) {
    for (const TrainingRun& run : runs) CHECK(run.next_batch() == runs[0].next_batch());
    if (step == 0) CHECK(bits_of(runs[0]) == bits_of(runs[1]));
    if (step == 0) CHECK(bits_of(runs[0]) == bits_of(runs[2]));
    if (step == 1) CHECK(bits_of(runs[0]) != bits_of(runs[1]));
    for (TrainingRun& run : runs) run.step(1);
  }
  auto again = twin_runs(toy(ToyData::kSpiral), small(), std::array{Activation::kRelu});
  again[0].step(12);
  CHECK(bits_of(again[0]) == bits_of(runs[1]));
}

TEST_CASE("training_run: batches do not depend on dropout and the size of the network") {
  const auto batches = [](const std::function<void(TrainingOptions&)>& change) {
    TrainingOptions options = small();
    change(options);
    TrainingRun run(toy(ToyData::kXor), options);
    std::vector<std::vector<std::int32_t>> all;
    for (int i = 0; i < 7; ++i) {
      all.push_back(run.next_batch());
      run.step(1);
    }
    return all;
  };
  const auto usual = batches([](auto&) {});
  CHECK(batches([](auto& o) { o.network.ffn.dropout = 0.0; }) == usual);
  CHECK(batches([](auto& o) { o.network.ffn.d_ff = 40; }) == usual);
  CHECK(batches([](auto& o) { o.init = Initialization::kGpt2; }) == usual);
  CHECK(batches([](auto& o) { o.seed = 4; }) != usual);
}

TEST_CASE("training_run: dropout with probability 0 has no effect") {
  TrainingOptions without = small();
  without.network.ffn.dropout = 0.0;
  TrainingOptions output = without;
  output.network.ffn.dropout_placement = DropoutPlacement::kOutput;
  TrainingRun one(toy(ToyData::kXor), without);
  TrainingRun other(toy(ToyData::kXor), output);
  TrainingRun with(toy(ToyData::kXor), small());
  for (TrainingRun* run : {&one, &other, &with}) run->step(10);
  CHECK(bits_of(one) == bits_of(other));
  CHECK(bits_of(one) != bits_of(with));
}

TEST_CASE(
    "training_run: trace, loss and predictions of all data are without dropout and do not change "
    "the run") {
  TrainingRun run(toy(ToyData::kSpiral), small(Activation::kGelu));
  TrainingRun undisturbed(toy(ToyData::kSpiral), small(Activation::kGelu));
  run.step(5);
  const TrainableTrace trace = run.trace_data();
  CHECK(trace.ffn.pre_activation.rows() == 40);
  CHECK(trace.ffn.pre_activation.cols() == 12);
  CHECK(trace.ffn.mask.size() == 0);
  CHECK(run.predict(view(run.data().inputs)) == trace.output);
  CHECK(run.data_loss() == cross_entropy_forward(view(trace.output), run.data().labels));
  CHECK(run.data_accuracy() == accuracy(view(trace.output), run.data().labels));
  const Matrix grid = grid_inputs(2, -2.0, 2.0, 9);
  const Matrix probabilities = run.probabilities(view(grid));
  CHECK(probabilities.rows() == 81);
  for (Index i = 0; i < 81; ++i)
    CHECK(probabilities.row(i).sum() == doctest::Approx(1.0).epsilon(1e-6));
  const Matrix line = grid_inputs(1, -2.0, 2.0, 9);
  CHECK_THROWS_WITH_AS(run.predict(view(line)), "x is (9, 1); expected shape (9, 2)",
                       ArgumentError);
  run.step(5);
  undisturbed.step(10);
  CHECK(bits_of(run) == bits_of(undisturbed));
  TrainingRun curve(toy(ToyData::kSine), small());
  CHECK(curve.data_loss() ==
        mse_forward(view(curve.trace_data().output), view(curve.data().targets)));
  CHECK_THROWS_WITH_AS(curve.data_accuracy(),
                       "dataset is one without labels; expected one with labels", ArgumentError);
  CHECK_THROWS_AS(curve.probabilities(view(curve.data().inputs)), ArgumentError);
}

TEST_CASE("training_run: data_gradients are the gradients of a step over all data") {
  for (const ToyData kind : {ToyData::kSpiral, ToyData::kSine}) {
    TrainingOptions options = small(Activation::kGelu);
    options.network.ffn.dropout = 0.0;
    options.optimizer = {OptimizerKind::kSgd, 0.5, 0.0};
    options.batch_size = 40;
    TrainingRun run(toy(kind), options);
    TrainableLayers before = run.network().layers();
    TrainableLayers gradients = run.data_gradients();
    CHECK(run.steps() == 0);
    run.step(1);
    TrainableLayers after = run.network().layers();
    const auto old = named_tensors(before);
    const auto grads = named_tensors(gradients);
    const auto now = named_tensors(after);
    REQUIRE(grads.size() == 8);
    for (std::size_t i = 0; i < grads.size(); ++i) {
      CAPTURE(grads[i].name);
      float largest = 0.0F;
      for (std::size_t j = 0; j < grads[i].values.size(); ++j) {
        CHECK(now[i].values[j] ==
              doctest::Approx(old[i].values[j] - 0.5F * grads[i].values[j]).epsilon(1e-5));
        largest = std::max(largest, std::abs(grads[i].values[j]));
      }
      CHECK(largest > 0.0F);
    }
  }
}

TEST_CASE("training_run: options returns the options of the constructor") {
  const TrainingRun run(toy(ToyData::kXor), small(Activation::kSilu));
  CHECK(run.options().network.ffn.activation == Activation::kSilu);
  CHECK(run.options().batch_size == small().batch_size);
}
