#pragma once
// A Transformer block: attention, feed-forward network, two layer normalizations, two residual
// connections (shortcuts).
//
//   pre-norm    h = x + drop(attention(norm1(x)));  y = h + drop(ffn(norm2(h)))
//   post-norm   h = norm1(x + drop(attention(x)));  y = norm2(h + drop(ffn(h)))
//   no norm     h = x + drop(attention(x));         y = h + drop(ffn(h))
//
// GPT-2 is pre-norm; GPT-1 and the first Transformer (Vaswani et al. 2017) are post-norm.
//
// Without shortcuts the terms x + and h + are omitted; without attention the first equation and
// norm1 are omitted. These variants demonstrate the purpose of each part: a stack of blocks without
// norms, shortcuts and attention is a plain deep network, in which gradients vanish
// (block_stack.h).

#include <cstdint>
#include <optional>
#include <vector>

#include "ffn/core/names.h"
#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/layer_norm.h"

namespace ffn {

enum class NormPlacement { kPre, kPost, kNone };
FFN_NAMES(NormPlacement, "norm", "pre", "post", "none");

/// Configuration of a block; attention and network have the same d_model.
struct TransformerBlockOptions {
  AttentionOptions attention;
  FeedForwardOptions feed_forward;
  NormPlacement norm = NormPlacement::kPre;
  bool shortcuts = true;
  bool feed_forward_only = false;  ///< omits the attention branch, so tokens are independent
  double dropout =
      0.0;  ///< on the output of each branch, before the shortcut is added; acts in training only
};

/// The parts that a pass leaves out, to show what they contribute.
struct TransformerBlockSwitches {
  bool attention = true;        ///< false: 0 instead of the output of attention
  bool feed_forward = true;     ///< false: 0 instead of the output of the network
  std::vector<Index> silenced;  ///< hidden units of the network whose activations are 0
};

/// The layers of a block, or their gradients; empty for parts that the block does not have.
template <class Scalar>
struct TransformerBlockLayersOf {
  LayerNormOf<Scalar> norm1;
  AttentionLayersOf<Scalar> attention;
  LayerNormOf<Scalar> norm2;
  FeedForwardLayersOf<Scalar> feed_forward;

  /// Visits the parameters by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& layers, Visitor&& visitor) {
    visitor.part("norm1", layers.norm1);
    visitor.part("attention", layers.attention);
    visitor.part("norm2", layers.norm2);
    visitor.part("feed_forward", layers.feed_forward);
  }
};

/// The tensors that one branch (norm, attention or network, dropout, shortcut) stores; all are
/// (tokens, d_model).
template <class Scalar>
struct BranchTraceOf {
  MatrixOf<Scalar> work_input;   // input of attention or network
  MatrixOf<Scalar> work_output;  // output of attention or network, before dropout
  MatrixOf<Scalar> mask;         // dropout mask on work_output, or empty
  MatrixOf<Scalar> norm_input;   // input of the normalization: the branch's input (pre) or the sum
                                 // (post); empty without norms
  LayerNormTrace norm;
};

/// The tensors that a forward pass stores; a block without attention does not modify
/// attention_branch and attention, and a part that is switched off does not modify `attention` or
/// `feed_forward`.
template <class Scalar>
struct TransformerBlockTraceOf {
  BranchTraceOf<Scalar> attention_branch;
  AttentionTraceOf<Scalar> attention;
  BranchTraceOf<Scalar> feed_forward_branch;
  FeedForwardTraceOf<Scalar> feed_forward;
};

/// A Transformer block: its parts and its configuration.
template <class Scalar>
class TransformerBlockOf {
 public:
  using Layers = TransformerBlockLayersOf<Scalar>;
  using Trace = TransformerBlockTraceOf<Scalar>;

