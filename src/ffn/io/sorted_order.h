#pragma once
// Indirect sort. One instantiation of std::sort serves all element types; one instantiation per
// type would add 20 kB to the WebAssembly module.

#include <cstddef>
#include <functional>
#include <vector>

namespace ffn {

/// Returns the indices 0 to count - 1 in stable sorted order; less(a, b) compares the elements at
/// indices a and b.
std::vector<std::size_t> sorted_order(std::size_t count,
                                      const std::function<bool(std::size_t, std::size_t)>& less);

}  // namespace ffn
