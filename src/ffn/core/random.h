#pragma once
// Reproducible random numbers: MT19937 (Matsumoto & Nishimura 1998) with the transforms of NumPy's
// legacy RandomState, so RandomState(42) generates the same numbers as numpy.random.seed(42). The
// C++ standard specifies the output of std::mt19937 exactly, but not that of the
// std::*_distribution classes, so none of those is used.

#include <cstdint>
#include <random>

#include "ffn/core/matrix.h"

namespace ffn {

/// NumPy's legacy random generator. Equal seeds and equal calls give equal numbers; a copy
/// continues the same sequence.
class RandomState {
 public:
  /// `seed` is from 0 to 2^32 - 1, as for numpy.random.RandomState.
  explicit RandomState(std::uint32_t seed);

  /// Returns a number uniform on [0, 1), with 53 random bits (numpy: random_sample).
  double random_sample();

  /// Returns a number uniform on [low, high) (numpy: uniform).
  double uniform(double low, double high);

  /// Returns a seed for another generator: floor(2^32 random_sample()).
  std::uint32_t random_seed();

  /// Returns a standard normal number by Marsaglia's polar method, which generates two at a time
  /// and caches one (numpy: randn).
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
