#pragma once
// Extrema of activation functions, of their derivatives and of differences between two of them,
// computed numerically.

#include "ffn/nn/activation.h"

namespace ffn {

/// The position x of an extremum and the value y there.
struct Extremum {
  double x = 0.0;
  double y = 0.0;
};

/// The minimum of an activation and the extrema of its derivative; GELU has its minimum of -0.16997
/// at x = -0.75179.
struct ActivationLandmarks {
  Extremum minimum;             ///< of the function
  Extremum derivative_minimum;  ///< steepest descent
  Extremum derivative_maximum;  ///< steepest ascent
};

/// Computes the landmarks of an activation, y to nearly full double precision and x to about 1e-7
/// (near an extremum a more accurate x does not change y). Throws ArgumentError for an activation
/// without an isolated minimum on [-10, 10], such as ReLU, which is 0 on half of it.
ActivationLandmarks activation_landmarks(Activation kind);

/// The largest absolute differences of two activations and of their derivatives.
struct LargestDifference {
  Extremum value;       ///< largest |a(x) - b(x)|
  Extremum derivative;  ///< largest |a'(x) - b'(x)|
};

/// Computes the largest differences on [-10, 10]; of two equally large ones, the one at the larger
/// x.
LargestDifference largest_difference(Activation a, Activation b);

}  // namespace ffn
