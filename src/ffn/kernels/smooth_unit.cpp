#include "ffn/kernels/smooth_unit.h"

#include <cstring>
#include <type_traits>

#include "ffn/kernels/double2.h"
#include "ffn/kernels/exp2.h"
#include "ffn/kernels/float4.h"

namespace ffn {

namespace {

constexpr double kLog2E = 1.44269504088896340736;
constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;  // 1 / sqrt(2 pi)
constexpr double kTwoSqrtTwoOverPi = 1.59576912160573071176;  // 2 sqrt(2 / pi)
constexpr double kCubic = 0.044715;
constexpr double kQuick = 1.702;

struct Gelu {
  // `above` / `below` approximate the scaled tail Q(t) e^(t^2 / 2) of the normal distribution, Q(t) = erfc(t / sqrt 2) / 2, which decreases
  // slowly from 1/2, asymptotically as 1 / (t sqrt(2 pi)). Rational minimax fit on [0, 14.6]; for larger t, D underflows in float32.
  // Relative error 8.4e-11 (tests/accuracy/minimax.py).
  struct Table {
    Exp2Table exp2;
    Double2Constant zero = 0.0;
    Double2Constant one = 1.0;
    Double2Constant limit = 37.0;  // for larger t, D is 0 in float32; t^2 / 2 * log2(e) stays below 1000
    Double2Constant above[6] = {0.49999999995823061013,  0.50748629065598694062,  0.25052729148509763469,
                                0.071289833916017867409, 0.011639047958848731567, 0.00088909423876373156067};
    Double2Constant below[7] = {1.0,
                                1.8128571341082138342,
                                1.447505424530035554,
                                0.65705410863181045847,
                                0.18093132756881787877,
                                0.029174580183727343159,
                                0.0022286315310641643326};
    Double2Constant minus_half_log2_e = -0.5 * kLog2E;
    Double2Constant inverse_sqrt_two_pi = kInverseSqrtTwoPi;
    // (P(x) - 1/2) / x as a polynomial in x^2 for |x| <= 3.25, the range of most arguments in real networks. Minimax fit of the relative
    // error of P for both signs, 1.4e-10 (tests/accuracy/minimax.py). The rational form costs twice as much.
    Double2Constant half = 0.5;
    Double2Constant central[14] = {0.39894228002351288173,     -0.0664903770376218401,    0.0099735488917971004337,
                                   -0.0011873172774420800837,  0.00011542588316220971081, -9.4400100632661530375e-6,
                                   6.6427013708699865487e-7,   -4.0780871751624399599e-8, 2.1878418610818992595e-9,
                                   -1.0080466308513356599e-10, 3.8174421251097235678e-12, -1.0980768461358827648e-13,
                                   2.0924890720873578381e-15,  -1.946599571013196383e-17};
  };
  static constexpr float kCentralLimit = 3.25F;

  static Double2 central(const Table& table, Double2 x) { return x * multiply_add(x, polynomial(table.central, x * x), table.half); }

  static Double2 scaled_tail(const Table& table, Double2 t) { return polynomial(table.above, t) / polynomial(table.below, t); }
  static Double2 gaussian(const Table& table, Double2 t) { return exp2(table.exp2, t * t * table.minus_half_log2_e.lanes); }

  static Double2 bump(const Table& table, Double2 t) { return t * gaussian(table, t) * scaled_tail(table, t); }
  static Double2 bump_slope(const Table& table, Double2 t) {
    return gaussian(table, t) * (scaled_tail(table, t) - t * table.inverse_sqrt_two_pi.lanes);
  }
};

// P = sigmoid(v): D = t e^-v / (1 + e^-v), and D' = sigmoid(-v) (1 - t v' sigmoid(v)).
template <class Argument>
struct SigmoidUnit {
  struct Table {
    Exp2Table exp2;
    Double2Constant zero = 0.0;
    Double2Constant limit = Argument::kLimit;
    Double2Constant minus_log2_e = -kLog2E;
    Double2Constant one = 1.0;
    Argument argument;
  };

  static Double2 exponential(const Table& table, Double2 t) { return exp2(table.exp2, table.argument.value(t) * table.minus_log2_e.lanes); }

