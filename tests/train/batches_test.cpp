#include "ffn/train/batches.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

using Rows = std::vector<std::int32_t>;

Rows copy(std::span<const std::int32_t> batch) { return {batch.begin(), batch.end()}; }

}  // namespace

TEST_CASE("batches: an epoch contains every row once and the next one has another order") {
  Batches batches(10, 4, 3);
  std::array<Rows, 2> epochs;
  for (Rows& epoch : epochs) {
    for (const std::size_t expected : {4U, 4U, 2U}) {
      const Rows batch = copy(batches.next());
      CHECK(batch.size() == expected);
      epoch.insert(epoch.end(), batch.begin(), batch.end());
    }
  }
  CHECK(epochs[0] != epochs[1]);
  for (Rows& epoch : epochs) {
    std::sort(epoch.begin(), epoch.end());
    Rows all(10);
    std::iota(all.begin(), all.end(), 0);
    CHECK(epoch == all);
  }
}

TEST_CASE("batches: the order depends only on the seed and a copy continues it") {
  Batches one(100, 7, 5);
  Batches same(100, 7, 5);
  Batches other(100, 7, 6);
  CHECK(copy(one.next()) == copy(same.next()));
  CHECK(copy(one.next()) != copy((other.next(), other.next())));
  Batches copied = one;
  const Rows next = copy(one.next());
  CHECK(copy(copied.next()) == next);
  Batches wider(100, 14, 5);  // the same permutation in larger batches
  Batches narrow(100, 7, 5);
  Rows two = copy(narrow.next());
  const Rows second = copy(narrow.next());
  two.insert(two.end(), second.begin(), second.end());
  CHECK(copy(wider.next()) == two);
}

TEST_CASE("batches: the permutation is the documented Fisher-Yates shuffle") {
  RandomState rng(9);
  RandomState replay(9);
  Rows expected{0, 1, 2, 3, 4};
  for (std::size_t i = 4; i > 0; --i) {
    const auto other =
        static_cast<std::size_t>(std::floor(static_cast<double>(i + 1) * replay.random_sample()));
    std::swap(expected[i], expected[other]);
  }
  CHECK(random_permutation(rng, 5) == expected);
  CHECK(random_permutation(rng, 1) == Rows{0});
}

TEST_CASE("batches: all orders of three rows are about equally likely") {
  RandomState rng(1);
  std::map<Rows, double> counts;
  for (int i = 0; i < 6000; ++i) counts[random_permutation(rng, 3)] += 1.0;
  CHECK(counts.size() == 6);
  for (const auto& [order, count] : counts)
    CHECK(std::abs(count - 1000.0) < 5.0 * std::sqrt(6000.0 * 5.0 / 36.0));
}

TEST_CASE("batches: sizes out of range are rejected by name") {
  CHECK_THROWS_WITH_AS(Batches(10, 0, 1),
                       "batch_size is 0; expected 1 to 10, the size of the data set",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(Batches(10, 11, 1),
                       "batch_size is 11; expected 1 to 10, the size of the data set",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(Batches(0, 1, 1), "n is 0; expected 1 to 268435456", ArgumentError);
}
