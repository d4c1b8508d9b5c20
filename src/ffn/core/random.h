#pragma once
// Random numbers that are the same everywhere: MT19937 (Matsumoto & Nishimura 1998) with the transforms of NumPy's legacy
// RandomState, so that RandomState(42) here is numpy.random.seed(42) there, number for number.
// std::mt19937 is the same engine with the same seeding on every library; the std::*_distribution classes are not, so
// none is used.

#include <cstdint>
#include <random>

#include "ffn/core/matrix.h"

namespace ffn {

/// NumPy's legacy generator: one seed and the same calls give the same numbers. A value: its copy goes on with the same numbers.
class RandomState {
 public:
  /// Seed 0 to 2^32 - 1, as numpy.random.RandomState takes it.
  explicit RandomState(std::uint32_t seed);

  /// Uniform on [0, 1) with 53 random bits (numpy: random_sample).
  double random_sample();

  /// Uniform on [low, high) (numpy: uniform).
  double uniform(double low, double high);

  /// Standard normal by Marsaglia's polar method, which makes two numbers at a time and keeps one (numpy: randn).
  double randn();

 private:
  std::mt19937 engine_;
  bool has_spare_ = false;
  double spare_ = 0.0;
};

/// Fills `out` row by row with rng.randn() * scale, each rounded once to float32.
void fill_randn(RandomState& rng, double scale, MatrixView out);

/// Fills `out` row by row with rng.uniform(low, high), each rounded once to float32.
void fill_uniform(RandomState& rng, double low, double high, MatrixView out);

}  // namespace ffn