  static Double2 bump(const Table& table, Double2 t) {
    const Double2 e = exponential(table, t);
    return t * e / (e + table.one.lanes);
  }
  static Double2 bump_slope(const Table& table, Double2 t) {
    const Double2 e = exponential(table, t);
    const Double2 upper = table.one.lanes / (e + table.one.lanes);
    return e * upper * (table.one.lanes - t * table.argument.slope(t) * upper);
  }
};

// v(t) = linear t + cubic t^3 and its derivative.
struct TanhArgument {
  static constexpr double kLimit = 21.0;
  Double2Constant linear = kTwoSqrtTwoOverPi;
  Double2Constant cubic = kCubic * kTwoSqrtTwoOverPi;
  Double2Constant cubic_slope = 3.0 * kCubic * kTwoSqrtTwoOverPi;
  Double2 value(Double2 t) const { return t * multiply_add(t * t, cubic, linear); }
  Double2 slope(Double2 t) const { return multiply_add(t * t, cubic_slope, linear); }
};

template <bool Quick>
struct LinearArgument {
  static constexpr double kFactor = Quick ? kQuick : 1.0;
  static constexpr double kLimit = 690.0 / kFactor;
  Double2Constant factor = kFactor;
  Double2 value(Double2 t) const { return t * factor.lanes; }
  Double2 slope(Double2) const { return factor; }
};

template <class Unit>
struct Value {
  static Double2 at(const typename Unit::Table& table, Double2 x) {
    const Double2 bump = Unit::bump(table, at_most(magnitude(x), table.limit));
    return at_least(x, table.zero) - bump;  // at_least preserves -0, and -0 - 0 is -0
  }
};

template <class Unit>
struct Derivative {
  static Double2 at(const typename Unit::Table& table, Double2 x) {
    const Double2 slope = Unit::bump_slope(table, at_most(magnitude(x), table.limit));
    return select(x >= 0.0, table.one.lanes - slope, slope);
  }
};

template <template <class> class Function, class Unit>
void tail_step(const typename Unit::Table& table, const float* from, float* to) {
  store_floats(Function<Unit>::at(table, load_doubles(from)), Function<Unit>::at(table, load_doubles(from + 2)), to);
}

// Selects the central or the tail form per element, so a result does not depend on its neighbours. The tail form is evaluated only if one
// of the four elements needs it.
void central_step(const Gelu::Table& table, const float* from, float* to) {
  const Float4 x = load(from);
  const Bits4 outside = ~(magnitude(x) <= broadcast(Gelu::kCentralLimit));  // NaN is outside
  float central[kLanes];
  store_floats(Gelu::central(table, load_doubles(from)), Gelu::central(table, load_doubles(from + 2)), central);
  if (any(outside)) {
    float tail[kLanes];
    tail_step<Value, Gelu>(table, from, tail);
    store(select(outside, load(tail), load(central)), to);
  } else {
    store(load(central), to);
  }
}

template <template <class> class Function, class Unit>
void step(const typename Unit::Table& table, const float* from, float* to) {
  if constexpr (std::is_same_v<Function<Unit>, Value<Gelu>>) {
    central_step(table, from, to);
  } else {
    tail_step<Function, Unit>(table, from, to);
  }
}

// Processes four elements at a time, so that two dependency chains overlap; the remaining elements are processed in a padded copy.
template <template <class> class Function, class Unit>
void for_each(const float* x, float* y, std::size_t count) {
  static constexpr typename Unit::Table kTable;
  constexpr std::size_t kStep = 4;
  const typename Unit::Table& table = *opaque(&kTable);
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) step<Function, Unit>(table, x + i, y + i);
  if (i == count) return;
  float rest[kStep] = {};
  std::memcpy(rest, x + i, (count - i) * sizeof(float));
  step<Function, Unit>(table, rest, rest);
  std::memcpy(y + i, rest, (count - i) * sizeof(float));
}

using TanhGelu = SigmoidUnit<TanhArgument>;
using SigmoidGelu = SigmoidUnit<LinearArgument<true>>;
using Silu = SigmoidUnit<LinearArgument<false>>;

}  // namespace

void smooth_unit_value(SmoothUnit unit, const float* x, float* y, std::size_t count) {
  switch (unit) {
    case SmoothUnit::kGelu: return for_each<Value, Gelu>(x, y, count);
    case SmoothUnit::kGeluTanh: return for_each<Value, TanhGelu>(x, y, count);
    case SmoothUnit::kGeluSigmoid: return for_each<Value, SigmoidGelu>(x, y, count);
    case SmoothUnit::kSilu: return for_each<Value, Silu>(x, y, count);
  }
}

void smooth_unit_derivative(SmoothUnit unit, const float* x, float* y, std::size_t count) {
  switch (unit) {
    case SmoothUnit::kGelu: return for_each<Derivative, Gelu>(x, y, count);
    case SmoothUnit::kGeluTanh: return for_each<Derivative, TanhGelu>(x, y, count);
    case SmoothUnit::kGeluSigmoid: return for_each<Derivative, SigmoidGelu>(x, y, count);
    case SmoothUnit::kSilu: return for_each<Derivative, Silu>(x, y, count);
  }
}

}  // namespace ffn
