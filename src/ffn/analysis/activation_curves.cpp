#include "ffn/analysis/activation_curves.h"

#include <array>
#include <string>
#include <utility>

#include "ffn/analysis/linspace.h"
#include "ffn/core/check.h"

namespace ffn {

namespace {

std::vector<double> points_of(const CurvePoints& at) {
  const bool drawable = at.points >= 2 && at.points <= kMaxCurvePoints;
  check(drawable, "points", at.points, {"an integer from 2 to ", kMaxCurvePoints});
  return linspace(at.low, at.high, at.points);
}

}  // namespace

ActivationCurves compare_activations(std::span<const Activation> kinds, const CurvePoints& at) {
  check(!kinds.empty() && kinds.size() <= kActivations.size(), "activations",
        {kinds.size(), " names"}, {"1 to ", kActivations.size(), " of them"});
  ActivationCurves made{points_of(at), {}};
  for (const Activation kind : kinds) made.curves.push_back(activation_curve(kind, made.x));
  return made;
}

CurveDifference activation_difference(Activation a, Activation b, const CurvePoints& at) {
  ActivationCurves both = compare_activations(std::array{a, b}, at);
  ActivationCurve difference = std::move(both.curves[0]);
  for (std::size_t i = 0; i < both.x.size(); ++i) {
    difference.value[i] -= both.curves[1].value[i];
    difference.derivative[i] -= both.curves[1].derivative[i];
  }
  return {std::move(both.x), std::move(difference)};
}

}  // namespace ffn
