#include "ffn/analysis/dead_units.h"

#include <cmath>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

// State of one unit after the tokens processed so far.
struct Unit {
  bool dead = true;
  bool silent = true;
  std::int64_t active = 0;
};

void observe(Unit& unit, Activation activation, float pre_activation, float hidden,
             double threshold) {
  unit.dead = unit.dead && activation_derivative(activation, pre_activation) == 0.0F;
  unit.silent = unit.silent && std::abs(static_cast<double>(hidden)) < threshold;
  unit.active += pre_activation > 0.0F ? 1 : 0;
}

}  // namespace

DeadUnits dead_units(Activation activation, const ConstMatrixView& pre_activation,
                     const ConstMatrixView& hidden, double threshold) {
  check_shape("hidden", shape_of(hidden), shape_of(pre_activation));
  check(pre_activation.rows() >= 1, "pre_activation", shape_of(pre_activation),
        "one token or more");
  check(std::isfinite(threshold) && threshold >= 0.0, "threshold", threshold,
        "a finite number of 0 or more");
  std::vector<Unit> units(static_cast<std::size_t>(pre_activation.cols()));
  for (Index i = 0; i < pre_activation.size(); ++i) {
    Unit& unit = units[static_cast<std::size_t>(i % pre_activation.cols())];
    observe(unit, activation, pre_activation.data()[i], hidden.data()[i], threshold);
  }
  DeadUnits found{pre_activation.rows(), pre_activation.cols(), {}, {}, {}};
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].dead) found.dead.push_back(static_cast<std::int64_t>(i));
    if (units[i].silent) found.silent.push_back(static_cast<std::int64_t>(i));
    found.active_share.push_back(static_cast<double>(units[i].active) /
                                 static_cast<double>(found.tokens));
  }
  return found;
}

}  // namespace ffn
