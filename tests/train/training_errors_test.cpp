// Diverging runs of ffn/train/training_run.h, and options and weights that it rejects.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ffn/core/check.h"
#include "train/small_run.h"

using namespace ffn;
using test::bits_of;
using test::small;
using test::toy;

namespace {

void check_error(const char* message, const std::function<void(TrainingOptions&)>& change) {
  TrainingOptions options = small();
  change(options);
  CHECK_THROWS_WITH_AS(TrainingRun(toy(ToyData::kXor), options), message, ArgumentError);
}

}  // namespace

TEST_CASE("training_run: a diverging run stops before the failed step and names the tensor") {
  TrainingOptions options = small();
  options.optimizer.kind = OptimizerKind::kSgd;
  TrainingRun run(toy(ToyData::kPolynomial), options);
  run.step(20);
  const std::uint64_t good = bits_of(run);
  run.set_lr(1e18);
  const Index done = run.step(100);
  REQUIRE(run.non_finite().has_value());
  CHECK(done < 20);
  CHECK(run.steps() == 20 + done);
  CHECK(run.recorded_steps() == run.steps());
  CHECK(run.non_finite()->step == run.steps() + 1);
  CHECK_FALSE(run.non_finite()->tensor.empty());
  for (const double loss : run.losses()) CHECK(std::isfinite(loss));
  const std::uint64_t last = bits_of(run);
  CHECK(run.step(1) == 0);  // the step fails again
  CHECK(bits_of(run) == last);
  run.rewind(19);
  CHECK_FALSE(run.non_finite().has_value());
  CHECK(run.lr() == 0.01);
  run.step(1);
  CHECK(bits_of(run) == good);
  CHECK(run.step(50) == 50);
}

TEST_CASE("training_run: the reported tensor is the first in the order of the computation") {
  const auto failed_tensor = [](const std::function<void(TrainableLayers&)>& change,
                                OptimizerKind kind = OptimizerKind::kSgd) {
    TrainingOptions options = small();
    options.optimizer.kind = kind;
    options.network.ffn.dropout = 0.0;
    TrainingRun run(toy(ToyData::kAbs), options);
    TrainableLayers layers = run.network().layers();
    change(layers);
    run.set_weights(layers);
    CHECK(run.step(5) == 0);
    return run.non_finite().value_or(NonFinite{}).tensor;
  };
  CHECK(failed_tensor([](auto& l) { l.input.weight.setConstant(3e38F); }) == "embedded");
  CHECK(failed_tensor([](auto& l) {
          l.input.bias.setConstant(1e20F);
          l.ffn.linear1.weight.setConstant(-1e20F);
        }) == "pre_activation");  // hidden is 0 after ReLU
  CHECK(failed_tensor([](auto& l) {
          l.ffn.linear1.bias.setConstant(1e30F);
          l.ffn.linear2.weight.setConstant(1e30F);
        }) == "ffn_output");
  CHECK(failed_tensor([](auto& l) {
          l.output.bias.setConstant(3.4e38F), l.output.weight.setConstant(3e38F);
        }) == "output");
  CHECK(failed_tensor([](auto& l) {
          l.output.bias.setConstant(3e38F), l.input.bias.setConstant(100.0F);
        }) == "grad_b_out");
  CHECK(failed_tensor([](auto& l) { l.output.bias.setConstant(1e25F); }, OptimizerKind::kAdamW) ==
        "moment_w_in");
}

TEST_CASE("training_run: invalid options are rejected by name") {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  check_error("lr is nan; expected a finite number of 0 or more",
              [](auto& o) { o.optimizer.lr = kNaN; });
  check_error("momentum is 1; expected a number from 0 to below 1",
              [](auto& o) { o.optimizer.momentum = 1.0; });
  check_error("batch_size is 0; expected 1 to 40, the size of the data set",
              [](auto& o) { o.batch_size = 0; });
  check_error("batch_size is 41; expected 1 to 40, the size of the data set",
              [](auto& o) { o.batch_size = 41; });
  check_error("snapshot_every is 0; expected 1 or more", [](auto& o) { o.snapshot_every = 0; });
  check_error("dropout is 1.5; expected a probability from 0 to 1",
              [](auto& o) { o.network.ffn.dropout = 1.5; });
  check_error("d_model is 0; expected 1 or more", [](auto& o) { o.network.ffn.d_model = 0; });
  Dataset data = toy(ToyData::kXor);
  data.labels[5] = 2;
  CHECK_THROWS_WITH_AS(TrainingRun(data, small()), "labels[5] is 2; expected a class from 0 to 1",
                       ArgumentError);
}

TEST_CASE("training_run: weights that do not match data and network are rejected by name") {
  TrainingRun run(toy(ToyData::kXor), small());
  const TrainingRun curve(toy(ToyData::kSine), small());
  TrainableLayers layers = run.network().layers();
  CHECK_THROWS_WITH_AS(TrainingRun(toy(ToyData::kSine), small(), layers),
                       "w_in is 2; expected 1 inputs, as the data have", ArgumentError);
  CHECK_THROWS_WITH_AS(run.set_weights(curve.network().layers()),
                       "w_in is (4, 1); expected shape (4, 2)", ArgumentError);
  layers.output.bias.resize(0);
  CHECK_THROWS_WITH_AS(run.set_weights(layers),
                       "weights is 7 tensors; expected 8, as the network has", ArgumentError);
  layers.ffn.linear1.weight(2, 1) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH_AS(TrainingRun(toy(ToyData::kXor), small(), layers),
                       "w1 is nan; expected finite numbers", ArgumentError);
  CHECK_THROWS_WITH_AS(run.set_lr(-1.0), "lr is -1; expected a finite number of 0 or more",
                       ArgumentError);
  CHECK(run.step(3) == 3);
}
