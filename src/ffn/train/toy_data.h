#pragma once
// Small data sets to train on, every one made from a seed. Without noise all inputs lie in [-2, 2].
//
// Curves, d_in 1, d_out 1: n evenly spaced x from -2 to 2; noise is added to y.
//   sine        y = sin(pi x)                            two periods
//   step        y = 0 below 0, 1 from 0 on
//   abs         y = |x|
//   polynomial  y = c_0 + c_1 x + c_2 x^2 + ...          by default x^3 / 2 - 3 x / 2: Chebyshev's third, which stays in [-1, 1]
//
// Points of two classes, d_in 2: noise is added to both coordinates after the class was given.
//   spiral      two arms of 1.75 turns, points alternating between them, radius from almost 0 to 2 (as TensorFlow Playground's)
//   circle      uniform in the square; class 1 within sqrt(8 / pi) of the centre, where half of the area is
//   xor         uniform in the square; class 1 where the signs of the coordinates differ
//
// Without noise all but sine and spiral are exact to the bit in every build; those two, and noise, go through the C library's
// sin, cos and log, whose last digit of double may differ, and are then rounded to float32.

#include <cstdint>
#include <string_view>
#include <vector>

#include "ffn/train/dataset.h"

namespace ffn {

enum class ToyData { kSine, kStep, kAbs, kPolynomial, kSpiral, kCircle, kXor };

/// The data set of that name: "sine", "step", "abs", "polynomial", "spiral", "circle" or "xor". Throws ArgumentError for any other.
ToyData toy_data_named(std::string_view name);

/// Which data set, how many examples of it, and the seed of whatever is random in it.
struct ToyDataOptions {
  ToyData kind = ToyData::kSpiral;
  Index n = 200;
  double noise = 0.0;  ///< standard deviation of the normal noise
  std::uint32_t seed = 0;
  std::vector<double> coefficients{0.0, -1.5, 0.0, 0.5};  ///< of the polynomial, lowest power first
};

/// Throws ArgumentError unless n is 1 or more, noise finite and not negative, and the coefficients are finite and not none.
Dataset make_toy_data(const ToyDataOptions& options);

}  // namespace ffn
