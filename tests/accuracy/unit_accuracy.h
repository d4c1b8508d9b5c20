#pragma once
// Measures the error of the float32 activation functions compared with the closed forms in double,
// over all float32 bit patterns or every n-th. Errors are in units in the last place (ulp) of the
// exact result, including subnormal results.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ffn/nn/activation.h"

namespace ffn::test {

/// A row of the table: arguments x from `from` up to the next range's `from`; the first begins at
/// -inf.
struct Range {
  const char* name;
  double from;
};

inline constexpr std::array kRanges{Range{"x < -14.4", -std::numeric_limits<double>::infinity()},
                                    Range{"-14.4 to -8", -14.4},
                                    Range{"-8 to -5", -8.0},
                                    Range{"-5 to -2", -5.0},
                                    Range{"-2 to 0", -2.0},
                                    Range{"0 to 2", 0.0},
                                    Range{"x >= 2", 2.0}};

struct Worst {
  double error = 0.0;
  float at = 0.0F;

  void add(double candidate, float x) {
    if (candidate <= error) return;  // false for NaN, which is therefore recorded
    error = candidate;
    at = x;
  }
  void add(const Worst& other) {
    if (!(other.error <= error)) *this = other;
  }
};

struct UnitAccuracy {
  std::array<Worst, kRanges.size()> value{};       ///< ulp, by range of x
  std::array<Worst, kRanges.size()> derivative{};  ///< absolute, by range of x
  std::uint64_t arguments = 0;                     ///< number of arguments measured
  std::uint64_t broken = 0;  ///< violations: NaN not propagated or created, wrong sign of a zero or
                             ///< a tail, wrong limit at an infinity

  void add(const UnitAccuracy& other) {
    for (std::size_t i = 0; i < kRanges.size(); ++i) {
      value[i].add(other.value[i]);
      derivative[i].add(other.derivative[i]);
    }
    arguments += other.arguments;
    broken += other.broken;
  }
  double worst_value() const {
    return std::max_element(value.begin(), value.end(), by_error)->error;
  }
  double worst_derivative() const {
    return std::max_element(derivative.begin(), derivative.end(), by_error)->error;
  }

 private:
  static bool by_error(const Worst& a, const Worst& b) { return a.error < b.error; }
};

inline std::size_t range_of(float x) {
  std::size_t index = kRanges.size() - 1;
  while (x < kRanges[index].from) --index;
  return index;
}

/// Returns the spacing of float32 numbers around `exact`, at least 2^-149, the spacing of
/// subnormals.
inline double unit_in_last_place(double exact) {
  if (exact == 0.0) return std::ldexp(1.0, -149);
  return std::ldexp(1.0, std::max(std::ilogb(exact) - 23, -149));
}

/// Returns whether NaN, infinities and the sign of the value are those of the closed form.
inline bool special_values_correct(Activation kind, float x, float value, float derivative) {
  if (std::isnan(x)) return std::isnan(value) && std::isnan(derivative);
  if (std::isnan(value) || std::isnan(derivative)) return false;
  const double exact = activation_value(kind, static_cast<double>(x));
  if (std::isinf(x))
    return value == exact && derivative == activation_derivative(kind, static_cast<double>(x));
  return std::signbit(value) == std::signbit(exact);
}

/// Returns |computed - exact|. A result beyond the range of float32 must be infinite, as rounding
/// makes it.
inline double error_of(float computed, double exact) {
  if (std::isinf(computed) && computed == static_cast<float>(exact)) return 0.0;
  return std::abs(computed - exact);
}

/// Measures the patterns first, first + stride, ... below `last`, which is at most 2^32.
inline UnitAccuracy measure(Activation kind, std::uint64_t first, std::uint64_t last,
                            std::uint64_t stride) {
  constexpr Index kChunk = 4096;
  UnitAccuracy accuracy;
  Matrix x(1, kChunk);
  Matrix value(1, kChunk);
  Matrix derivative(1, kChunk);
  const Matrix ones = Matrix::Ones(1, kChunk);
  for (std::uint64_t pattern = first; pattern < last;) {
    Index count = 0;
    for (; count < kChunk && pattern < last; ++count, pattern += stride)
      x(0, count) = std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
    const ConstMatrixView arguments(x.data(), 1, count);
    activation_forward<float>(kind, arguments, MatrixView(value.data(), 1, count));
    activation_backward<float>(kind, arguments, ConstMatrixView(ones.data(), 1, count),
                               MatrixView(derivative.data(), 1, count));
    accuracy.arguments += static_cast<std::uint64_t>(count);
    for (Index i = 0; i < count; ++i) {
      const float at = x(0, i);
      if (!special_values_correct(kind, at, value(0, i), derivative(0, i))) ++accuracy.broken;
      if (!std::isfinite(at)) continue;
      const double exact = activation_value(kind, static_cast<double>(at));
      const std::size_t range = range_of(at);
      accuracy.value[range].add(error_of(value(0, i), exact) / unit_in_last_place(exact), at);
      accuracy.derivative[range].add(
          error_of(derivative(0, i), activation_derivative(kind, static_cast<double>(at))), at);
    }
  }
  return accuracy;
}

}  // namespace ffn::test
