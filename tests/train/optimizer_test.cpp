#include "ffn/train/optimizer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "ffn/core/check.h"
#include "golden.h"

using namespace ffn;

namespace {

OptimizerOptions options(OptimizerKind kind, double lr, double weight_decay) {
  OptimizerOptions made;
  made.kind = kind;
  made.lr = lr;
  made.weight_decay = weight_decay;
  return made;
}

// The same settings as in tests/golden/training_golden.py.
std::map<std::string, OptimizerOptions> golden_optimizers() {
  std::map<std::string, OptimizerOptions> all{
      {"sgd", options(OptimizerKind::kSgd, 0.05, 0.0)},
      {"sgd_momentum", options(OptimizerKind::kSgd, 0.02, 0.1)},
      {"sgd_nesterov", options(OptimizerKind::kSgd, 0.02, 0.01)},
      {"adamw", options(OptimizerKind::kAdamW, 0.03, 0.0)},
      {"adamw_decay", options(OptimizerKind::kAdamW, 0.1, 0.2)}};
  all["sgd_momentum"].momentum = 0.9;
  all["sgd_nesterov"].momentum = 0.8;
  all["sgd_nesterov"].nesterov = true;
  all["adamw_decay"].beta1 = 0.8;
  all["adamw_decay"].beta2 = 0.95;
  all["adamw_decay"].eps = 1e-4;
  return all;
}

// The quadratic of the golden data, sum(curvature (w - centre)^2) / 2 in tensors a and b.
template <class Scalar>
struct Quadratic {
  test::Golden golden = test::read_golden("optimizer");
  std::array<std::vector<Scalar>, 2> w{start("a"), start("b")};
  std::array<std::vector<Scalar>, 2> gradient = w;

  std::vector<Scalar> start(const std::string& name) const {
    const auto& values = golden.at("start_" + name).values;
    return {values.begin(), values.end()};
  }

  void step(OptimizerOf<Scalar>& optimizer) {
    std::vector<ParameterUpdateOf<Scalar>> parameters;
    for (std::size_t t = 0; t < 2; ++t) {
      const std::string name = t == 0 ? "a" : "b";
      for (std::size_t i = 0; i < w[t].size(); ++i) {
        const double distance = w[t][i] - golden.at("centre_" + name).values[i];
        gradient[t][i] = static_cast<Scalar>(golden.at("curvature_" + name).values[i] * distance);
      }
      parameters.push_back({w[t], gradient[t]});
    }
    optimizer.step(parameters);
  }

  // Returns the largest difference from PyTorch's parameters after step `number`.
  double error(const std::string& kind, std::size_t number) const {
    double largest = 0.0;
    for (std::size_t t = 0; t < 2; ++t) {
      const auto& expected = golden.at(kind + (t == 0 ? "_a" : "_b")).values;
      for (std::size_t i = 0; i < w[t].size(); ++i) {
        largest = std::max(largest, std::abs(w[t][i] - expected[number * w[t].size() + i]));
      }
    }
    return largest;
  }
};

template <class Scalar>
double largest_error(const std::string& kind, const OptimizerOptions& made) {
  Quadratic<Scalar> quadratic;
  OptimizerOf<Scalar> optimizer(made);
  double largest = 0.0;
  for (std::size_t step = 0; step < 12; ++step) {
    quadratic.step(optimizer);
    largest = std::max(largest, quadratic.error(kind, step));
  }
  return largest;
}

void check_error(const char* message, const std::function<void(OptimizerOptions&)>& change) {
  OptimizerOptions wrong;
  change(wrong);
  CHECK_THROWS_WITH_AS(check_optimizer(wrong), message, ArgumentError);
}

}  // namespace

TEST_CASE("optimizer: all parameters agree with PyTorch after each of twelve steps") {
  for (const auto& golden_optimizer : golden_optimizers()) {
    const auto& kind = golden_optimizer.first;
    const auto& made = golden_optimizer.second;
    CAPTURE(kind);
    CHECK(largest_error<double>(kind, made) < 1e-14);
    CHECK(largest_error<float>(kind, made) < 2e-6);
  }
}

TEST_CASE("optimizer: a copy continues as the original does") {
  for (const auto& golden_optimizer : golden_optimizers()) {
    const auto& kind = golden_optimizer.first;
    const auto& made = golden_optimizer.second;
    CAPTURE(kind);
    Quadratic<float> original;
    Optimizer optimizer(made);
    for (int i = 0; i < 5; ++i) original.step(optimizer);
    Quadratic<float> copy = original;
    Optimizer copied = optimizer;
    for (int i = 0; i < 5; ++i) original.step(optimizer);
    CHECK(copy.w != original.w);
    for (int i = 0; i < 5; ++i) copy.step(copied);
    CHECK(copy.w == original.w);
  }
}

