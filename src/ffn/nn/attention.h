#pragma once
// Multi-head self-attention (Vaswani et al. 2017, section 3.2), causal as in GPT-2 unless told otherwise:
//
//   q, k, v = x Wq^T, x Wk^T, x Wv^T (+ biases), cut into heads of d_head = d_model / n_heads features
//   weights = softmax(q k^T / sqrt(d_head)) over the positions that a token may see, then dropout
//   context = weights v, heads side by side;  output = context Wo^T + bo
//
// Positions that a token may not see are never touched: changing a later token, to NaN or infinity even, changes no bit of
// an earlier token's output.

#include <cstdint>

#include "ffn/core/matrix.h"
#include "ffn/nn/dropout.h"
#include "ffn/nn/linear.h"

namespace ffn {

/// What an attention is made of; n_heads divides d_model.
struct AttentionOptions {
  Index d_model = 0;
  Index n_heads = 1;
  bool qkv_bias = true;  ///< of query, key and value; of a ready attention: has any of them one?
  bool causal = true;
  double dropout = 0.0;  ///< on the attention weights; acts in training only
};

/// The layers of an attention, and equally their gradients; all (d_model, d_model).
template <class Scalar>
struct AttentionLayersOf {
  LinearOf<Scalar> query;
  LinearOf<Scalar> key;
  LinearOf<Scalar> value;
  LinearOf<Scalar> output;
};

/// What a forward pass saves. Row (batch * n_heads + head) * seq_len + token of `weights` belongs to that token in that head.
template <class Scalar>
struct AttentionTraceOf {
  MatrixOf<Scalar> query;    // (tokens, d_model)
  MatrixOf<Scalar> key;      // (tokens, d_model)
  MatrixOf<Scalar> value;    // (tokens, d_model)
  MatrixOf<Scalar> weights;  // (batch * n_heads * seq_len, seq_len), before dropout; 0 where not seen
  MatrixOf<Scalar> mask;     // same shape, or empty when nothing was dropped
  MatrixOf<Scalar> context;  // (tokens, d_model)
};

/// An attention ready to run: its layers, and how their results are used.
template <class Scalar>
class AttentionOf {
 public:
  using Layers = AttentionLayersOf<Scalar>;
  using Trace = AttentionTraceOf<Scalar>;

  /// Of `options`, n_heads, causal and dropout count; sizes and biases are read off the layers. Throws ArgumentError unless n_heads
  /// divides d_model, every weight is (d_model, d_model), every bias fits or is empty, and dropout is a probability.
  AttentionOf(Layers layers, const AttentionOptions& options);

  Index d_model() const { return layers_.query.in_features(); }
  Index d_head() const { return d_model() / options_.n_heads; }
  const AttentionOptions& options() const { return options_; }
  const Layers& layers() const { return layers_; }
  Layers& layers() { return layers_; }
  std::int64_t parameter_count() const;

  /// x and output (batch * seq_len, d_model): sequences one after the other. With `rng` a training pass.
  /// Throws ArgumentError for other shapes, when seq_len does not divide the tokens, and when the attention weights would pass
  /// kMaxElements.
  void forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, MatrixViewOf<Scalar> output, Trace& trace,
               RandomState* rng = nullptr) const;

  /// Adds the gradients of all layers to `grads` and writes the input's to grad_x, given the x, seq_len and trace of a forward pass.
  /// Throws ArgumentError for shapes that do not fit.
  void backward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output,
                Layers& grads, MatrixViewOf<Scalar> grad_x) const;

 private:
  Layers layers_;
  AttentionOptions options_;
};

using Attention = AttentionOf<float>;

/// Zeros of the same shapes: what gradients start from.
template <class Scalar>
AttentionLayersOf<Scalar> zeros_like(const AttentionLayersOf<Scalar>& layers) {
  return {zeros_like(layers.query), zeros_like(layers.key), zeros_like(layers.value), zeros_like(layers.output)};
}

/// Random parameters, drawn in the order query, key, value, output; the output projection has a bias always.
Attention make_attention(const AttentionOptions& options, Initialization init, RandomState& rng);

}  // namespace ffn
