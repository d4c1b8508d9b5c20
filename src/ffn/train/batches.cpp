#include "ffn/train/batches.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

std::vector<std::int32_t> random_permutation(RandomState& rng, Index n) {
  check(n >= 1 && n <= kMaxElements, "n", n, {"1 to ", kMaxElements});
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size() - 1; i > 0; --i) {
    const auto other = static_cast<std::size_t>(rng.random_sample() * static_cast<double>(i + 1));
    std::swap(order[i], order[other]);
  }
  return order;
}

Batches::Batches(Index n, Index batch_size, std::uint32_t seed)
    : rng_(seed),
      order_(std::make_shared<const std::vector<std::int32_t>>(random_permutation(rng_, n))),
      batch_size_(static_cast<std::size_t>(batch_size)) {
  check(batch_size >= 1 && batch_size <= n, "batch_size", batch_size,
        {"1 to ", n, ", the size of the data set"});
}

std::span<const std::int32_t> Batches::next() {
  if (position_ == order_->size()) {
    order_ = std::make_shared<const std::vector<std::int32_t>>(
        random_permutation(rng_, static_cast<Index>(order_->size())));
    position_ = 0;
  }
  const std::size_t count = std::min(batch_size_, order_->size() - position_);
  const std::span<const std::int32_t> batch =
      std::span<const std::int32_t>(*order_).subspan(position_, count);
  position_ += count;
  return batch;
}

}  // namespace ffn
