#include "ffn/kernels/smooth_unit.h"

#include <cstring>

#include "ffn/kernels/double2.h"

namespace ffn {

namespace {

constexpr double kLog2E = 1.44269504088896340736;
constexpr double kInverseSqrtTwoPi = 0.39894228040143267794;  // 1 / sqrt(2 pi)
constexpr double kTwoSqrtTwoOverPi = 1.59576912160573071176;  // 2 sqrt(2 / pi)
constexpr double kCubic = 0.044715;
constexpr double kQuick = 1.702;

// 2^f on [-1/2, 1/2], relative error 4.1e-11 (tests/accuracy/minimax.py).
constexpr double kExp2[] = {0.99999999996168664321,   0.69314718072847214296,   0.24022651198135986133,    0.055504103533686729866,
                            0.0096180272552893201055, 0.0013333922623167197087, 0.00015469290842784915353, 0.000015201909048895165085};

// 2^y for -1000 <= y <= 0. Adding 1.5 * 2^52 rounds y to a whole number n, which then sits in the lowest bits of the sum:
// shifted by 52 they are n in the place of an exponent.
Double2 exp2(Double2 y) {
  constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52
  const Double2 shifted = y + kRounder;
  const Double2 fraction = y - (shifted - kRounder);
  return from_bits(bits(polynomial(kExp2, fraction)) + (bits(shifted) << 52));
}

// The smaller of t and a limit beyond which D is 0 in float32 anyway; NaN stays NaN.
Double2 at_most(Double2 t, double limit) { return select(t > limit, broadcast(limit), t); }

struct Gelu {
  static constexpr double kLimit = 37.0;  // t^2 / 2 * log2(e) stays below 1000

  // Q(t) e^(t^2 / 2) for the normal distribution's tail Q(t) = erfc(t / sqrt 2) / 2: falls from 1/2 slowly as
  // 1 / (t sqrt(2 pi)). Rational minimax fit on [0, 14.6], where D leaves float32; relative error 8.4e-11 (tests/accuracy/minimax.py).
  static Double2 scaled_tail(Double2 t) {
    constexpr double kAbove[] = {0.49999999995823061013,  0.50748629065598694062,  0.25052729148509763469,
                                 0.071289833916017867409, 0.011639047958848731567, 0.00088909423876373156067};
    constexpr double kBelow[] = {1.0,
                                 1.8128571341082138342,
                                 1.447505424530035554,
                                 0.65705410863181045847,
                                 0.18093132756881787877,
                                 0.029174580183727343159,
                                 0.0022286315310641643326};
    return polynomial(kAbove, t) / polynomial(kBelow, t);
  }
  static Double2 gaussian(Double2 t) { return exp2(t * t * (-0.5 * kLog2E)); }

  static Double2 bump(Double2 t) { return t * gaussian(t) * scaled_tail(t); }
  static Double2 bump_slope(Double2 t) { return gaussian(t) * (scaled_tail(t) - t * kInverseSqrtTwoPi); }
};

// P = sigmoid(v): D = t e^-v / (1 + e^-v), and D' = sigmoid(-v) (1 - t v' sigmoid(v)).
template <class Argument>
struct SigmoidUnit {
  static constexpr double kLimit = Argument::kLimit;

  static Double2 bump(Double2 t) {
    const Double2 e = exp2(Argument::value(t) * -kLog2E);
    return t * e / (e + 1.0);
  }
  static Double2 bump_slope(Double2 t) {
    const Double2 e = exp2(Argument::value(t) * -kLog2E);
    const Double2 upper = 1.0 / (e + 1.0);
    return e * upper * (1.0 - t * Argument::slope(t) * upper);
  }
};

struct TanhArgument {
  static constexpr double kLimit = 21.0;
  static Double2 value(Double2 t) { return t * multiply_add(t * t, broadcast(kCubic * kTwoSqrtTwoOverPi), broadcast(kTwoSqrtTwoOverPi)); }
  static Double2 slope(Double2 t) { return multiply_add(t * t, broadcast(3.0 * kCubic * kTwoSqrtTwoOverPi), broadcast(kTwoSqrtTwoOverPi)); }
};

template <bool Quick>
struct LinearArgument {
  static constexpr double kFactor = Quick ? kQuick : 1.0;
  static constexpr double kLimit = 690.0 / kFactor;
  static Double2 value(Double2 t) { return t * kFactor; }
  static Double2 slope(Double2) { return broadcast(kFactor); }
};

template <class Unit>
Double2 value_at(Double2 x) {
  const Double2 bump = Unit::bump(at_most(magnitude(x), Unit::kLimit));
  return keep_where(x >= 0.0, x) - bump;  // -0 counts as >= 0, and -0 - 0 is -0
}

template <class Unit>
Double2 derivative_at(Double2 x) {
  const Double2 slope = Unit::bump_slope(at_most(magnitude(x), Unit::kLimit));
  return select(x >= 0.0, 1.0 - slope, slope);
}

using Lanes = Double2 (*)(Double2);

// Four elements at a time, so that two chains of dependent operations overlap; the rest through a padded copy.
template <Lanes Function>
void for_each(const float* x, float* y, std::size_t count) {
  constexpr std::size_t kStep = 4;
  const auto step = [](const float* from, float* to) {
    const Double2 low = Function(load_doubles(from));
    const Double2 high = Function(load_doubles(from + 2));
    store_floats(low, to);
    store_floats(high, to + 2);
  };
  std::size_t i = 0;
  for (; i + kStep <= count; i += kStep) step(x + i, y + i);
  if (i == count) return;
  float rest[kStep] = {};
  std::memcpy(rest, x + i, (count - i) * sizeof(float));
  step(rest, rest);
  std::memcpy(y + i, rest, (count - i) * sizeof(float));
}

using TanhGelu = SigmoidUnit<TanhArgument>;
using SigmoidGelu = SigmoidUnit<LinearArgument<true>>;
using Silu = SigmoidUnit<LinearArgument<false>>;

}  // namespace

void smooth_unit_value(SmoothUnit unit, const float* x, float* y, std::size_t count) {
  switch (unit) {
    case SmoothUnit::kGelu: return for_each<value_at<Gelu>>(x, y, count);
    case SmoothUnit::kGeluTanh: return for_each<value_at<TanhGelu>>(x, y, count);
    case SmoothUnit::kGeluSigmoid: return for_each<value_at<SigmoidGelu>>(x, y, count);
    case SmoothUnit::kSilu: return for_each<value_at<Silu>>(x, y, count);
  }
}

void smooth_unit_derivative(SmoothUnit unit, const float* x, float* y, std::size_t count) {
  switch (unit) {
    case SmoothUnit::kGelu: return for_each<derivative_at<Gelu>>(x, y, count);
    case SmoothUnit::kGeluTanh: return for_each<derivative_at<TanhGelu>>(x, y, count);
    case SmoothUnit::kGeluSigmoid: return for_each<derivative_at<SigmoidGelu>>(x, y, count);
    case SmoothUnit::kSilu: return for_each<derivative_at<Silu>>(x, y, count);
  }
}

}  // namespace ffn
