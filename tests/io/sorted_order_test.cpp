#include "ffn/io/sorted_order.h"

#include <doctest/doctest.h>

using namespace ffn;

TEST_CASE("sorted_order: returns the sorted order of indices and is stable") {
  const std::vector<int> values{3, 1, 2, 1, 3, 1};
  const auto order = sorted_order(
      values.size(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  CHECK(order == std::vector<std::size_t>{1, 3, 5, 2, 0, 4});
  CHECK(sorted_order(0, [](std::size_t, std::size_t) { return false; }).empty());
}

TEST_CASE("sorted_order: a thousand equal elements keep their order") {
  const auto order = sorted_order(1000, [](std::size_t, std::size_t) { return false; });
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);
}
