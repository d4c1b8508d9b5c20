#include "ffn/io/sorted_order.h"

#include <algorithm>
#include <numeric>

namespace ffn {

std::vector<std::size_t> sorted_order(std::size_t count,
                                      const std::function<bool(std::size_t, std::size_t)>& less) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::partial_sort(order.begin(), order.end(), order.end(), [&](std::size_t a, std::size_t b) {
    return less(a, b) || (!less(b, a) && a < b);
  });
  return order;
}

}  // namespace ffn
