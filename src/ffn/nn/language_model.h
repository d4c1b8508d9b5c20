#pragma once
// A language model of GPT-2's form (Radford et al. 2019): it predicts the next word of a sentence.
//
//   x      = token_embedding[token] + position_embedding[position]    (tokens, d_model)
//   y      = pre-norm Transformer blocks with causal attention (x)    (tokens, d_model)
//   logits = final_norm(y) token_embedding^T                          (predictions, n_vocab)
//
// The output layer shares the weights of the token embedding.
//
// Sentences of one pass may have different lengths. Their tensors are padded on the right to the
// longest one with zeros, which causal attention never reads: the logits of a sentence have the
// same bits alone and in a batch, and changing a later token, even one whose embedding is NaN,
// changes no bit of earlier logits. Padding has no logits and no gradient.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/names.h"
#include "ffn/nn/block_stack.h"
#include "ffn/nn/sentences.h"

namespace ffn {

/// Configuration of a model with random parameters.
struct LanguageModelOptions {
  Index n_vocab = 0;
  Index n_positions = 0;  ///< length of the longest sentence
  Index n_layers = 1;
  Index d_model = 64;
  Index n_heads = 4;
  Index d_ff = 256;
  Activation activation = Activation::kGelu;
};

/// The positions for which a pass computes logits.
enum class Predictions {
  kEveryWord,  ///< a row of logits for every token, sentence after sentence
  kLastWord,   ///< one row for every sentence: the word that follows it
};
FFN_NAMES(Predictions, "predictions", "every_word", "last_word");

/// Returns the number of rows of logits of a pass.
inline Index prediction_count(const Sentences& sentences, Predictions predictions) {
  return predictions == Predictions::kEveryWord ? sentences.token_count() : sentences.count();
}

/// The tensors of final norm and output.
template <class Scalar>
struct UnembeddingTraceOf {
  MatrixOf<Scalar> norm_input;  // (predictions, d_model)
  LayerNormTrace norm;
  MatrixOf<Scalar> normed;  // (predictions, d_model)
};

/// The tensors that a forward pass stores on request. Row sentence * seq_len + position of the
/// stack's tensors belongs to that token.
template <class Scalar>
struct LanguageModelTraceOf {
  Index seq_len = 0;                // length of the longest sentence
  std::vector<Index> rows;          // (predictions): row in the stack's tensors of each prediction
  BlockStackTraceOf<Scalar> stack;  // stack.inputs.front() are the summed embeddings
  UnembeddingTraceOf<Scalar> unembedding;
};

/// The gradients of all parameters, and of the inputs of all blocks.
template <class Scalar>
struct LanguageModelGradientsOf {
  MatrixOf<Scalar> token_embedding;     // (n_vocab, d_model), as embedding and as output together
  MatrixOf<Scalar> position_embedding;  // (n_positions, d_model)
  BlockStackGradientsOf<Scalar> stack;
  LayerNormOf<Scalar> final_norm;

  /// Visits the gradients of the parameters by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& gradients, Visitor&& visitor) {
    visitor.tensor("token_embedding", gradients.token_embedding);
    visitor.tensor("position_embedding", gradients.position_embedding);
    BlockStackGradientsOf<Scalar>::visit_parameters(gradients.stack, visitor);
    visitor.part("final_norm", gradients.final_norm);
  }
};

/// A language model: embeddings, blocks, final norm. Passes do not modify it.
template <class Scalar>
class LanguageModelOf {
 public:
  using Trace = LanguageModelTraceOf<Scalar>;
  using Gradients = LanguageModelGradientsOf<Scalar>;

  /// Throws ArgumentError unless all parts have the same d_model, there is a token and a position,
  /// and every block has causal attention, pre-norm and shortcuts.
  LanguageModelOf(MatrixOf<Scalar> token_embedding, MatrixOf<Scalar> position_embedding,
                  BlockStackOf<Scalar> stack, LayerNormOf<Scalar> final_norm);

  Index n_vocab() const { return token_embedding_.rows(); }
  Index n_positions() const { return position_embedding_.rows(); }
  Index n_layers() const { return stack_.n_layers(); }
  Index d_model() const { return stack_.d_model(); }
  const MatrixOf<Scalar>& token_embedding() const { return token_embedding_; }
  MatrixOf<Scalar>& token_embedding() { return token_embedding_; }
  const MatrixOf<Scalar>& position_embedding() const { return position_embedding_; }
  MatrixOf<Scalar>& position_embedding() { return position_embedding_; }
  const BlockStackOf<Scalar>& stack() const { return stack_; }
  BlockStackOf<Scalar>& stack() { return stack_; }
  const LayerNormOf<Scalar>& final_norm() const { return final_norm_; }
  LayerNormOf<Scalar>& final_norm() { return final_norm_; }

