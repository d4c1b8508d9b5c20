#include "ffn/kernels/smooth_unit.h"

#include <algorithm>
#include <cstring>

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
  static constexpr std::size_t kCentralDegree = 13;

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
    Double2Constant central[kCentralDegree + 1] = {0.39894228002351288173,     -0.0664903770376218401,    0.0099735488917971004337,
                                                   -0.0011873172774420800837,  0.00011542588316220971081, -9.4400100632661530375e-6,
                                                   6.6427013708699865487e-7,   -4.0780871751624399599e-8, 2.1878418610818992595e-9,
                                                   -1.0080466308513356599e-10, 3.8174421251097235678e-12, -1.0980768461358827648e-13,
                                                   2.0924890720873578381e-15,  -1.946599571013196383e-17};
  };
  static constexpr float kCentralLimit = 3.25F;

  // Computes y[i] for kCentralStep elements. That many sums of Horner's rule at once hide the latency of a multiplication and addition, and
  // fit with their x^2 in the vector registers. The loop is not unrolled: the compiler would then emit one sum after the other.
  static constexpr std::size_t kCentralSums = 6;
  static constexpr std::size_t kCentralStep = 2 * kCentralSums;
  static void central_values(const Table& table, const float* x, float* y) {
    Double2 square[kCentralSums];
    Double2 sum[kCentralSums];
    for (std::size_t i = 0; i < kCentralSums; ++i) {
      const Double2 lanes = load_doubles(x + 2 * i);
      square[i] = lanes * lanes;
      sum[i] = table.central[kCentralDegree].lanes;
    }
#if defined(__clang__)
#pragma clang loop unroll(disable)
#endif
    for (std::size_t power = kCentralDegree; power-- > 0;) {
      const Double2 lanes = table.central[power];
      for (std::size_t i = 0; i < kCentralSums; ++i) sum[i] = multiply_add(sum[i], square[i], lanes);
    }
    for (std::size_t i = 0; i < kCentralSums; i += 2)
      store_floats(central(table, x + 2 * i, sum[i]), central(table, x + 2 * i + 2, sum[i + 1]), y + 2 * i);
  }
  static Double2 central(const Table& table, const float* x, Double2 sum) {
    const Double2 lanes = load_doubles(x);
    return lanes * multiply_add(lanes, sum, table.half);
  }

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

// Groups of four arguments of GELU for which the tail form is needed too, and the places of their results.
struct TailGroups {
  static constexpr std::size_t kMost = 96;
  float x[kMost][kLanes];
  std::size_t place[kMost];
  std::size_t count = 0;

  // Counts the group only if an argument is outside the central range. Those are few and in no order: a branch would often be mispredicted.
  void add(const float* from, std::size_t at) {
    const Float4 lanes = load(from + at);
    store(lanes, x[count]);
    place[count] = at;
    count += any(outside(lanes)) ? 1 : 0;
  }

  // Replaces the results of arguments outside the central range. The form is chosen per element, so a result does not depend on neighbours.
  void finish(const Gelu::Table& table, float* y) const {
    for (std::size_t i = 0; i < count; ++i) {
      float tail[kLanes];
      tail_step<Value, Gelu>(table, x[i], tail);
      store(select(outside(load(x[i])), load(tail), load(y + place[i])), y + place[i]);
    }
  }

  static Bits4 outside(Float4 x) { return ~(magnitude(x) <= broadcast(Gelu::kCentralLimit)); }  // NaN is outside
};

// Evaluates whole steps of `Function`. Not inlined, because its two calls would double the code.
template <template <class> class Function, class Unit>
struct Steps {
  static constexpr std::size_t kStep = kLanes;  // two dependency chains overlap
  [[gnu::noinline]] static void run(const typename Unit::Table& table, const float* x, float* y, std::size_t count) {
    for (std::size_t i = 0; i < count; i += kStep) tail_step<Function, Unit>(table, x + i, y + i);
  }
};

template <>
struct Steps<Value, Gelu> {
  static constexpr std::size_t kStep = Gelu::kCentralStep;
  static constexpr std::size_t kChunk = TailGroups::kMost * kLanes;
  static_assert(kChunk % kStep == 0);
  [[gnu::noinline]] static void run(const Gelu::Table& table, const float* x, float* y, std::size_t count) {
    TailGroups tails;
    for (std::size_t first = 0; first < count; first += kChunk) {
      const std::size_t end = std::min(first + kChunk, count);
      tails.count = 0;
      for (std::size_t i = first; i < end; i += kLanes) tails.add(x, i);
      for (std::size_t i = first; i < end; i += kStep) Gelu::central_values(table, x + i, y + i);
      tails.finish(table, y);
    }
  }
};

// Processes the elements after the last whole step in a padded copy.
template <template <class> class Function, class Unit>
void for_each(const float* x, float* y, std::size_t count) {
  static constexpr typename Unit::Table kTable;
  constexpr std::size_t kStep = Steps<Function, Unit>::kStep;
  const typename Unit::Table& table = *opaque(&kTable);
  const std::size_t whole = count / kStep * kStep;
  Steps<Function, Unit>::run(table, x, y, whole);
  if (whole == count) return;
  float rest[kStep] = {};
  std::memcpy(rest, x + whole, (count - whole) * sizeof(float));
  Steps<Function, Unit>::run(table, rest, rest, kStep);
  std::memcpy(y + whole, rest, (count - whole) * sizeof(float));
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