TEST_CASE("optimizer: weight decay is decoupled in AdamW and part of the gradient in SGD") {
  for (const OptimizerKind kind : {OptimizerKind::kSgd, OptimizerKind::kAdamW}) {
    float w = 2.0F;
    const float gradient = 0.0F;
    Optimizer optimizer(options(kind, 0.1, 0.5));
    const ParameterUpdate parameter{{&w, 1}, {&gradient, 1}};
    optimizer.step({&parameter, 1});
    CHECK(w == doctest::Approx(2.0 * (1.0 - 0.1 * 0.5)));
    CHECK(optimizer.first_moment(0).size() == (kind == OptimizerKind::kAdamW ? 1 : 0));
  }
}

TEST_CASE(
    "optimizer: a new learning rate acts from the next step and does not change the moments") {
  Quadratic<float> one;
  Optimizer optimizer(golden_optimizers()["sgd_momentum"]);
  one.step(optimizer);
  const auto before = one.w;
  optimizer.set_lr(0.0);
  one.step(optimizer);
  CHECK(one.w == before);
  CHECK_THROWS_WITH_AS(optimizer.set_lr(-1.0), "lr is -1; expected a finite number of 0 or more",
                       ArgumentError);
}

TEST_CASE("optimizer: invalid options are rejected by name") {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  check_error("lr is nan; expected a finite number of 0 or more", [](auto& o) { o.lr = kNaN; });
  check_error("lr is inf; expected a finite number of 0 or more",
              [](auto& o) { o.lr = kInfinity; });
  check_error("lr is -0.1; expected a finite number of 0 or more", [](auto& o) { o.lr = -0.1; });
  check_error("weight_decay is -1; expected a finite number of 0 or more",
              [](auto& o) { o.weight_decay = -1.0; });
  check_error("momentum is 1; expected a number from 0 to below 1",
              [](auto& o) { o.momentum = 1.0; });
  check_error("momentum is 0; expected a number above 0 for nesterov",
              [](auto& o) { o.nesterov = true; });
  check_error("beta1 is -0.5; expected a number from 0 to below 1",
              [](auto& o) { o.beta1 = -0.5; });
  check_error("beta2 is nan; expected a number from 0 to below 1", [](auto& o) { o.beta2 = kNaN; });
  check_error("eps is 0; expected a finite number above 0", [](auto& o) { o.eps = 0.0; });
  CHECK_THROWS_WITH_AS(named<OptimizerKind>("adam"),
                       "optimizer is \"adam\"; expected \"sgd\" or \"adamw\"", ArgumentError);
}

TEST_CASE("optimizer: gradients and lists of other lengths are rejected") {
  std::array<float, 3> w{};
  const std::array<float, 3> gradient{};
  Optimizer optimizer{OptimizerOptions{}};
  const ParameterUpdate whole{w, gradient};
  const ParameterUpdate cut{w, std::span<const float>(gradient).first(2)};
  const ParameterUpdate shorter{std::span<float>(w).first(2),
                                std::span<const float>(gradient).first(2)};
  CHECK_THROWS_WITH_AS(optimizer.step({&cut, 1}),
                       "gradient is 2 elements long; expected 3 elements, as its parameter",
                       ArgumentError);
  optimizer.step({&whole, 1});
  const std::array two{whole, whole};
  CHECK_THROWS_AS(optimizer.step(two), ArgumentError);
  CHECK_THROWS_AS(optimizer.step({&shorter, 1}), ArgumentError);
}

TEST_CASE("optimizer: weight decay leaves out parameters that do not decay") {
  for (const OptimizerKind kind : {OptimizerKind::kSgd, OptimizerKind::kAdamW}) {
    std::vector<float> decaying{1.0F, -2.0F};
    std::vector<float> other = decaying;
    std::vector<float> expected = decaying;
    const std::vector<float> gradient{0.25F, 0.5F};
    Optimizer optimizer(options(kind, 0.1, 0.3));
    Optimizer without(options(kind, 0.1, 0.0));
    optimizer.step(std::vector<ParameterUpdate>{{decaying, gradient}, {other, gradient, false}});
    without.step(std::vector<ParameterUpdate>{{expected, gradient}});
    CHECK(other == expected);
    CHECK(decaying != expected);
  }
}
