#pragma once
// How a packed forward pass is cut: tokens into slices that stay in a second-level cache, hidden units into blocks whose tensor does too
// between the two products.

#include <algorithm>

#include "ffn/kernels/panel_product.h"

namespace ffn {

/// Elements of the hidden tensor that exist at a time, about: 288 KiB.
inline constexpr Index kHiddenElements = kRowBlock * kDepthBlock;

/// No slice of so many has more tokens.
inline Index tokens_at_once(Index tokens) { return std::min(tokens, kRowBlock); }

/// Hidden units of a block: a multiple of the depth at which the second product's sums are cut anyway, so that the bits do not depend on
/// the block.
inline Index units_at_once(Index tokens, Index units) {
  const Index blocks = std::max<Index>(1, kHiddenElements / (tokens_at_once(tokens) * kDepthBlock));
  return std::min(blocks * kDepthBlock, units);
}

/// Tokens [token, token + tokens) and hidden units [unit, unit + units) of those asked for.
struct ForwardBlock {
  Index token, tokens;
  Index unit, units;
};

/// Calls work(block) for all of them, slice by slice of the tokens.
template <class Work>
void for_each_forward_block(Index tokens, Index units, Work&& work) {
  if (tokens == 0) return;
  const Index most_units = units_at_once(tokens, units);
  const Index slices = parts_of(tokens, kRowBlock);
  for (Index i = 0; i < slices; ++i) {
    const Index token = balanced(tokens, slices, i);
    const Index slice = balanced(tokens, slices, i + 1) - token;
    for (Index unit = 0; unit < units; unit += most_units) {
      work(ForwardBlock{token, slice, unit, std::min(most_units, units - unit)});
    }
  }
}

}  // namespace ffn
