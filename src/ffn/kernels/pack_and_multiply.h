#pragma once
// C = A B + bias, or C += A B, with a B that is packed on the way: for products whose operands change between two calls, as in training.
// For kernels only, like panel_product.h, whose tiles and whose order of every element's sum it shares: the same bits.

#include "ffn/kernels/panel_product.h"

namespace ffn {

/// Neighbouring panels that are packed together: rows of B are read in pieces of whole cache lines, and the panels, 96 KiB of them
/// in WebAssembly, stay in a second-level cache until all rows of A have passed over them.
inline constexpr Index kPanelGroup = 8;

/// Elements of A that do so together: 576 KiB. Fewer rows and B is packed more often, more and they leave the cache.
inline constexpr Index kPassingElements = 2 * kRowBlock * kDepthBlock;

/// B (depth, columns) as it lies in memory: element (k, j) at first[k * stride + j], or at first[j * stride + k] when it is transposed.
struct UnpackedOperand {
  const float* first;
  Index stride;
  bool transposed;
};

/// Throws std::bad_alloc.
void pack_and_multiply(const ProductOperands& at, const UnpackedOperand& b);

}  // namespace ffn
