#pragma once
// A Transformer block: attention, feed-forward network, two normalisations, two shortcuts.
//
//   pre-norm  (GPT-2)                           h = x + drop(attention(norm1(x)));  y = h + drop(ffn(norm2(h)))
//   post-norm (Vaswani et al. 2017, GPT-1)      h = norm1(x + drop(attention(x)));  y = norm2(h + drop(ffn(h)))
//
//   no norm                                     h = x + drop(attention(x));         y = h + drop(ffn(h))
//
// Without shortcuts the x + and h + are left out, and without attention its line and norm1 are: the demonstrations of what they are
// for. A stack of blocks without norms, shortcuts and attention is a plain deep network, in which gradients vanish (block_stack.h).

#include <cstdint>
#include <optional>

#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/layer_norm.h"

namespace ffn {

enum class NormPlacement { kPre, kPost, kNone };

/// What a block is made of; its attention and its network have one d_model.
struct TransformerBlockOptions {
  AttentionOptions attention;
  FeedForwardOptions feed_forward;
  NormPlacement norm = NormPlacement::kPre;
  bool shortcuts = true;
  bool feed_forward_only = false;  ///< no attention branch, hence tokens that do not see each other
  double dropout = 0.0;            ///< on each branch before its shortcut; acts in training only
};

/// The gradients of a block's parts; those of parts that it does not have are empty.
template <class Scalar>
struct TransformerBlockLayersOf {
  LayerNormOf<Scalar> norm1;
  AttentionLayersOf<Scalar> attention;
  LayerNormOf<Scalar> norm2;
  FeedForwardLayersOf<Scalar> feed_forward;
};

/// What one branch (norm, work, dropout, shortcut) saves. All tensors (tokens, d_model).
template <class Scalar>
struct BranchTraceOf {
  MatrixOf<Scalar> work_input;   // what attention or the network received
  MatrixOf<Scalar> work_output;  // what it gave, before dropout
  MatrixOf<Scalar> mask;         // dropout mask on work_output, or empty
  MatrixOf<Scalar> norm_input;   // what the normalisation received: the branch's input (pre) or the sum (post); empty without norms
  LayerNormTrace norm;
};

/// What a forward pass saves; a block without attention leaves attention_branch and attention as they are.
template <class Scalar>
struct TransformerBlockTraceOf {
  BranchTraceOf<Scalar> attention_branch;
  AttentionTraceOf<Scalar> attention;
  BranchTraceOf<Scalar> feed_forward_branch;
  FeedForwardTraceOf<Scalar> feed_forward;
};

/// A block ready to run: its parts, and how they are put together.
template <class Scalar>
class TransformerBlockOf {
 public:
  using Layers = TransformerBlockLayersOf<Scalar>;
  using Trace = TransformerBlockTraceOf<Scalar>;

  /// A block without attention gets none; of `options` norm, shortcuts and dropout count. Throws ArgumentError unless all parts agree on
  /// d_model, norms without a place are empty, and dropout is a probability.
  TransformerBlockOf(LayerNormOf<Scalar> norm1, std::optional<AttentionOf<Scalar>> attention, LayerNormOf<Scalar> norm2,
                     FeedForwardOf<Scalar> feed_forward, const TransformerBlockOptions& options);

  Index d_model() const { return feed_forward_.d_model(); }
  NormPlacement norm() const { return norm_; }
  bool shortcuts() const { return shortcuts_; }
  bool has_attention() const { return attention_.has_value(); }
  /// Only where has_attention().
  const AttentionOf<Scalar>& attention() const { return *attention_; }
  AttentionOf<Scalar>& attention() { return *attention_; }
  const FeedForwardOf<Scalar>& feed_forward() const { return feed_forward_; }
  FeedForwardOf<Scalar>& feed_forward() { return feed_forward_; }
  const LayerNormOf<Scalar>& norm1() const { return norm1_; }
  LayerNormOf<Scalar>& norm1() { return norm1_; }
  const LayerNormOf<Scalar>& norm2() const { return norm2_; }
  LayerNormOf<Scalar>& norm2() { return norm2_; }
  std::int64_t parameter_count() const;

  /// x and output (batch * seq_len, d_model), not overlapping. With `rng` a training pass. Throws ArgumentError for other shapes.
  void forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, MatrixViewOf<Scalar> output, Trace& trace,
               RandomState* rng = nullptr) const;

  /// Adds the gradients of all parts to `grads` and writes the input's to grad_x.
  void backward(Index seq_len, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads,
                MatrixViewOf<Scalar> grad_x) const;

 private:
  void check_width(const char* argument, Index width, bool present) const;
  template <class Work>
  void branch_forward(const LayerNormOf<Scalar>& norm, const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> output,
                      BranchTraceOf<Scalar>& trace, RandomState* rng, Work&& work) const;
  template <class Work>
  void branch_backward(const LayerNormOf<Scalar>& norm, const BranchTraceOf<Scalar>& trace, const ConstMatrixViewOf<Scalar>& grad_output,
                       LayerNormOf<Scalar>& norm_grads, MatrixViewOf<Scalar> grad_x, Work&& work) const;

  LayerNormOf<Scalar> norm1_;
  std::optional<AttentionOf<Scalar>> attention_;
  LayerNormOf<Scalar> norm2_;
  FeedForwardOf<Scalar> feed_forward_;
  NormPlacement norm_;
  bool shortcuts_;
  double dropout_;
};

using TransformerBlock = TransformerBlockOf<float>;

/// Gradients of a block start from these zeros.
template <class Scalar>
TransformerBlockLayersOf<Scalar> zeros_like(const TransformerBlockOf<Scalar>& block) {
  return {zeros_like(block.norm1()), block.has_attention() ? zeros_like(block.attention().layers()) : AttentionLayersOf<Scalar>{},
          zeros_like(block.norm2()), zeros_like(block.feed_forward().layers())};
}

/// Random parameters: attention is drawn first, then the network, from the given stream. d_model is feed_forward's.
TransformerBlock make_transformer_block(const TransformerBlockOptions& options, Initialization init, RandomState& rng);

}  // namespace ffn
