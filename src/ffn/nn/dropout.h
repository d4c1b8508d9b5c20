#pragma once
// Dropout (Srivastava et al. 2014), inverted as in PyTorch: each element is kept with probability 1 - p and then
// multiplied by 1 / (1 - p), so that the mean stays; in evaluation nothing happens. Forward and backward are one function.

#include "ffn/core/matrix.h"
#include "ffn/core/random.h"

namespace ffn {

/// Where an FFN drops: the hidden activations (the notebook) or the output (GPT-2).
enum class DropoutPlacement { kHidden, kOutput };

/// Throws ArgumentError unless 0 <= p <= 1.
void check_dropout_probability(double p);

/// Fills `mask` with 0 (dropped) and 1 / (1 - p) (kept), one number of the generator per element, in row order. With p = 0
/// all ones, with p = 1 all zeros; both draw as many numbers as any other p, so that a sequence does not depend on p.
template <class Scalar>
void fill_dropout_mask(RandomState& rng, double p, MatrixViewOf<Scalar> mask);

/// out = in * mask, where a zero of the mask gives 0 even for NaN and infinity; `out` may be `in`. Used on activations going
/// forward and on gradients going back.
template <class Scalar>
void apply_dropout_mask(const ConstMatrixViewOf<Scalar>& in, const ConstMatrixViewOf<Scalar>& mask, MatrixViewOf<Scalar> out);

}  // namespace ffn
