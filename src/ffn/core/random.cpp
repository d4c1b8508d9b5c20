#include "ffn/core/random.h"

#include <cmath>

namespace ffn {

RandomState::RandomState(std::uint32_t seed) : engine_(seed) {}

double RandomState::random_sample() {
  const std::uint32_t high = static_cast<std::uint32_t>(engine_()) >> 5;  // 27 bits
  const std::uint32_t low = static_cast<std::uint32_t>(engine_()) >> 6;   // 26 bits
  constexpr double kTwoTo26 = 67108864.0;
  constexpr double kTwoTo53 = 9007199254740992.0;
  return (high * kTwoTo26 + low) / kTwoTo53;
}

std::uint32_t RandomState::random_seed() {
  constexpr double kTwoTo32 = 4294967296.0;
  return static_cast<std::uint32_t>(random_sample() * kTwoTo32);
}

double RandomState::uniform(double low, double high) {
  return low + (high - low) * random_sample();
}

double RandomState::randn() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u = 0.0;
  double v = 0.0;
  double radius_squared = 0.0;
  do {
    u = 2.0 * random_sample() - 1.0;
    v = 2.0 * random_sample() - 1.0;
    radius_squared = u * u + v * v;
  } while (radius_squared >= 1.0 || radius_squared == 0.0);
  const double factor = std::sqrt(-2.0 * std::log(radius_squared) / radius_squared);
  spare_ = factor * u;
  has_spare_ = true;
  return factor * v;  // NumPy returns the second number of the pair first
}

void fill_randn(RandomState& rng, double scale, MatrixView out) {
  float* data = out.data();
  for (Index i = 0; i < out.size(); ++i) data[i] = static_cast<float>(rng.randn() * scale);
}

void fill_uniform(RandomState& rng, double low, double high, MatrixView out) {
  float* data = out.data();
  for (Index i = 0; i < out.size(); ++i) data[i] = static_cast<float>(rng.uniform(low, high));
}

}  // namespace ffn
