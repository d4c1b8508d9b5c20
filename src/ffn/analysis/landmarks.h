#pragma once
// The points of an activation function that texts quote, found by computation instead of being typed in.

#include "ffn/nn/activation.h"

namespace ffn {

/// Where a function is smallest or largest, and its value y there.
struct Extremum {
  double x = 0.0;
  double y = 0.0;
};

/// Where an activation is smallest and where its slope is smallest and largest: GELU has its minimum of -0.16997 at x = -0.75179.
struct ActivationLandmarks {
  Extremum minimum;             ///< of the function
  Extremum derivative_minimum;  ///< the steepest fall
  Extremum derivative_maximum;  ///< the steepest rise
};

/// Landmarks of a smooth activation, y to the last digits of double and x to about 1e-7 (an extremum is flat: a closer x
/// changes no digit of y). Throws ArgumentError for ReLU, which has a kink and no isolated extremum.
ActivationLandmarks activation_landmarks(Activation kind);

/// Where two activations are farthest apart, and where their derivatives are.
struct LargestDifference {
  Extremum value;       ///< where |a(x) - b(x)| is largest, and how large
  Extremum derivative;  ///< the same of the derivatives
};

/// Where two activations differ most on [-10, 10]; of two equal places the one with the larger x.
LargestDifference largest_difference(Activation a, Activation b);

}  // namespace ffn
