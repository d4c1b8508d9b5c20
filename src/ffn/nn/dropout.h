#pragma once
// Dropout (Srivastava et al. 2014), inverted as in PyTorch: each element is set to 0 with
// probability p and otherwise multiplied by 1 / (1 - p), which preserves the mean; evaluation mode
// has no dropout. Forward and backward pass use the same function.

#include "ffn/core/matrix.h"
#include "ffn/core/names.h"
#include "ffn/core/random.h"

namespace ffn {

/// The tensor of an FFN that dropout acts on: the hidden activations, or the output as in GPT-2.
enum class DropoutPlacement { kHidden, kOutput };
FFN_NAMES(DropoutPlacement, "dropout_placement", "hidden", "output");

/// Throws ArgumentError unless 0 <= p <= 1.
void check_dropout_probability(double p);

/// Fills `mask` with 0 (dropped) and 1 / (1 - p) (not dropped), drawing one random number per
/// element in row-major order. p = 0 gives all ones and p = 1 all zeros; both draw the same number
/// of random numbers as any other p, so the generator's state does not depend on p.
template <class Scalar>
void fill_dropout_mask(RandomState& rng, double p, MatrixViewOf<Scalar> mask);

/// Computes out = in * mask, where a zero of the mask gives 0 even for NaN and infinity; `out` may
/// be `in`. Used for activations in the forward pass and for gradients in the backward pass.
template <class Scalar>
void apply_dropout_mask(const ConstMatrixViewOf<Scalar>& in, const ConstMatrixViewOf<Scalar>& mask,
                        MatrixViewOf<Scalar> out);

}  // namespace ffn
