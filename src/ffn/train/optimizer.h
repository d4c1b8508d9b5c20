#pragma once
// Optimisers, with PyTorch's formulas. w is a parameter, g its gradient, t the number of the step, from 1.
//
//   SGD (torch.optim.SGD, dampening 0)                   AdamW (torch.optim.AdamW; Loshchilov & Hutter 2019, arXiv 1711.05101)
//     g <- g + weight_decay w                              w <- w - lr weight_decay w
//     b <- momentum b + g                                  m <- beta1 m + (1 - beta1) g
//     g <- g + momentum b with Nesterov, b without         v <- beta2 v + (1 - beta2) g^2
//     w <- w - lr g                                        w <- w - lr / (1 - beta1^t) m / (sqrt(v / (1 - beta2^t)) + eps)
//
// Each element is computed in double and each stored number rounded once; beta^t is a running product, not std::pow, whose
// last digit differs between C libraries. So one build gives the same bits as another. An optimiser is a value: its copy is a snapshot.

#include <span>
#include <string_view>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

enum class OptimizerKind { kSgd, kAdamW };

/// "sgd" or "adamw".
std::string_view name_of(OptimizerKind kind);

/// The optimiser of that name. Throws ArgumentError for any other name.
OptimizerKind optimizer_named(std::string_view name);

/// Which optimiser, and the numbers of its formula; check_optimizer says what they may be.
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

/// Throws ArgumentError unless lr and weight_decay are finite and not negative, momentum and the betas in [0, 1), eps positive
/// and finite, and nesterov has a momentum.
void check_optimizer(const OptimizerOptions& options);

/// One tensor to train and its gradient, of the same length.
template <class Scalar>
struct ParameterUpdateOf {
  std::span<Scalar> value;
  std::span<const Scalar> gradient;
};

/// An optimiser: its options, and the moments that it keeps of each parameter from step to step.
template <class Scalar>
class OptimizerOf {
 public:
  /// Throws as check_optimizer does.
  explicit OptimizerOf(const OptimizerOptions& options);

  const OptimizerOptions& options() const { return options_; }

  /// Another learning rate from here on; moments stay. Throws ArgumentError as the constructor does.
  void set_lr(double lr);

  /// One step on all parameters. The first call fixes their number and lengths: throws ArgumentError when a later one differs,
  /// or when a gradient has another length than its parameter; then, and when memory runs out, nothing has changed.
  void step(std::span<const ParameterUpdateOf<Scalar>> parameters);

  /// The stored moments of parameter i, first (SGD's momentum, Adam's m) then second (Adam's v); empty before the first step and
  /// where the formula needs none.
  std::span<const Scalar> first_moment(std::size_t i) const { return moments_of(first_, i); }
  std::span<const Scalar> second_moment(std::size_t i) const { return moments_of(second_, i); }

 private:
  using Moments = std::vector<std::vector<Scalar>>;

  static std::span<const Scalar> moments_of(const Moments& moments, std::size_t i) {
    return i < moments.size() ? std::span<const Scalar>(moments[i]) : std::span<const Scalar>();
  }
  void prepare(std::span<const ParameterUpdateOf<Scalar>> parameters);
  void sgd(const ParameterUpdateOf<Scalar>& parameter, std::vector<Scalar>& momentum) const;
  void adamw(const ParameterUpdateOf<Scalar>& parameter, std::vector<Scalar>& m, std::vector<Scalar>& v) const;

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
