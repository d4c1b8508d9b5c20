#include "ffn/nn/packed_feed_forward.h"

#include <algorithm>
#include <string>
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
constexpr Index kHiddenElements = kRowBlock * kDepthBlock;  // 288 KiB
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

// Hidden units [first, first + hidden.cols()) and what is done with what they add to the output.
struct PackedFeedForward::Units {
  Index first;
  const float* b2;  // nullptr for none
  bool accumulate;  // onto what is there
};

void PackedFeedForward::forward_block(const ConstMatrixView& x, const Units& units, MatrixView hidden, MatrixView gate,
                                      MatrixView output) const {
  affine_columns(x, w1_, units.first, bias_from(b1_, units.first), hidden);
  activation_forward<float>(activation_, read_only(hidden), hidden);
  if (gate_.columns() > 0) {
    affine_columns(x, gate_, units.first, bias_from(b_gate_, units.first), gate);
    hidden.array() *= gate.array();
  }
  affine_depth(read_only(hidden), w2_, units.first, units.b2, units.accumulate, output);
}

void PackedFeedForward::forward_units(const ConstMatrixView& x, Index first, Index count, MatrixView output) const {
  const Index step = tile_set().columns;
  check_index("first", first, d_ff());
  check(first % step == 0, "first", first, "a multiple of " + std::to_string(step));
  check(count >= 1 && count <= d_ff() - first, "count", count, "an integer from 1 to " + std::to_string(d_ff() - first));
  check_shape("x", shape_of(x), {x.rows(), d_model()});
  check_shape("output", shape_of(output), shape_of(x));
  const Index most_tokens = std::min(x.rows(), kRowBlock);
  if (most_tokens == 0) return;
  const Index most_units = units_at_once(most_tokens, count);
  RowVector hidden(most_tokens * most_units);
  RowVector gate(gate_.columns() > 0 ? hidden.size() : 0);
  const float* const b2 = first == 0 ? bias_from(b2_, 0) : nullptr;
  const Index slices = parts_of(x.rows(), kRowBlock);
  for (Index i = 0; i < slices; ++i) {
    const Index token = balanced(x.rows(), slices, i);
    const Index tokens = balanced(x.rows(), slices, i + 1) - token;
    for (Index unit = 0; unit < count; unit += most_units) {
      const Index units = std::min(most_units, count - unit);
      forward_block(row_slice(x, token, tokens), {first + unit, b2, unit > 0}, {hidden.data(), tokens, units}, {gate.data(), tokens, units},
                    row_slice(output, token, tokens));
    }
  }
}

}  // namespace ffn
