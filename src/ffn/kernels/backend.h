#pragma once
// Selects the implementation of the float32 matrix products of layers: the tiled kernels or the
// Eigen reference expressions, to compare the two. The setting applies to the whole process and
// should change only between computations. Products with packed weights always use the tiled
// kernels.

namespace ffn {

enum class Backend {
  kTiles,  ///< panel_product.h: fast; the same bits in the simd and native FFN_SAME_BITS
           ///< builds
  kEigen,  ///< affine_reference, product_reference, transposed_product_reference: Eigen
           ///< expressions, summed in Eigen's order
};

/// Returns the current backend, by default kTiles.
Backend backend();

/// Sets the backend for all subsequent products in all threads.
void set_backend(Backend choice);

}  // namespace ffn
