#pragma once
// The activation functions x sigmoid(v(x)) on vectors of doubles. Included by
// activation_kernel_body.h, and like it with internal linkage.

#include "ffn/kernels/activation_constants.h"
#include "ffn/kernels/activation_smooth.h"
#include "ffn/kernels/exp2.h"

namespace ffn {

namespace {

// P = sigmoid(v): D = t e^-v / (1 + e^-v), and D' = sigmoid(-v) (1 - t v' sigmoid(v)).
template <class Argument>
struct SigmoidUnit {
  using Doubles = typename Argument::Doubles;
  using Constant = DoubleConstant<Doubles>;
  struct Table {
    Exp2TableOf<Doubles> exp2;
    Constant zero = 0.0;
    Constant limit = Argument::kLimit;
    Constant minus_log2_e = -kLog2E;
    Constant one = 1.0;
    Argument argument;
  };

  static Doubles exponential(const Table& table, Doubles t) {
    return exp2(table.exp2, table.argument.value(t) * table.minus_log2_e.lanes);
  }

  static Doubles bump(const Table& table, Doubles t) {
    const Doubles e = exponential(table, t);
    return t * e / (e + table.one.lanes);
  }
  static Doubles bump_slope(const Table& table, Doubles t) {
    const Doubles e = exponential(table, t);
    const Doubles upper = table.one.lanes / (e + table.one.lanes);
    return e * upper * (table.one.lanes - t * table.argument.slope(t) * upper);
  }
};

// v(t) = linear t + cubic t^3 and its derivative.
template <class Vector>
struct TanhArgument {
  using Doubles = Vector;
  static constexpr double kLimit = 21.0;
  DoubleConstant<Doubles> linear = kTwoSqrtTwoOverPi;
  DoubleConstant<Doubles> cubic = kGeluCubic * kTwoSqrtTwoOverPi;
  DoubleConstant<Doubles> cubic_slope = 3.0 * kGeluCubic * kTwoSqrtTwoOverPi;
  Doubles value(Doubles t) const { return t * multiply_add(t * t, cubic, linear); }
  Doubles slope(Doubles t) const { return multiply_add(t * t, cubic_slope, linear); }
};

template <class Vector, const double& kFactor>
struct LinearArgument {
  using Doubles = Vector;
  static constexpr double kLimit = 690.0 / kFactor;
  DoubleConstant<Doubles> factor = kFactor;
  Doubles value(Doubles t) const { return t * factor.lanes; }
  Doubles slope(Doubles) const { return factor; }
};

template <class Doubles>
struct Kernel<Activation::kGeluTanh, Doubles> : SmoothKernel<SigmoidUnit<TanhArgument<Doubles>>> {};

template <class Doubles>
struct Kernel<Activation::kGeluSigmoid, Doubles>
    : SmoothKernel<SigmoidUnit<LinearArgument<Doubles, kGeluQuick>>> {};

template <class Doubles>
struct Kernel<Activation::kSilu, Doubles>
    : SmoothKernel<SigmoidUnit<LinearArgument<Doubles, kSiluFactor>>> {};

}  // namespace

}  // namespace ffn
