#include "ffn/train/optimizer.h"

#include <cmath>
#include <string>
#include <utility>

#include "ffn/core/check.h"

namespace ffn {

namespace {

void check_lr(double lr) {
  check(lr >= 0.0 && std::isfinite(lr), "lr", lr, "a finite number of 0 or more");
}

void check_share(const char* argument, double value) {
  check(value >= 0.0 && value < 1.0, argument, value, "a number from 0 to below 1");
}

}  // namespace

void check_optimizer(const OptimizerOptions& options) {
  check_lr(options.lr);
  check(options.weight_decay >= 0.0 && std::isfinite(options.weight_decay), "weight_decay",
        options.weight_decay, "a finite number of 0 or more");
  check_share("momentum", options.momentum);
  check(!options.nesterov || options.momentum > 0.0, "momentum", options.momentum,
        "a number above 0 for nesterov");
  check_share("beta1", options.beta1);
  check_share("beta2", options.beta2);
  check(options.eps > 0.0 && std::isfinite(options.eps), "eps", options.eps,
        "a finite number above 0");
}

template <class Scalar>
OptimizerOf<Scalar>::OptimizerOf(const OptimizerOptions& options) : options_(options) {
  check_optimizer(options_);
}

template <class Scalar>
void OptimizerOf<Scalar>::set_lr(double lr) {
  check_lr(lr);
  options_.lr = lr;
}

template <class Scalar>
void OptimizerOf<Scalar>::prepare(std::span<const ParameterUpdateOf<Scalar>> parameters) {
  std::vector<std::size_t> lengths;
  for (const ParameterUpdateOf<Scalar>& parameter : parameters) {
    lengths.push_back(parameter.value.size());
    check(parameter.gradient.size() == lengths.back(), "gradient",
          {parameter.gradient.size(), " elements long"},
          {lengths.back(), " elements, as its parameter"});
  }
  if (prepared_)
    return check(lengths == lengths_, "parameters", "another list than before",
                 "the parameters of the first step");
  const bool adam = options_.kind == OptimizerKind::kAdamW;
  Moments first;
  Moments second;
  for (const std::size_t length : lengths) {
    if (adam || options_.momentum > 0.0) first.emplace_back(length, Scalar(0));
    if (adam) second.emplace_back(length, Scalar(0));
  }
  prepared_ = true;
  lengths_ = std::move(lengths);
  first_ = std::move(first);
  second_ = std::move(second);
}

template <class Scalar>
void OptimizerOf<Scalar>::step(std::span<const ParameterUpdateOf<Scalar>> parameters) {
  prepare(parameters);
  beta1_power_ *= options_.beta1;
  beta2_power_ *= options_.beta2;
  std::vector<Scalar> none;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (options_.kind == OptimizerKind::kAdamW) {
      adamw(parameters[i], first_[i], second_[i]);
    } else {
      sgd(parameters[i], first_.empty() ? none : first_[i]);
    }
  }
}

template <class Scalar>
void OptimizerOf<Scalar>::sgd(const ParameterUpdateOf<Scalar>& parameter,
                              std::vector<Scalar>& momentum) const {
  const double weight_decay = parameter.decays ? options_.weight_decay : 0.0;
  for (std::size_t i = 0; i < parameter.value.size(); ++i) {
    const double w = parameter.value[i];
    double g = parameter.gradient[i] + weight_decay * w;
    if (!momentum.empty()) {
      const double b = options_.momentum * momentum[i] + g;
      momentum[i] = static_cast<Scalar>(b);
      g = options_.nesterov ? g + options_.momentum * b : b;
    }
    parameter.value[i] = static_cast<Scalar>(w - options_.lr * g);
  }
}

template <class Scalar>
void OptimizerOf<Scalar>::adamw(const ParameterUpdateOf<Scalar>& parameter, std::vector<Scalar>& m,
                                std::vector<Scalar>& v) const {
  const double step_size = options_.lr / (1.0 - beta1_power_);
  const double correction = std::sqrt(1.0 - beta2_power_);
  const double kept = 1.0 - options_.lr * (parameter.decays ? options_.weight_decay : 0.0);
  for (std::size_t i = 0; i < parameter.value.size(); ++i) {
    const double g = parameter.gradient[i];
    const double decayed = parameter.value[i] * kept;
    const double first = options_.beta1 * m[i] + (1.0 - options_.beta1) * g;
    const double second = options_.beta2 * v[i] + (1.0 - options_.beta2) * g * g;
    m[i] = static_cast<Scalar>(first);
    v[i] = static_cast<Scalar>(second);
    parameter.value[i] = static_cast<Scalar>(
        decayed - step_size * (first / (std::sqrt(second) / correction + options_.eps)));
  }
}

template class OptimizerOf<float>;
template class OptimizerOf<double>;

}  // namespace ffn
