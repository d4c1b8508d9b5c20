#pragma once
// Sampled curves of activation functions and their derivatives, for plots that compare them.
// Computed in double, so that even the difference between exact GELU and its tanh form (at most
// 4.7e-4) is a smooth curve.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/nn/activation.h"

namespace ffn {

/// Largest number of points of a curve.
inline constexpr std::int64_t kMaxCurvePoints = 1'000'000;

/// The points x at which curves are evaluated: numpy.linspace(low, high, points).
struct CurvePoints {
  double low = -3.0;
  double high = 3.0;
  std::int64_t points = 1000;
};

/// A curve in double precision.
using ActivationCurve = ActivationCurveOf<double>;

/// Curves of several activations at the same points x.
struct ActivationCurves {
  std::vector<double> x;
  std::vector<ActivationCurve> curves;  ///< one per activation, in the order of `kinds`
};

/// Evaluates the activations `kinds` at the points `at`. Throws ArgumentError unless low < high,
/// both are finite, points is from 2 to kMaxCurvePoints, and kinds has from 1 to
/// kActivations.size() elements.
ActivationCurves compare_activations(std::span<const Activation> kinds, const CurvePoints& at = {});

/// The difference of two activations at every point x.
struct CurveDifference {
  std::vector<double> x;
  ActivationCurve difference;  ///< a(x) - b(x) and a'(x) - b'(x)
};

/// Evaluates a - b at the points `at`. Throws ArgumentError for the same points as
/// compare_activations.
CurveDifference activation_difference(Activation a, Activation b, const CurvePoints& at = {});

}  // namespace ffn
