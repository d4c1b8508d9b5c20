#pragma once
// Matrices for the tests of the kernels.

#include <cstring>

#include "ffn/core/random.h"

namespace ffn::test {

/// Returns standard normal numbers from a new generator with that seed.
inline Matrix drawn(Index rows, Index columns, std::uint32_t seed) {
  Matrix matrix(rows, columns);
  RandomState rng(seed);
  fill_randn(rng, 1.0, view(matrix));
  return matrix;
}

/// Returns whether two matrices of the same shape have the same bits.
inline bool same_bits(const Matrix& a, const Matrix& b) {
  return std::memcmp(a.data(), b.data(), sizeof(float) * static_cast<std::size_t>(a.size())) == 0;
}

}  // namespace ffn::test
