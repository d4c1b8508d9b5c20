#pragma once
// Which examples come in which batch. Each epoch is a fresh permutation of all rows, drawn from the seed, and is cut into
// batches of `batch_size` rows, the last one shorter when it does not come out even. The order depends on nothing but the
// seed, n and batch_size. A value: its copy goes on with the same batches, and is cheap.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ffn/core/random.h"

namespace ffn {

/// A permutation of 0 to n - 1, every one equally likely: Fisher & Yates's shuffle of the rows in order, from the last place down,
/// place i changing with place floor((i + 1) random_sample()), one number of the generator each.
std::vector<std::int32_t> random_permutation(RandomState& rng, Index n);

/// The batches of a training run, epoch after epoch without end.
class Batches {
 public:
  /// Throws ArgumentError unless n is from 1 to 2^28 and batch_size from 1 to n.
  Batches(Index n, Index batch_size, std::uint32_t seed);

  /// Rows of the next batch; valid until the next call.
  std::span<const std::int32_t> next();

 private:
  RandomState rng_;
  std::shared_ptr<const std::vector<std::int32_t>> order_;  // of this epoch; never changed, so that copies can share it
  std::size_t batch_size_;
  std::size_t position_ = 0;
};

}  // namespace ffn
