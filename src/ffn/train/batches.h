#pragma once
// Shuffled mini-batches. Each epoch is a new random permutation of all rows, split into batches of
// `batch_size` rows; the last batch of an epoch may be smaller. The order depends only on the seed,
// n and batch_size. Copies are cheap and continue the same sequence of batches.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ffn/core/random.h"

namespace ffn {

/// Returns a uniformly distributed permutation of 0 to n - 1 by the Fisher-Yates shuffle: for i
/// from n - 1 down to 1, element i is swapped with element floor((i + 1) random_sample()). Throws
/// ArgumentError unless n is from 1 to 2^28.
std::vector<std::int32_t> random_permutation(RandomState& rng, Index n);

/// The infinite sequence of batches of a training run.
class Batches {
 public:
  /// Throws ArgumentError unless n is from 1 to 2^28 and batch_size from 1 to n.
  Batches(Index n, Index batch_size, std::uint32_t seed);

  /// Returns the row indices of the next batch; valid until the next call.
  std::span<const std::int32_t> next();

 private:
  RandomState rng_;
  std::shared_ptr<const std::vector<std::int32_t>>
      order_;  // of the current epoch; immutable, so that copies share it
  std::size_t batch_size_;
  std::size_t position_ = 0;
};

}  // namespace ffn
