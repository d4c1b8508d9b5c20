#include "ffn/analysis/landmarks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr double kRange =
    10.0;  // outside [-10, 10] every activation equals x or 0 to at least eight digits
constexpr double kScanStep = 1.0 / 64.0;
constexpr int kScanSteps = static_cast<int>(2.0 * kRange / kScanStep);
constexpr double kTie = 1e-12;  // two maxima that differ by rounding only count as equal
constexpr double kGoldenRatio = 0.61803398874989484820;

using Function = std::function<double(double)>;

// Golden-section search (Kiefer 1953) in a bracket that contains one maximum.
Extremum refine_maximum(const Function& f, double lower, double upper) {
  double left = upper - kGoldenRatio * (upper - lower);
  double right = lower + kGoldenRatio * (upper - lower);
  double f_left = f(left);
  double f_right = f(right);
  while (upper - lower > 1e-9) {
    if (f_left > f_right) {
      upper = right;
      right = left;
      f_right = f_left;
      left = upper - kGoldenRatio * (upper - lower);
      f_left = f(left);
    } else {
      lower = left;
      left = right;
      f_left = f_right;
      right = lower + kGoldenRatio * (upper - lower);
      f_right = f(right);
    }
  }
  const double x = 0.5 * (lower + upper);
  return {x, f(x)};
}

// Returns the global maximum on [-kRange, kRange]; a scan from the right finds its bracket.
Extremum maximum_of(const Function& f) {
  double best = kRange;
  double largest = f(best);
  for (int step = 1; step <= kScanSteps; ++step) {
    const double x = kRange - step * kScanStep;
    const double y = f(x);
    if (y <= largest + kTie * std::abs(largest)) continue;
    best = x;
    largest = y;
  }
  return refine_maximum(f, std::max(-kRange, best - kScanStep), std::min(kRange, best + kScanStep));
}

Extremum minimum_of(const Function& f) {
  const Extremum mirrored = maximum_of([&](double x) { return -f(x); });
  return {mirrored.x, -mirrored.y};
}

}  // namespace

ActivationLandmarks activation_landmarks(Activation kind) {
  const Function value = [kind](double x) { return activation_value(kind, x); };
  const Function derivative = [kind](double x) { return activation_derivative(kind, x); };
  const Extremum minimum = minimum_of(value);
  const bool isolated =
      value(minimum.x - kScanStep) > minimum.y && value(minimum.x + kScanStep) > minimum.y;
  check(isolated, "activation", {"\"", name_of(kind), "\""}, "a curve with an isolated minimum");
  return {minimum, minimum_of(derivative), maximum_of(derivative)};
}

LargestDifference largest_difference(Activation a, Activation b) {
  return {maximum_of(
              [=](double x) { return std::abs(activation_value(a, x) - activation_value(b, x)); }),
          maximum_of([=](double x) {
            return std::abs(activation_derivative(a, x) - activation_derivative(b, x));
          })};
}

}  // namespace ffn
