#pragma once
// Multi-head self-attention (Vaswani et al. 2017, section 3.2), by default causal as in GPT-2:
//
//   q, k, v = x Wq^T, x Wk^T, x Wv^T (+ biases), split into n_heads heads of d_head features
//   weights = softmax(q k^T / sqrt(d_head)) over the visible positions, then dropout
//   context = weights v, heads concatenated;  output = context Wo^T + bo
//
// with d_head = d_model / n_heads. Masked positions do not influence the result: changing a later
// token, even to NaN or infinity, changes no bit of an earlier token's output.

#include <cstdint>

#include "ffn/core/matrix.h"
#include "ffn/nn/dropout.h"
#include "ffn/nn/linear.h"

namespace ffn {

/// Configuration of an attention layer; n_heads divides d_model.
struct AttentionOptions {
  Index d_model = 0;
  Index n_heads = 1;
  bool qkv_bias = true;  ///< biases of query, key and value; of a constructed attention, whether
                         ///< any of them has a bias
  bool causal = true;
  double dropout = 0.0;  ///< on the attention weights; acts in training only
};

/// The layers of an attention, or their gradients; all weights are (d_model, d_model).
template <class Scalar>
struct AttentionLayersOf {
  LinearOf<Scalar> query;
  LinearOf<Scalar> key;
  LinearOf<Scalar> value;
  LinearOf<Scalar> output;

  /// Visits the weights by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& layers, Visitor&& visitor) {
    visitor.linear("_query", layers.query);
    visitor.linear("_key", layers.key);
    visitor.linear("_value", layers.value);
    visitor.linear("_output", layers.output);
  }
};

/// The tensors that a forward pass stores. Row (batch * n_heads + head) * seq_len + token of
/// `weights` belongs to that token and head.
template <class Scalar>
struct AttentionTraceOf {
  MatrixOf<Scalar> query;  // (tokens, d_model)
  MatrixOf<Scalar> key;    // (tokens, d_model)
  MatrixOf<Scalar> value;  // (tokens, d_model)
  MatrixOf<Scalar>
      weights;  // (batch * n_heads * seq_len, seq_len), before dropout; 0 at masked positions
  MatrixOf<Scalar> mask;     // dropout mask of the same shape, or empty if nothing was dropped
  MatrixOf<Scalar> context;  // (tokens, d_model)
};

/// Multi-head self-attention: the layers and the options.
template <class Scalar>
class AttentionOf {
 public:
  using Layers = AttentionLayersOf<Scalar>;
  using Trace = AttentionTraceOf<Scalar>;

  /// Takes n_heads, causal and dropout from `options`, sizes and biases from the layers. Throws
  /// ArgumentError unless n_heads divides d_model, every weight is (d_model, d_model), every bias
  /// is (d_model) or empty, and dropout is in [0, 1].
  AttentionOf(Layers layers, const AttentionOptions& options);

  Index d_model() const { return layers_.query.in_features(); }
  Index d_head() const { return d_model() / options_.n_heads; }
  const AttentionOptions& options() const { return options_; }
  const Layers& layers() const { return layers_; }
  Layers& layers() { return layers_; }
  std::int64_t parameter_count() const;

  /// Visits the weights by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& attention, Visitor&& visitor) {
    Layers::visit_parameters(attention.layers(), visitor);
  }

  /// Computes output from x, both (batch * seq_len, d_model), sequences one after the other. With
  /// `rng` it is a training pass with dropout. Throws ArgumentError for other shapes, if seq_len
  /// does not divide the number of tokens, and if the attention weights would have more than
  /// kMaxElements elements.
  void forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, MatrixViewOf<Scalar> output,
               Trace& trace, RandomState* rng = nullptr) const;

  /// Adds the gradients of all layers to `grads` and writes the gradient of x to grad_x, given x,
  /// seq_len and trace of a forward pass. Throws ArgumentError for shapes that do not match.
  void backward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, const Trace& trace,
                const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads,
                MatrixViewOf<Scalar> grad_x) const;

 private:
  Layers layers_;
  AttentionOptions options_;
};

using Attention = AttentionOf<float>;

/// Returns zeros of the same shapes, the initial value of accumulated gradients.
template <class Scalar>
AttentionLayersOf<Scalar> zeros_like(const AttentionLayersOf<Scalar>& layers) {
  return {zeros_like(layers.query), zeros_like(layers.key), zeros_like(layers.value),
          zeros_like(layers.output)};
}

/// Returns zeros of the shapes of its layers.
template <class Scalar>
AttentionLayersOf<Scalar> zeros_like(const AttentionOf<Scalar>& attention) {
  return zeros_like(attention.layers());
}

/// Returns an attention with random parameters, drawn in the order query, key, value, output. The
/// output projection always has a bias.
Attention make_attention(const AttentionOptions& options, Initialization init, RandomState& rng);

}  // namespace ffn
