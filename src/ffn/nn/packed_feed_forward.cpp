#include "ffn/nn/packed_feed_forward.h"

#include <algorithm>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"
#include "ffn/kernels/panel_product.h"
#include "ffn/nn/activation.h"

namespace ffn {

namespace {

const float* bias_from(const RowVector& bias, Index first) { return bias.size() == 0 ? nullptr : bias.data() + first; }

// Hidden units of a block: about kHiddenElements in all, and a multiple of the depth at which the second product's sums are
// cut anyway, so that the bits do not depend on the block.
constexpr Index kHiddenElements = 2 * kRowBlock * kDepthBlock;  // 288 KiB
Index units_at_once(Index tokens, Index units) {
  const Index blocks = std::max<Index>(1, kHiddenElements / (tokens * kDepthBlock));
  return std::min(blocks * kDepthBlock, units);
}

}  // namespace

PackedFeedForward::PackedFeedForward(const FeedForward& network)
    : w1_(view(network.layers().linear1.weight)),
      gate_(view(network.layers().gate.weight)),
      w2_(view(network.layers().linear2.weight)),
      b1_(network.layers().linear1.bias),
      b_gate_(network.layers().gate.bias),
      b2_(network.layers().linear2.bias),
      activation_(network.activation()) {}

// Hidden units [first_unit, first_unit + hidden.cols()) of these tokens, and what they add to the output.
void PackedFeedForward::forward_block(const ConstMatrixView& x, Index first_unit, MatrixView hidden, MatrixView gate,
                                      MatrixView output) const {
  affine_columns(x, w1_, first_unit, bias_from(b1_, first_unit), hidden);
  activation_forward<float>(activation_, read_only(hidden), hidden);
  if (gate_.columns() > 0) {
    affine_columns(x, gate_, first_unit, bias_from(b_gate_, first_unit), gate);
    hidden.array() *= gate.array();
  }
  affine_depth(read_only(hidden), w2_, first_unit, bias_from(b2_, 0), first_unit > 0, output);
}

void PackedFeedForward::forward(const ConstMatrixView& x, MatrixView output) const {
  check_shape("x", shape_of(x), {x.rows(), d_model()});
  check_shape("output", shape_of(output), shape_of(x));
  const Index most_tokens = std::min(x.rows(), kRowBlock);
  if (most_tokens == 0) return;
  const Index most_units = units_at_once(most_tokens, d_ff());
  RowVector hidden(most_tokens * most_units);
  RowVector gate(gate_.columns() > 0 ? hidden.size() : 0);
  const Index slices = parts_of(x.rows(), kRowBlock);
  for (Index i = 0; i < slices; ++i) {
    const Index first = balanced(x.rows(), slices, i);
    const Index tokens = balanced(x.rows(), slices, i + 1) - first;
    for (Index unit = 0; unit < d_ff(); unit += most_units) {
      const Index units = std::min(most_units, d_ff() - unit);
      forward_block(row_slice(x, first, tokens), unit, {hidden.data(), tokens, units}, {gate.data(), tokens, units},
                    row_slice(output, first, tokens));
    }
  }
}

}  // namespace ffn
