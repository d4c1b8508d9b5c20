#pragma once
// Exact GELU on vectors of doubles. Included by activation_kernel_body.h, and like it with internal
// linkage.

#include <cstring>

#include "ffn/kernels/activation_constants.h"
#include "ffn/kernels/activation_smooth.h"
#include "ffn/kernels/exp2.h"
#include "ffn/kernels/float4.h"

namespace ffn {

namespace {

template <class Vector>
struct Gelu {
  using Doubles = Vector;
  using Constant = DoubleConstant<Doubles>;
  static constexpr std::size_t kCentralDegree = 13;

  // `above` / `below` approximate the scaled tail Q(t) e^(t^2 / 2) of the normal distribution, Q(t)
  // = erfc(t / sqrt 2) / 2, which decreases slowly from 1/2, asymptotically as 1 / (t sqrt(2 pi)).
  // Rational minimax fit on [0, 14.6]; for larger t, D underflows in float32. Relative error
  // 8.4e-11 (tests/accuracy/minimax.py).
  struct Table {
    Exp2TableOf<Doubles> exp2;
    Constant zero = 0.0;
    Constant one = 1.0;
    Constant limit = 37.0;  // for larger t, D is 0 in float32; t^2 / 2 * log2(e) stays below 1000
    Constant above[6] = {0.49999999995823061013,  0.50748629065598694062,
                         0.25052729148509763469,  0.071289833916017867409,
                         0.011639047958848731567, 0.00088909423876373156067};
    Constant below[7] = {1.0,
                         1.8128571341082138342,
                         1.447505424530035554,
                         0.65705410863181045847,
                         0.18093132756881787877,
                         0.029174580183727343159,
                         0.0022286315310641643326};
    Constant minus_half_log2_e = -0.5 * kLog2E;
    Constant inverse_sqrt_two_pi = kInverseSqrtTwoPi;
    // (P(x) - 1/2) / x as a polynomial in x^2 for |x| <= 3.25, the range of most arguments in real
    // networks. Minimax fit of the relative error of P for both signs, 1.4e-10
    // (tests/accuracy/minimax.py). The rational form costs twice as much.
    Constant half = 0.5;
    Constant central[kCentralDegree + 1] = {
        0.39894228002351288173,     -0.0664903770376218401,    0.0099735488917971004337,
        -0.0011873172774420800837,  0.00011542588316220971081, -9.4400100632661530375e-6,
        6.6427013708699865487e-7,   -4.0780871751624399599e-8, 2.1878418610818992595e-9,
        -1.0080466308513356599e-10, 3.8174421251097235678e-12, -1.0980768461358827648e-13,
        2.0924890720873578381e-15,  -1.946599571013196383e-17};
  };
  static constexpr float kCentralLimit = 3.25F;

  // Computes y[i] for kCentralStep elements. That many sums of Horner's rule at once hide the
  // latency of a multiplication and addition, and fit with their x^2 in the vector registers;
  // processors with wide vectors also read some x^2 from memory without delay. The loop is not
  // unrolled: the compiler would then emit one sum after the other.
  static constexpr std::size_t kCentralSums = kDoubleLanes<Doubles> > 2 ? 8 : 6;
  static constexpr std::size_t kCentralStep = kCentralSums * kDoubleLanes<Doubles>;
  static void central_values(const Table& table, const float* x, float* y) {
    constexpr std::size_t kWidth = kDoubleLanes<Doubles>;
    Doubles square[kCentralSums];
    Doubles sum[kCentralSums];
    for (std::size_t i = 0; i < kCentralSums; ++i) {
      const auto lanes = load_doubles<Doubles>(x + kWidth * i);
      square[i] = lanes * lanes;
      sum[i] = table.central[kCentralDegree].lanes;
    }
#if defined(__clang__)
#pragma clang loop unroll(disable)
#endif
    for (std::size_t power = kCentralDegree; power-- > 0;) {
#if !defined(__clang__)
      asm("" : "+r"(power));  // GCC unrolls every short loop whose number of iterations it knows
#endif
      const Doubles lanes = table.central[power];
      for (std::size_t i = 0; i < kCentralSums; ++i)
        sum[i] = multiply_add(sum[i], square[i], lanes);
    }
    for (std::size_t i = 0; i < kCentralSums; i += 2)
      store_floats(central(table, x + kWidth * i, sum[i]),
                   central(table, x + kWidth * (i + 1), sum[i + 1]), y + kWidth * i);
  }
  static Doubles central(const Table& table, const float* x, Doubles sum) {
    const auto lanes = load_doubles<Doubles>(x);
    return lanes * multiply_add(lanes, sum, table.half);
  }

