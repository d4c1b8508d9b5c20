#include "ffn/analysis/ranking.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

#include "ffn/core/check.h"

namespace ffn {

namespace {

// A total order, because std::stable_sort, which would keep equal numbers in order, allocates
// memory.
template <class Compare>
std::vector<std::int32_t> first_in_order(std::span<const float> numbers, Index count,
                                         Compare compare) {
  check(count >= 1, "count", count, "1 or more");
  std::vector<std::int32_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](std::int32_t a, std::int32_t b) {
    const float x = numbers[static_cast<std::size_t>(a)];
    const float y = numbers[static_cast<std::size_t>(b)];
    if (std::isnan(x) != std::isnan(y)) return std::isnan(y);
    if (!std::isnan(x) && x != y) return compare(x, y);
    return a < b;
  };
  const std::size_t kept = std::min(static_cast<std::size_t>(count), order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    before);
  order.resize(kept);
  return order;
}

}  // namespace

std::vector<std::int32_t> largest(std::span<const float> numbers, Index count) {
  return first_in_order(numbers, count, std::greater<>());
}

std::vector<std::int32_t> smallest(std::span<const float> numbers, Index count) {
  return first_in_order(numbers, count, std::less<>());
}

}  // namespace ffn
