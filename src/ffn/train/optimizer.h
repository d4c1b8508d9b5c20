#pragma once
// Optimizers with PyTorch's formulas. w is a parameter, g its gradient, t the step number, counted
// from 1.
//
//   SGD (torch.optim.SGD, dampening 0)
//     g <- g + weight_decay w
//     b <- momentum b + g
//     g <- g + momentum b with Nesterov, otherwise b
//     w <- w - lr g
//
//   AdamW (torch.optim.AdamW; Loshchilov & Hutter 2019, arXiv 1711.05101)
//     w <- w - lr weight_decay w
//     m <- beta1 m + (1 - beta1) g
//     v <- beta2 v + (1 - beta2) g^2
//     w <- w - lr / (1 - beta1^t) m / (sqrt(v / (1 - beta2^t)) + eps)
//
// Each element is computed in double and each stored number is rounded once; beta^t is a running
// product instead of std::pow, whose last digit differs between C libraries. All builds therefore
// give the same bits. A copy of an optimizer is a snapshot of its state.

#include <span>
#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/core/names.h"

namespace ffn {

enum class OptimizerKind { kSgd, kAdamW };
FFN_NAMES(OptimizerKind, "optimizer", "sgd", "adamw");

/// The kind of optimizer and its hyperparameters; check_optimizer defines their valid ranges.
struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::kAdamW;
  double lr = 0.01;           ///< learning rate
  double weight_decay = 0.0;  ///< SGD: added to the gradient; AdamW: decoupled from it
  double momentum = 0.0;      ///< SGD only, as is nesterov
  bool nesterov = false;
  double beta1 = 0.9;  ///< AdamW only, as are beta2 and eps
  double beta2 = 0.999;
  double eps = 1e-8;
};

/// Throws ArgumentError unless lr and weight_decay are finite and not negative, momentum and the
/// betas are in [0, 1), eps is positive and finite, and momentum is positive if nesterov is set.
void check_optimizer(const OptimizerOptions& options);

/// A parameter tensor and its gradient, of the same length.
template <class Scalar>
struct ParameterUpdateOf {
  std::span<Scalar> value;
  std::span<const Scalar> gradient;
  bool decays = true;  ///< whether weight_decay applies to it
};

/// An optimizer: its options and the moments of each parameter.
template <class Scalar>
class OptimizerOf {
 public:
  /// Throws as check_optimizer does.
  explicit OptimizerOf(const OptimizerOptions& options);

  const OptimizerOptions& options() const { return options_; }

  /// Sets the learning rate of all further steps; moments are unchanged. Throws ArgumentError as
  /// the constructor does.
  void set_lr(double lr);

  /// Updates all parameters by one step. The first call fixes their number and lengths: throws
  /// ArgumentError if a later call differs, or if a gradient and its parameter have different
  /// lengths. If it throws, also std::bad_alloc, nothing has changed.
  void step(std::span<const ParameterUpdateOf<Scalar>> parameters);

  /// Return the first moment (SGD's momentum buffer b, Adam's m) and the second moment (Adam's v)
  /// of parameter i; empty before the first step and if the formula has none.
  std::span<const Scalar> first_moment(std::size_t i) const { return moments_of(first_, i); }
  std::span<const Scalar> second_moment(std::size_t i) const { return moments_of(second_, i); }

 private:
  using Moments = std::vector<std::vector<Scalar>>;

  static std::span<const Scalar> moments_of(const Moments& moments, std::size_t i) {
    return i < moments.size() ? std::span<const Scalar>(moments[i]) : std::span<const Scalar>();
  }
  void prepare(std::span<const ParameterUpdateOf<Scalar>> parameters);
  void sgd(const ParameterUpdateOf<Scalar>& parameter, std::vector<Scalar>& momentum) const;
  void adamw(const ParameterUpdateOf<Scalar>& parameter, std::vector<Scalar>& m,
             std::vector<Scalar>& v) const;

  OptimizerOptions options_;
  bool prepared_ = false;
  std::vector<std::size_t> lengths_;
  Moments first_;
  Moments second_;
  double beta1_power_ = 1.0;  // beta1^t
  double beta2_power_ = 1.0;
};

using ParameterUpdate = ParameterUpdateOf<float>;
using Optimizer = OptimizerOf<float>;

}  // namespace ffn