  static Doubles scaled_tail(const Table& table, Doubles t) {
    return polynomial(table.above, t) / polynomial(table.below, t);
  }
  static Doubles gaussian(const Table& table, Doubles t) {
    return exp2(table.exp2, t * t * table.minus_half_log2_e.lanes);
  }

  static Doubles bump(const Table& table, Doubles t) {
    return t * gaussian(table, t) * scaled_tail(table, t);
  }
  static Doubles bump_slope(const Table& table, Doubles t) {
    return gaussian(table, t) * (scaled_tail(table, t) - t * table.inverse_sqrt_two_pi.lanes);
  }
};

// Returns whether any bit of the mask is set.
inline bool any_lane(Bits4 mask) { return any(mask); }
#if defined(__AVX2__)
inline bool any_lane(BitsOf<FloatsFor<Double4>::Pair> mask) {
  return _mm256_movemask_ps(reinterpret_cast<__m256>(mask)) != 0;
}
#endif
#if defined(__AVX512F__)
inline bool any_lane(BitsOf<FloatsFor<Double8>::Pair> mask) {
  return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask)) !=
         0;
}
#endif

// Pairs of vectors of arguments of GELU for which the tail form is needed too, and the places of
// their results.
template <class Unit>
struct TailPairs {
  using Pair = PairOf<typename Unit::Doubles>;
  static constexpr std::size_t kMost = 96;
  float x[kMost][kPair<Unit>];
  std::size_t place[kMost];
  std::size_t count = 0;
  float central[kMost * kPair<Unit>];  // the arguments, 0 for those outside the central range

  // Finds the pairs of [first, end) with an argument outside the central range. Those are few and
  // in no order: a branch would often be mispredicted. The polynomial of the central range does not
  // see them, because it would overflow from 94.06 on.
  void find(const float* from, std::size_t first, std::size_t end) {
    std::size_t found = 0;
    for (std::size_t i = first; i < end; i += kPair<Unit>) {
      const Pair lanes = read(from + i);
      const BitsOf<Pair> far = outside(lanes);
      const Pair near = keep_where(~far, lanes);
      std::memcpy(central + (i - first), &near, sizeof near);
      std::memcpy(x[found], &lanes, sizeof lanes);
      place[found] = i;
      found += any_lane(far) ? 1 : 0;
    }
    count = found;
  }

  // Replaces the results of arguments outside the central range. The form is chosen per element, so
  // a result does not depend on neighbours.
  void finish(const typename Unit::Table& table, float* y) const {
    for (std::size_t i = 0; i < count; ++i) {
      float tail[kPair<Unit>];
      pair_step<Value, Unit>(table, x[i], tail);
      const Pair lanes = select(outside(read(x[i])), read(tail), read(y + place[i]));
      std::memcpy(y + place[i], &lanes, sizeof lanes);
    }
  }

  static Pair read(const float* from) {
    Pair lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
  }
  static BitsOf<Pair> outside(Pair x) {
    return ~(from_bits<Pair>(bits(x) & INT32_MAX) <= Unit::kCentralLimit);
  }  // NaN is outside
};

template <class Doubles>
struct Steps<Value, Gelu<Doubles>> {
  using Unit = Gelu<Doubles>;
  static constexpr std::size_t kStep = Unit::kCentralStep;
  static constexpr std::size_t kChunk = TailPairs<Unit>::kMost * kPair<Unit>;
  static_assert(kChunk % kStep == 0);
  [[gnu::noinline]] static void run(const typename Unit::Table& table, const float* x, float* y,
                                    std::size_t count) {
    TailPairs<Unit> tails;
    for (std::size_t first = 0; first < count; first += kChunk) {
      const std::size_t end = count - first < kChunk ? count : first + kChunk;
      tails.find(x, first, end);
      for (std::size_t i = first; i < end; i += kStep)
        Unit::central_values(table, tails.central + (i - first), y + i);
      tails.finish(table, y);
    }
  }
};

template <class Doubles>
struct Kernel<Activation::kGelu, Doubles> : SmoothKernel<Gelu<Doubles>> {};

}  // namespace

}  // namespace ffn
