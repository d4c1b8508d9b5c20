#pragma once
// Generated data sets for training demonstrations, reproducible by a seed. Without noise all inputs
// are in [-2, 2].
//
// Curves, d_in 1, d_out 1: n evenly spaced x from -2 to 2; noise is added to y.
//   sine        y = sin(pi x)                            two periods
//   step        y = 0 below 0, 1 from 0 on
//   abs         y = |x|
//   polynomial  y = c_0 + c_1 x + c_2 x^2 + ...          by default x^3 / 2 - 3 x / 2, the third
//                                                        Chebyshev polynomial of x / 2, in [-1, 1]
//
// Points of two classes, d_in 2: noise is added to both coordinates after the class is assigned.
//   spiral      two arms of 1.75 turns, points alternating between them, radius from almost 0 to 2
//               (as in TensorFlow Playground)
//   circle      uniform in the square; class 1 within sqrt(8 / pi) of the centre, a circle with
//               half of the square's area
//   xor         uniform in the square; class 1 where the signs of the coordinates differ
//
// Without noise, all data sets except sine and spiral have the same bits in every build. Those two
// and the noise use the C library's sin, cos and log, whose last digit may differ between libraries
// before the rounding to float32.

#include <cstdint>
#include <vector>

#include "ffn/core/names.h"
#include "ffn/train/dataset.h"

namespace ffn {

enum class ToyData { kSine, kStep, kAbs, kPolynomial, kSpiral, kCircle, kXor };
FFN_NAMES(ToyData, "kind", "sine", "step", "abs", "polynomial", "spiral", "circle", "xor");

/// The kind of data set, the number of examples, the noise and the seed.
struct ToyDataOptions {
  ToyData kind = ToyData::kSpiral;
  Index n = 200;
  double noise = 0.0;  ///< standard deviation of the normal noise
  std::uint32_t seed = 0;
  std::vector<double> coefficients{0.0, -1.5, 0.0, 0.5};  ///< of the polynomial, lowest power first
};

/// Generates the data set. Throws ArgumentError unless n is 1 or more, noise is finite and not
/// negative, there is at least one coefficient and all are finite, and all generated numbers are
/// finite in float32.
Dataset make_toy_data(const ToyDataOptions& options);

}  // namespace ffn
