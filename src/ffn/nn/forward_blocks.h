#pragma once
// Blocking of a packed forward pass: tokens are split into slices that fit in the L2 cache, and
// hidden units into blocks whose hidden tensor stays in the L2 cache between the two products.

#include <algorithm>

#include "ffn/kernels/panel_product.h"

namespace ffn {

/// Approximate number of elements of the hidden tensor that exist at once: 288 KiB.
inline constexpr Index kHiddenElements = kRowBlock * kDepthBlock;

/// Returns the largest number of tokens of a slice.
inline Index tokens_at_once(Index tokens) { return std::min(tokens, kRowBlock); }

/// Returns the number of hidden units of a block. It is a multiple of kDepthBlock: the sums of the
/// second product are split there in any case, so the bits of the result do not depend on the
/// blocking.
inline Index units_at_once(Index tokens, Index units) {
  const Index blocks = std::max<Index>(1, kHiddenElements / (tokens_at_once(tokens) * kDepthBlock));
  return std::min(blocks * kDepthBlock, units);
}

/// Tokens [token, token + tokens) and hidden units [unit, unit + units), relative to the requested
/// range.
struct ForwardBlock {
  Index token, tokens;
  Index unit, units;
};

/// Calls work(block) for all blocks of `tokens` tokens and `units` hidden units; all blocks of a
/// slice of tokens come before the next slice.
template <class Work>
void for_each_forward_block(Index tokens, Index units, Work&& work) {
  if (tokens == 0) return;
  const Index most_units = units_at_once(tokens, units);
  const Index slices = ceil_divide(tokens, kRowBlock);
  for (Index i = 0; i < slices; ++i) {
    const Index token = part_begin(tokens, slices, i);
    const Index slice = part_begin(tokens, slices, i + 1) - token;
    for (Index unit = 0; unit < units; unit += most_units) {
      work(ForwardBlock{token, slice, unit, std::min(most_units, units - unit)});
    }
  }
}

}  // namespace ffn
