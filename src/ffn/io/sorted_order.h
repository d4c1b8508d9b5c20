#pragma once
// Sorting by indices: one instantiation of the sort for all who need it, where one per element type would cost the WebAssembly
// module 20 kB.

#include <cstddef>
#include <functional>
#include <vector>

namespace ffn {

/// 0 ... count - 1, ordered by less(a, b), which orders the elements at two indices; equal ones stay in their order.
std::vector<std::size_t> sorted_order(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& less);

}  // namespace ffn
