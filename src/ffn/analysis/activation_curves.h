#pragma once
// Activations as curves: the notebook's compare_activations, which draws GELU beside ReLU and their derivatives. Everything
// in double, so that a difference as small as that of the two GELUs (4.7e-4) stays a smooth curve.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/nn/activation.h"

namespace ffn {

/// Largest number of points of a curve.
inline constexpr std::int64_t kMaxCurvePoints = 1'000'000;

/// Where curves are evaluated: numpy.linspace(low, high, points), the defaults being the notebook's.
struct CurvePoints {
  double low = -3.0;
  double high = 3.0;
  std::int64_t points = 1000;
};

/// An activation and its derivative, one number of each per point.
struct ActivationCurve {
  std::vector<double> value;
  std::vector<double> derivative;
};

/// Several activations at the same points x.
struct ActivationCurves {
  std::vector<double> x;
  std::vector<ActivationCurve> curves;  ///< one per activation, in the order asked for
};

/// Throws ArgumentError unless low < high, both finite, points is 2 to kMaxCurvePoints, and kinds has 1 to all of the
/// activations.
ActivationCurves compare_activations(std::span<const Activation> kinds, const CurvePoints& at = {});

/// One activation minus another at every point x.
struct CurveDifference {
  std::vector<double> x;
  ActivationCurve difference;  ///< a(x) - b(x) and a'(x) - b'(x)
};

/// Throws ArgumentError as compare_activations.
CurveDifference activation_difference(Activation a, Activation b, const CurvePoints& at = {});

}  // namespace ffn
