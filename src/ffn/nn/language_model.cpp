#include "ffn/nn/language_model.h"

#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"
#include "ffn/kernels/product.h"

namespace ffn {

namespace {

constexpr double kEmbeddingDeviation = 0.02;

template <class Scalar>
void check_block(const TransformerBlockOf<Scalar>& block) {
  check(block.norm() == NormPlacement::kPre, "norm", "not pre", "pre-norm blocks");
  check(block.shortcuts(), "shortcuts", "false", "blocks with shortcuts");
  check(block.has_attention() && block.attention().options().causal, "attention",
        "missing or not causal", "causal attention in each block");
}

template <class Scalar>
void check_embedding(const char* argument, const MatrixOf<Scalar>& embedding, Index d_model) {
  const bool fits = embedding.rows() >= 1 && embedding.cols() == d_model;
  check(fits, argument, shape_of(embedding), {"one row or more of ", d_model, " features"});
}

// Returns the rows of the padded tensors (count * seq_len, d_model) that have predictions.
std::vector<Index> predicted_rows(const Sentences& sentences, Predictions predictions) {
  std::vector<Index> rows;
  for (Index i = 0; i < sentences.count(); ++i) {
    const auto length = static_cast<Index>(sentences[i].size());
    const Index first = predictions == Predictions::kLastWord ? length - 1 : 0;
    for (Index t = first; t < length; ++t) rows.push_back(i * sentences.longest() + t);
  }
  return rows;
}

template <class Scalar>
MatrixOf<Scalar> gather(const MatrixOf<Scalar>& all, const std::vector<Index>& rows) {
  MatrixOf<Scalar> gathered(static_cast<Index>(rows.size()), all.cols());
  for (std::size_t i = 0; i < rows.size(); ++i)
    gathered.row(static_cast<Index>(i)) = all.row(rows[i]);
  return gathered;
}

}  // namespace

template <class Scalar>
LanguageModelOf<Scalar>::LanguageModelOf(MatrixOf<Scalar> token_embedding,
                                         MatrixOf<Scalar> position_embedding,
                                         BlockStackOf<Scalar> stack, LayerNormOf<Scalar> final_norm)
    : token_embedding_(std::move(token_embedding)),
      position_embedding_(std::move(position_embedding)),
      stack_(std::move(stack)),
      final_norm_(std::move(final_norm)) {
  check_embedding("token_embedding", token_embedding_, d_model());
  check_embedding("position_embedding", position_embedding_, d_model());
  check(final_norm_.features() == d_model(), "final_norm.features", final_norm_.features(),
        {d_model(), ", as the blocks"});
  for (const auto& block : stack_.blocks()) check_block(block);
}

template <class Scalar>
std::int64_t LanguageModelOf<Scalar>::parameter_count() const {
  return std::int64_t{token_embedding_.size()} + position_embedding_.size() +
         stack_.parameter_count() + final_norm_.parameter_count();
}

template <class Scalar>
void LanguageModelOf<Scalar>::check_sentences(const Sentences& sentences) const {
  check(sentences.count() >= 1, "sentences", "empty", "one sentence or more");
  check(sentences.longest() <= n_positions(), "sentences", {sentences.longest(), " tokens long"},
        {"at most ", n_positions(), " tokens, the positions of the model"});
  for (std::size_t i = 0; i < sentences.tokens().size(); ++i) {
    const std::int32_t token = sentences.tokens()[i];
    if (token < 0 || token >= n_vocab())
      reject({"tokens[", i, "]"}, token, {"an integer from 0 to ", n_vocab() - 1});
  }
}

template <class Scalar>
MatrixOf<Scalar> LanguageModelOf<Scalar>::embed(const Sentences& sentences) const {
  check_sentences(sentences);
  const Index seq_len = sentences.longest();
  element_count("sentences", {sentences.count(), seq_len, d_model()});
  MatrixOf<Scalar> embedded = MatrixOf<Scalar>::Zero(sentences.count() * seq_len, d_model());
  for (Index i = 0; i < sentences.count(); ++i) {
    Index position = 0;
    for (const std::int32_t token : sentences[i]) {
      embedded.row(i * seq_len + position) =
          token_embedding_.row(token) + position_embedding_.row(position);
      ++position;
    }
  }
  return embedded;
}

template <class Scalar>
void LanguageModelOf<Scalar>::unembed(const ConstMatrixViewOf<Scalar>& x,
                                      MatrixViewOf<Scalar> logits,
                                      UnembeddingTraceOf<Scalar>& trace) const {
  check_shape("logits", shape_of(logits), {x.rows(), n_vocab()});
  resize(trace.normed, x.rows(), d_model());
  resize(trace.norm_input, x.rows(), x.cols());
  trace.norm_input = x;
  final_norm_.forward(x, view(trace.normed), &trace.norm);
  affine(view(std::as_const(trace.normed)), view(token_embedding_), nullptr, logits);
}

template <class Scalar>
void LanguageModelOf<Scalar>::unembed_backward(const UnembeddingTraceOf<Scalar>& trace,
                                               const ConstMatrixViewOf<Scalar>& grad_logits,
                                               Gradients& grads,
                                               MatrixViewOf<Scalar> grad_x) const {
  check_shape("grad_logits", shape_of(grad_logits), {trace.normed.rows(), n_vocab()});
  check_shape("grad_token_embedding", shape_of(grads.token_embedding), shape_of(token_embedding_));
  MatrixOf<Scalar> grad_normed(trace.normed.rows(), d_model());
  transposed_product(grad_logits, view(trace.normed), Write::kAdd, view(grads.token_embedding));
  product(grad_logits, view(token_embedding_), view(grad_normed));
  final_norm_.backward(view(trace.norm_input), trace.norm, view(std::as_const(grad_normed)),
                       grads.final_norm, grad_x);
}

template <class Scalar>
void LanguageModelOf<Scalar>::forward(const Sentences& sentences, Predictions predictions,
                                      MatrixViewOf<Scalar> logits, Trace* trace,
                                      std::span<const TransformerBlockSwitches> switches) const {
  const MatrixOf<Scalar> embedded = embed(sentences);
  element_count("logits", {prediction_count(sentences, predictions), n_vocab()});
  check_shape("logits", shape_of(logits), {prediction_count(sentences, predictions), n_vocab()});
  Trace scratch;
  Trace& stored = trace != nullptr ? *trace : scratch;
  stored.seq_len = sentences.longest();
  stored.rows = predicted_rows(sentences, predictions);
  MatrixOf<Scalar> output(embedded.rows(), d_model());
  stack_.forward(view(embedded), stored.seq_len, view(output),
                 trace != nullptr ? &trace->stack : nullptr, nullptr, switches);
  const MatrixOf<Scalar> rows = gather(output, stored.rows);
  unembed(view(rows), logits, stored.unembedding);
}

template <class Scalar>
void LanguageModelOf<Scalar>::backward(const Sentences& sentences, const Trace& trace,
                                       const ConstMatrixViewOf<Scalar>& grad_logits,
                                       Gradients& grads) const {
  check_sentences(sentences);
  const Index seq_len = sentences.longest();
  const bool of_pass = trace.seq_len == seq_len && !trace.stack.inputs.empty() &&
                       trace.stack.inputs.back().rows() == sentences.count() * seq_len;
  check(of_pass, "trace", "of other sentences", "the trace of a pass of these sentences");
  check_shape("grad_position_embedding", shape_of(grads.position_embedding),
              shape_of(position_embedding_));
  MatrixOf<Scalar> grad_rows(grad_logits.rows(), d_model());
  unembed_backward(trace.unembedding, grad_logits, grads, view(grad_rows));
  MatrixOf<Scalar> grad_output = MatrixOf<Scalar>::Zero(sentences.count() * seq_len, d_model());
  for (std::size_t i = 0; i < trace.rows.size(); ++i)
    grad_output.row(trace.rows[i]) = grad_rows.row(static_cast<Index>(i));
  stack_.backward(seq_len, trace.stack, view(std::as_const(grad_output)), grads.stack);
  const MatrixOf<Scalar>& grad_embedded = grads.stack.inputs.front();
  for (Index i = 0; i < sentences.count(); ++i) {
    Index position = 0;
    for (const std::int32_t token : sentences[i]) {
      grads.token_embedding.row(token) += grad_embedded.row(i * seq_len + position);
      grads.position_embedding.row(position) += grad_embedded.row(i * seq_len + position);
      ++position;
    }
  }
}

template class LanguageModelOf<float>;
template class LanguageModelOf<double>;

LanguageModel make_language_model(const LanguageModelOptions& options, Initialization init,
                                  RandomState& rng) {
  const auto embedding = [&](const char* argument, Index rows) {
    check(rows >= 1, argument, rows, "1 or more");
    check(options.d_model >= 1, "d_model", options.d_model, "1 or more");
    element_count(argument, {rows, options.d_model});
    Matrix values(rows, options.d_model);
    fill_randn(rng, kEmbeddingDeviation, view(values));
    return values;
  };
  BlockStackOptions stack;
  stack.n_layers = options.n_layers;
  stack.block.attention = {options.d_model, options.n_heads};
  stack.block.feed_forward = {options.d_model, options.d_ff, options.activation};
  Matrix tokens = embedding("n_vocab", options.n_vocab);
  Matrix positions = embedding("n_positions", options.n_positions);
  BlockStack blocks = make_block_stack(stack, init, rng);
  return {std::move(tokens), std::move(positions), std::move(blocks),
          make_layer_norm<float>(options.d_model)};
}

std::vector<std::int32_t> most_probable(const ConstMatrixView& logits) {
  std::vector<std::int32_t> words;
  for (Index row = 0; row < logits.rows(); ++row) {
    Index best = 0;
    for (Index word = 1; word < logits.cols(); ++word) {
      const bool above = logits(row, word) > logits(row, best) || std::isnan(logits(row, best));
      if (above && !std::isnan(logits(row, word))) best = word;
    }
    words.push_back(static_cast<std::int32_t>(best));
  }
  return words;
}

Index count_equal(std::span<const std::int32_t> answers, std::span<const std::int32_t> expected) {
  check(answers.size() == expected.size(), "answers", {answers.size(), " long"}, expected.size());
  return std::inner_product(answers.begin(), answers.end(), expected.begin(), Index{0},
                            std::plus<>(), std::equal_to<>());
}

}  // namespace ffn
