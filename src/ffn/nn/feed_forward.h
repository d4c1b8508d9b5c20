#pragma once
// The position-wise feed-forward network of a Transformer (Vaswani et al. 2017, arXiv 1706.03762, section 3.3):
//
//   pre_activation = x W1^T + b1        (tokens, d_ff)
//   hidden         = activation(pre_activation)
//   output         = hidden W2^T + b2   (tokens, d_model)
//
// Each token is transformed alone: its result has the same bits alone, in a batch, with and without a trace.

#include <cstdint>

#include "ffn/core/matrix.h"
#include "ffn/nn/activation.h"
#include "ffn/nn/linear.h"

namespace ffn {

/// The default width of the hidden layer, d_ff = 4 d_model, as in the paper and in GPT-2.
inline constexpr Index kExpansion = 4;

/// What a forward pass saves on request: what the backward pass will consume is exactly what a reader may look at.
struct FeedForwardTrace {
  Matrix pre_activation;  // (tokens, d_ff)
  Matrix hidden;          // (tokens, d_ff)
};

class FeedForward {
 public:
  /// Throws ArgumentError unless linear2 maps linear1's outputs back to linear1's inputs and the biases fit.
  FeedForward(Linear linear1, Linear linear2, Activation activation);

  Index d_model() const { return linear1_.in_features(); }
  Index d_ff() const { return linear1_.out_features(); }
  Activation activation() const { return activation_; }
  const Linear& linear1() const { return linear1_; }
  const Linear& linear2() const { return linear2_; }

  /// Weights and biases: 2 d_model d_ff + d_ff + d_model.
  std::int64_t parameter_count() const;

  /// Same weights, other activation: what a comparison of GELU and ReLU needs.
  void set_activation(Activation activation) { activation_ = activation; }

  /// x and output (tokens, d_model), not overlapping. Without `trace` the hidden tensor exists for a slice of the tokens
  /// at a time; with it every intermediate is kept. Throws ArgumentError for other shapes.
  void forward(const ConstMatrixView& x, MatrixView output, FeedForwardTrace* trace) const;

 private:
  Linear linear1_;
  Linear linear2_;
  Activation activation_;
};

/// Random parameters: linear1 is drawn first, then linear2, from one stream seeded with `seed`.
FeedForward make_feed_forward(Index d_model, Index d_ff, Activation activation, Initialization init, std::uint32_t seed);

}  // namespace ffn