  /// `attention` is nullopt for a block without attention. Uses norm, shortcuts and dropout of
  /// `options`. Throws ArgumentError unless all parts have the same d_model, unused norms are
  /// empty, and dropout is in [0, 1].
  TransformerBlockOf(LayerNormOf<Scalar> norm1, std::optional<AttentionOf<Scalar>> attention,
                     LayerNormOf<Scalar> norm2, FeedForwardOf<Scalar> feed_forward,
                     const TransformerBlockOptions& options);

  Index d_model() const { return feed_forward_.d_model(); }
  NormPlacement norm() const { return norm_; }
  bool shortcuts() const { return shortcuts_; }
  bool has_attention() const { return attention_.has_value(); }
  /// Requires has_attention().
  const AttentionOf<Scalar>& attention() const { return *attention_; }
  AttentionOf<Scalar>& attention() { return *attention_; }
  const FeedForwardOf<Scalar>& feed_forward() const { return feed_forward_; }
  FeedForwardOf<Scalar>& feed_forward() { return feed_forward_; }
  const LayerNormOf<Scalar>& norm1() const { return norm1_; }
  LayerNormOf<Scalar>& norm1() { return norm1_; }
  const LayerNormOf<Scalar>& norm2() const { return norm2_; }
  LayerNormOf<Scalar>& norm2() { return norm2_; }
  std::int64_t parameter_count() const;

  /// Visits the parameters of all parts by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& block, Visitor&& visitor) {
    visitor.part("norm1", block.norm1());
    if (block.has_attention()) visitor.part("attention", block.attention());
    visitor.part("norm2", block.norm2());
    visitor.part("feed_forward", block.feed_forward());
  }

  /// Computes output from x, both (batch * seq_len, d_model) and not overlapping. With `rng` it is
  /// a training pass. Throws ArgumentError for other shapes and for a silenced unit that does not
  /// exist.
  void forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, MatrixViewOf<Scalar> output,
               Trace& trace, RandomState* rng = nullptr,
               const TransformerBlockSwitches& switches = {}) const;

  /// Adds the gradients of all parts to `grads` and writes the gradient of x to grad_x, given the
  /// trace of a pass without switches. Throws ArgumentError for shapes that do not match.
  void backward(Index seq_len, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output,
                Layers& grads, MatrixViewOf<Scalar> grad_x) const;

 private:
  void check_width(const char* argument, Index width, bool present) const;
  template <class Work>
  void branch_forward(const LayerNormOf<Scalar>& norm, const ConstMatrixViewOf<Scalar>& x,
                      MatrixViewOf<Scalar> output, BranchTraceOf<Scalar>& trace, RandomState* rng,
                      Work&& work) const;
  template <class Work>
  void branch_backward(const LayerNormOf<Scalar>& norm, const BranchTraceOf<Scalar>& trace,
                       const ConstMatrixViewOf<Scalar>& grad_output,
                       LayerNormOf<Scalar>& norm_grads, MatrixViewOf<Scalar> grad_x,
                       Work&& work) const;

  LayerNormOf<Scalar> norm1_;
  std::optional<AttentionOf<Scalar>> attention_;
  LayerNormOf<Scalar> norm2_;
  FeedForwardOf<Scalar> feed_forward_;
  NormPlacement norm_;
  bool shortcuts_;
  double dropout_;
};

using TransformerBlock = TransformerBlockOf<float>;

/// Returns zeros in the shapes of the block's gradients, the initial value of accumulated
/// gradients.
template <class Scalar>
TransformerBlockLayersOf<Scalar> zeros_like(const TransformerBlockOf<Scalar>& block) {
  return {zeros_like(block.norm1()),
          block.has_attention() ? zeros_like(block.attention()) : AttentionLayersOf<Scalar>{},
          zeros_like(block.norm2()), zeros_like(block.feed_forward())};
}

/// Returns a block with random parameters, drawn from `rng` in the order attention, network.
/// d_model is options.feed_forward.d_model.
TransformerBlock make_transformer_block(const TransformerBlockOptions& options, Initialization init,
                                        RandomState& rng);

}  // namespace ffn
