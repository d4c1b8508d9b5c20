#include "ffn/nn/packed_feed_forward.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"
#include "ffn/nn/activation.h"
#include "ffn/nn/forward_blocks.h"

namespace ffn {

namespace {

const float* bias_from(const RowVector& bias, Index first) { return bias.size() == 0 ? nullptr : bias.data() + first; }

}  // namespace

PackedFeedForward::PackedFeedForward(const FeedForward& network)
    : w1_(view(network.layers().linear1.weight)),
      gate_(view(network.layers().gate.weight)),
      w2_(view(network.layers().linear2.weight)),
      b1_(network.layers().linear1.bias),
      b_gate_(network.layers().gate.bias),
      b2_(network.layers().linear2.bias),
      activation_(network.activation()) {}

void PackedFeedForward::linear1(const ConstMatrixView& x, Index first, MatrixView pre_activation, MatrixView gate) const {
  affine_columns(x, w1_, first, bias_from(b1_, first), pre_activation);
  if (gated()) affine_columns(x, gate_, first, bias_from(b_gate_, first), gate);
}

void PackedFeedForward::activate(const ConstMatrixView& pre_activation, const MatrixView& gate, MatrixView hidden) const {
  activation_forward<float>(activation_, pre_activation, hidden);
  if (gated()) hidden.array() *= gate.array();
}

void PackedFeedForward::linear2(const ConstMatrixView& hidden, Index first, bool accumulate, MatrixView output) const {
  affine_depth(hidden, w2_, first, first == 0 ? bias_from(b2_, 0) : nullptr, accumulate, output);
}

void PackedFeedForward::forward_units(const ConstMatrixView& x, Index first, Index count, MatrixView output) const {
  const Index step = tile_set().columns;
  check_index("first", first, d_ff());
  check(first % step == 0, "first", first, "a multiple of " + std::to_string(step));
  check(count >= 1 && count <= d_ff() - first, "count", count, "an integer from 1 to " + std::to_string(d_ff() - first));
  check_shape("x", shape_of(x), {x.rows(), d_model()});
  check_shape("output", shape_of(output), shape_of(x));
  if (x.rows() == 0) return;
  RowVector hidden(tokens_at_once(x.rows()) * units_at_once(x.rows(), count));
  RowVector gate(gated() ? hidden.size() : 0);
  for_each_forward_block(x.rows(), count, [&](const ForwardBlock& at) {
    const MatrixView hidden_block(hidden.data(), at.tokens, at.units);
    const MatrixView gate_block(gate.data(), at.tokens, at.units);
    linear1(row_slice(x, at.token, at.tokens), first + at.unit, hidden_block, gate_block);
    activate(read_only(hidden_block), gate_block, hidden_block);
    linear2(read_only(hidden_block), first + at.unit, at.unit > 0, row_slice(output, at.token, at.tokens));
  });
}

}  // namespace ffn
