#pragma once
// The points of an activation function that texts quote, found by computation instead of being typed in.

#include "ffn/nn/activation.h"

namespace ffn {

struct Extremum {
  double x = 0.0;
  double y = 0.0;
};

struct ActivationLandmarks {
  Extremum minimum;             ///< of the function
  Extremum derivative_minimum;  ///< the steepest fall
  Extremum derivative_maximum;  ///< the steepest rise
};

/// Landmarks of a smooth activation, y to the last digits of double and x to about 1e-7 (an extremum is flat: a closer x
/// changes no digit of y). Throws ArgumentError for ReLU, which has a kink and no isolated extremum.
ActivationLandmarks activation_landmarks(Activation kind);

struct LargestDifference {
  Extremum value;       ///< where |a(x) - b(x)| is largest, and how large
  Extremum derivative;  ///< the same of the derivatives
};

/// Where two activations differ most on [-10, 10]; of two equal places the one with the larger x.
LargestDifference largest_difference(Activation a, Activation b);

}  // namespace ffn
