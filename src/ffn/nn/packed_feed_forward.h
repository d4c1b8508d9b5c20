#pragma once
// A feed-forward network with packed weights (kernels/packed_matrix.h), for repeated inference. Packing costs about as much as one forward
// pass of some tens of tokens.
//
// The packed network is a copy: later changes of the original network do not affect it. A forward pass gives the same bits as
// FeedForward::forward without dropout. The hidden tensor exists for one block of tokens and hidden units at a time, which stays in the L2
// cache between the two products.

#include "ffn/kernels/packed_matrix.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// A packed copy of a network, for inference only: without trace and without dropout.
class PackedFeedForward {
 public:
  /// Packs the weights of `network`. Throws std::bad_alloc.
  explicit PackedFeedForward(const FeedForward& network);

  Index d_model() const { return w2_.columns(); }
  Index d_ff() const { return w1_.columns(); }

  /// Computes output from x, both (tokens, d_model) and not overlapping. Throws ArgumentError for other shapes.
  void forward(const ConstMatrixView& x, MatrixView output) const { forward_units(x, 0, d_ff(), output); }

  /// Computes the partial output of hidden units [first, first + count), as specified by forward_units in feed_forward_units.h. Throws
  /// ArgumentError unless `first` is a multiple of the panel width (tile_set().columns; 8 in WebAssembly), and for other shapes and units
  /// that do not exist.
  void forward_units(const ConstMatrixView& x, Index first, Index count, MatrixView output) const;

  /// The stages of a pass for one block of for_each_forward_block (forward_blocks.h): a slice of tokens and the hidden units from `first`
  /// on, one per column of the hidden tensor. Shapes are not checked. `gate` is used only in a gated network and may be empty otherwise.
  bool gated() const { return gate_.columns() > 0; }
  void linear1(const ConstMatrixView& x, Index first, MatrixView pre_activation, MatrixView gate) const;
  void activate(const ConstMatrixView& pre_activation, const MatrixView& gate, MatrixView hidden) const;  // may be in place
  /// Adds the bias if `first` is 0. With `accumulate` the result is added to `output`.
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