  /// Returns the number of parameters; the tied output adds none.
  std::int64_t parameter_count() const;

  /// Visits the parameters by name (parameters.h).
  template <class Self, class Visitor>
  static void visit_parameters(Self& model, Visitor&& visitor) {
    visitor.tensor("token_embedding", model.token_embedding());
    visitor.tensor("position_embedding", model.position_embedding());
    BlockStackOf<Scalar>::visit_parameters(model.stack(), visitor);
    visitor.part("final_norm", model.final_norm());
  }

  /// Throws ArgumentError, naming the token, unless there is a sentence and all sentences have at
  /// most n_positions tokens from 0 to n_vocab - 1.
  void check_sentences(const Sentences& sentences) const;

  /// Computes logits (prediction_count, n_vocab); `trace` may be nullptr. `switches` are empty or
  /// one per block. Throws ArgumentError as check_sentences and BlockStack::forward do, and for
  /// another shape.
  void forward(const Sentences& sentences, Predictions predictions, MatrixViewOf<Scalar> logits,
               Trace* trace, std::span<const TransformerBlockSwitches> switches = {}) const;

  /// Adds the gradients of all parameters to `grads` and writes grads.stack.inputs, given the trace
  /// of a forward pass without switches and the gradient of its logits. Throws ArgumentError for
  /// shapes that do not match.
  void backward(const Sentences& sentences, const Trace& trace,
                const ConstMatrixViewOf<Scalar>& grad_logits, Gradients& grads) const;

  /// Computes the summed embeddings (count * seq_len, d_model), seq_len = sentences.longest(); rows
  /// of padding are 0. Throws as check_sentences does.
  MatrixOf<Scalar> embed(const Sentences& sentences) const;

  /// Computes logits (rows, n_vocab) from outputs of the last block (rows, d_model). Throws
  /// ArgumentError for other shapes.
  void unembed(const ConstMatrixViewOf<Scalar>& x, MatrixViewOf<Scalar> logits,
               UnembeddingTraceOf<Scalar>& trace) const;

  /// Adds the gradients of the output and of the final norm to `grads` and writes the gradient of x
  /// to grad_x. Throws ArgumentError for shapes that do not match.
  void unembed_backward(const UnembeddingTraceOf<Scalar>& trace,
                        const ConstMatrixViewOf<Scalar>& grad_logits, Gradients& grads,
                        MatrixViewOf<Scalar> grad_x) const;

 private:
  MatrixOf<Scalar> token_embedding_;     // (n_vocab, d_model)
  MatrixOf<Scalar> position_embedding_;  // (n_positions, d_model)
  BlockStackOf<Scalar> stack_;
  LayerNormOf<Scalar> final_norm_;
};

using LanguageModel = LanguageModelOf<float>;

/// Returns zeros in the shapes of the gradients, the initial value of accumulated gradients.
template <class Scalar>
LanguageModelGradientsOf<Scalar> zeros_like(const LanguageModelOf<Scalar>& model) {
  return {MatrixOf<Scalar>::Zero(model.n_vocab(), model.d_model()),
          MatrixOf<Scalar>::Zero(model.n_positions(), model.d_model()), zeros_like(model.stack()),
          zeros_like(model.final_norm())};
}

/// Returns a model with random parameters, drawn in the order token_embedding, position_embedding,
/// blocks; embeddings are N(0.02), as in GPT-2, the blocks' weights as `init` says. Throws
/// ArgumentError for a size below 1.
LanguageModel make_language_model(const LanguageModelOptions& options, Initialization init,
                                  RandomState& rng);

/// Returns the most probable next word of each row of logits (rows, n_vocab), the first of equal
/// ones; NaN counts as the smallest.
std::vector<std::int32_t> most_probable(const ConstMatrixView& logits);

/// Returns the number of equal pairs of words. Throws ArgumentError for different lengths.
Index count_equal(std::span<const std::int32_t> answers, std::span<const std::int32_t> expected);

}  // namespace ffn
