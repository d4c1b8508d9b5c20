#pragma once
// C = A B + bias, or C += A B, where B is packed during the product: for operands that change
// between calls, as in training. Internal to the kernels. It uses the same tiles and summation
// order as panel_product.h, so it gives the same bits.

#include "ffn/kernels/panel_product.h"

namespace ffn {

/// Number of adjacent panels that are packed together. Rows of B are then read in whole cache
/// lines, and the packed panels (96 KiB in WebAssembly) stay in the L2 cache until all rows of A
/// have been multiplied with them.
inline constexpr Index kPanelGroup = 8;

/// Number of elements of A that are multiplied with a packed group of panels: 576 KiB. With fewer,
/// B is packed more often; with more, they no longer fit in the L2 cache.
inline constexpr Index kRowBlockElements = 2 * kRowBlock * kDepthBlock;

/// Largest number of rows of A, and smallest number of elements of B, for which a B stored by rows
/// is packed in wide parts: with 8 rows, 768 to 3072, the backward pass then takes 0.6 of the time
/// natively on an AMD EPYC.
inline constexpr Index kFewRows = 32;
inline constexpr Index kLargeOperandElements = Index{512} * 1024;

/// Largest number of elements of a wide part: 384 KiB, which stays in the L2 cache.
inline constexpr Index kWidePartElements = Index{96} * 1024;

/// The unpacked matrix B (depth, columns): element (k, j) is first[k * stride + j], or first[j *
/// stride + k] if `transposed`.
struct UnpackedOperand {
  const float* first;
  Index stride;
  bool transposed;
};

/// Computes the product. Throws std::bad_alloc.
void pack_and_multiply(const ProductOperands& at, const UnpackedOperand& b);

}  // namespace ffn
