// Results of runs of ffn/train/training_run.h: PyTorch's parameters, and a required loss or
// accuracy on each toy data set.

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "ffn/train/toy_data.h"
#include "ffn/train/training_run.h"
#include "golden.h"

using namespace ffn;

namespace {

OptimizerOptions golden_optimizer(
    const std::string& kind) {  // as in tests/golden/training_golden.py
  OptimizerOptions o;
  if (kind == "sgd") o = {OptimizerKind::kSgd, 0.05, 0.0};
  if (kind == "sgd_momentum") o = {OptimizerKind::kSgd, 0.02, 0.1, 0.9};
  if (kind == "sgd_nesterov") o = {OptimizerKind::kSgd, 0.02, 0.01, 0.8, true};
  if (kind == "adamw") o = {OptimizerKind::kAdamW, 0.03, 0.0};
  if (kind == "adamw_decay") o = {OptimizerKind::kAdamW, 0.1, 0.2, 0.0, false, 0.8, 0.95, 1e-4};
  return o;
}

TrainableLayers golden_layers(const test::Golden& golden) {
  const auto linear = [&](const std::string& i) {
    return Linear{golden.at("w" + i).matrix(), golden.at("b" + i).matrix().row(0)};
  };
  return {linear("_in"), {linear("1"), {}, linear("2")}, linear("_out")};
}

Dataset golden_data(const test::Golden& golden, bool classified) {
  Dataset data{{golden.at("x").matrix(), {}, {}}, {}, {}};
  if (!classified) data.targets = golden.at("target").matrix();
  if (!classified) return data;
  for (const double label : golden.at("labels").values)
    data.labels.push_back(static_cast<std::int32_t>(label));
  data.classes = {"0", "1", "2"};
  return data;
}

TrainingRun trained(ToyData kind, Activation activation, Index steps) {
  ToyDataOptions data;
  data.kind = kind;
  TrainingOptions options;
  options.network.ffn = {8, 64, activation};
  options.seed = 1;
  TrainingRun run(make_toy_data(data), options);
  run.step(steps);
  return run;
}

}  // namespace

TEST_CASE(
    "training_run: parameters agree with PyTorch after twelve steps for all optimizers and "
    "losses") {
  const auto golden = test::read_golden("training");
  for (const std::string kind : {"sgd", "sgd_momentum", "sgd_nesterov", "adamw", "adamw_decay"}) {
    for (const std::string loss : {"mse", "cross_entropy"}) {
      const std::string suffix = "_" + kind + "_" + loss;
      CAPTURE(suffix);
      TrainingOptions options;
      options.optimizer = golden_optimizer(kind);
      options.batch_size = 11;
      TrainingRun run(golden_data(golden, loss != "mse"), options, golden_layers(golden));
      CHECK(run.step(12) == 12);
      for (std::size_t i = 0; i < 12; ++i) {
        CHECK(run.losses()[i] ==
              doctest::Approx(golden.at("losses" + suffix).values[i]).epsilon(2e-6));
      }
      TrainableLayers layers = run.network().layers();
      for (const auto& tensor : named_tensors(layers)) {
        CAPTURE(tensor.name);
        const Matrix values =
            ConstMatrixView(tensor.values.data(), tensor.shape.front(),
                            static_cast<Index>(tensor.values.size()) / tensor.shape.front());
        CHECK(test::relative_error(values, golden.at(tensor.name + suffix)) < 5e-6);
      }
    }
  }
}

TEST_CASE("training_run: every curve is fitted to the required loss") {
  const std::map<ToyData, double> levels{{ToyData::kSine, 0.01},
                                         {ToyData::kStep, 0.01},
                                         {ToyData::kAbs, 0.002},
                                         {ToyData::kPolynomial, 0.005}};
  for (const auto& wanted : levels) {
    const auto kind = wanted.first;
    const auto level = wanted.second;
    for (const Activation activation : {Activation::kRelu, Activation::kGelu}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(name_of(activation));
      CHECK(trained(kind, activation, 0).data_loss() > 20.0 * level);
      CHECK(trained(kind, activation, 1500).data_loss() < level);
    }
  }
}

TEST_CASE("training_run: every set of points is classified with the required accuracy") {
  const std::map<ToyData, Index> steps{
      {ToyData::kSpiral, 3000}, {ToyData::kCircle, 600}, {ToyData::kXor, 600}};
  for (const auto& wanted : steps) {
    const auto kind = wanted.first;
    const auto count = wanted.second;
    for (const Activation activation : {Activation::kRelu, Activation::kGelu}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(name_of(activation));
      CHECK(trained(kind, activation, 0).data_accuracy() < 0.8);
      CHECK(trained(kind, activation, count).data_accuracy() > 0.95);
    }
  }
}
