#pragma once
// A feed-forward network made ready to be evaluated many times: its weights packed in the order in which the product reads them
// (kernels/packed_matrix.h), which costs about as much as a forward pass of some tens of tokens, once.
//
// A copy: it does not follow the network it was made from. The result of a forward pass has the same bits as FeedForward::forward
// without dropout. The hidden tensor exists for a block of tokens and hidden units at a time, small enough to stay in a
// second-level cache between the two products.

#include "ffn/kernels/packed_matrix.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// The packed copy of a network, for evaluation alone: it saves no trace and drops nothing.
class PackedFeedForward {
 public:
  /// Throws std::bad_alloc.
  explicit PackedFeedForward(const FeedForward& network);

  Index d_model() const { return w2_.columns(); }
  Index d_ff() const { return w1_.columns(); }

  /// x and output (tokens, d_model), not overlapping. Throws ArgumentError for other shapes.
  void forward(const ConstMatrixView& x, MatrixView output) const { forward_units(x, 0, d_ff(), output); }

  /// What hidden units [first, first + count) add to the output, as forward_units of feed_forward_units.h, which is the specification.
  /// Throws ArgumentError unless `first` is a multiple of the columns that this machine packs together (tile_set().columns; 8 in
  /// WebAssembly).
  void forward_units(const ConstMatrixView& x, Index first, Index count, MatrixView output) const;

  /// The stages of a pass, for a block of tokens and hidden units [first, first + columns of the block), which for_each_forward_block
  /// (forward_blocks.h) gives; shapes are not checked. The gate is used in a gated network alone, and may be empty in others.
  bool gated() const { return gate_.columns() > 0; }
  void linear1(const ConstMatrixView& x, Index first, MatrixView pre_activation, MatrixView gate) const;
  void activate(const ConstMatrixView& pre_activation, const MatrixView& gate, MatrixView hidden) const;  // may be in place
  /// With the bias where `first` is 0; `accumulate` adds to what is there.
  void linear2(const ConstMatrixView& hidden, Index first, bool accumulate, MatrixView output) const;

 private:
  PackedMatrix w1_;
  PackedMatrix gate_;
  PackedMatrix w2_;
  RowVector b1_;
  RowVector b_gate_;
  RowVector b2_;
  Activation activation_;
};

}  // namespace ffn
