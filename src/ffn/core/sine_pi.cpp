#include "ffn/core/sine_pi.h"

#include <cmath>
#include <numbers>

namespace ffn {

double sine_pi(double x) {
  double turned = x - 2.0 * std::nearbyint(0.5 * x);
  if (std::abs(turned) > 0.5) turned = std::copysign(1.0, turned) - turned;
  const double angle = std::numbers::pi * turned;
  // The Taylor series, whose next term is below 2^-53.
  constexpr int kTerms = 11;
  double sum = 1.0;
  for (int n = kTerms; n >= 1; --n) sum = 1.0 - sum * angle * angle / (2.0 * n * (2.0 * n + 1.0));
  return sum * angle;
}

}  // namespace ffn
