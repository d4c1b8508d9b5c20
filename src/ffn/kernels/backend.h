#pragma once
// Who computes the float32 products of layers: the tiles, or Eigen's expressions, which are their specification. A choice for comparing the
// two; it holds for the whole process and is meant to be made between computations. Weights packed beforehand know the tiles only.

namespace ffn {

enum class Backend {
  kTiles,  ///< panel_product.h: fast, the same bits in the native, simd and scalar builds
  kEigen,  ///< affine_reference, product_reference, add_transposed_product_reference: one expression each, sums in Eigen's order
};

/// The choice that products follow now; kTiles unless set_backend made another.
Backend backend();

/// Makes the choice for all products from here on, in every thread.
void set_backend(Backend choice);

}  // namespace ffn
