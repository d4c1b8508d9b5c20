#include "ffn/analysis/rewrite.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/product.h"
#include "ffn/nn/softmax.h"

namespace ffn {

namespace {

constexpr Index kSliceSentences =
    128;  // sentences of a pass over all prompts, which bounds the scratch memory

// A step that does not multiply the probability by at least this number ends the search: the norm
// after the blocks limits what d can reach, and further steps would only make d longer.
constexpr double kLeastGrowth = 1.001;

// A vector counts as a combination of others if less than this part of its square is left:
// rounding.
constexpr double kLeastPart = 1e-9;

using Doubles = std::vector<double>;

void check_options(const LanguageModel& model, const RewriteOptions& options) {
  if (options.block.has_value()) check_index("block", *options.block, model.n_layers());
  check(options.probability > 0.0 && options.probability < 1.0, "probability", options.probability,
        "a number above 0 and below 1");
  check(options.ridge > 0.0 && std::isfinite(options.ridge), "ridge", options.ridge,
        "a finite number above 0");
  check(options.step > 0.0 && std::isfinite(options.step), "step", options.step,
        "a finite number above 0");
  check(options.most_steps >= 1, "most_steps", options.most_steps, "1 or more");
}

// Returns the block's hidden vectors (sentences, d_ff) at the last words.
Matrix last_hidden(const LanguageModel& model, const Sentences& sentences, Index block) {
  LanguageModel::Trace trace;
  Matrix logits(sentences.count(), model.n_vocab());
  model.forward(sentences, Predictions::kLastWord, view(logits), &trace);
  const Matrix& hidden = trace.stack.blocks[static_cast<std::size_t>(block)].feed_forward.hidden;
  Matrix rows(sentences.count(), hidden.cols());
  for (Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = hidden.row(trace.rows[static_cast<std::size_t>(i)]);
  return rows;
}

// Returns C (d_ff, d_ff): the mean of h h^T plus the ridge.
MatrixOf<double> second_moment(const LanguageModel& model, const Sentences& prompts, Index block,
                               double ridge) {
  const Index d_ff = model.stack().blocks()[static_cast<std::size_t>(block)].feed_forward().d_ff();
  Matrix sum = Matrix::Zero(d_ff, d_ff);
  std::vector<std::int32_t> order(static_cast<std::size_t>(prompts.count()));
  std::iota(order.begin(), order.end(), 0);
  for (Index first = 0; first < prompts.count(); first += kSliceSentences) {
    const Index count = std::min(kSliceSentences, prompts.count() - first);
    const Matrix hidden =
        last_hidden(model,
                    prompts.at(std::span(order).subspan(static_cast<std::size_t>(first),
                                                        static_cast<std::size_t>(count))),
                    block);
    transposed_product(view(hidden), view(hidden), Write::kAdd, view(sum));
  }
  MatrixOf<double> moment = sum.cast<double>() / static_cast<double>(prompts.count());
  double trace = 0.0;
  for (Index i = 0; i < d_ff; ++i) trace += moment(i, i);
  for (Index i = 0; i < d_ff; ++i) moment(i, i) += ridge * trace / static_cast<double>(d_ff);
  return moment;
}

// Returns the Euclidean norm, summed in order, so that all builds give the same bits.
template <class Row>
double norm_of(const Row& row) {
  double squares = 0.0;
  for (Index i = 0; i < row.size(); ++i)
    squares += static_cast<double>(row.data()[i]) * row.data()[i];
  return std::sqrt(squares);
}

// Replaces the lower triangle of a symmetric positive definite matrix by its Cholesky factor L,
// with A = L L^T.
void cholesky(MatrixOf<double>& a) {
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      double sum = a(i, j);
      for (Index k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
      a(i, j) = i == j ? std::sqrt(sum) : sum / a(j, j);
    }
  }
}

// Returns the solution x of A x = b for A = L L^T, given L.
Doubles solve(const MatrixOf<double>& a, Doubles b) {
  const auto at = [&](Index i) -> double& { return b[static_cast<std::size_t>(i)]; };
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index k = 0; k < i; ++k) at(i) -= a(i, k) * at(k);
    at(i) /= a(i, i);
  }
  for (Index i = a.rows() - 1; i >= 0; --i) {
    for (Index k = i + 1; k < a.rows(); ++k) at(i) -= a(k, i) * at(k);
    at(i) /= a(i, i);
  }
  return b;
}

// The part of a model after the chosen block, for one sentence.
class Rest {
 public:
  Rest(const LanguageModel& model, std::size_t first)
      : model_(model), first_(first), grads_(zeros_like(model)) {}

  // Computes the probability of `wanted` after the last word from x (tokens, d_model), the output
  // of the chosen block.
  double probability(const Matrix& x, std::int32_t wanted) {
    const auto& blocks = model_.stack().blocks();
    traces_.resize(blocks.size());
    Matrix y = x;
    for (std::size_t i = first_; i < blocks.size(); ++i) {
      Matrix output(y.rows(), y.cols());
      blocks[i].forward(view(std::as_const(y)), y.rows(), view(output), traces_[i]);
      y = std::move(output);
    }
    const Matrix last = y.bottomRows(1);
    probabilities_ = Matrix(1, model_.n_vocab());
    model_.unembed(view(last), view(probabilities_), unembedding_);
    softmax_rows_forward<float>(view(std::as_const(probabilities_)), view(probabilities_));
    return probabilities_(0, wanted);
  }

  // Returns the gradient of log(probability) of the last call with respect to the last row of x.
  Matrix gradient(Index seq_len, std::int32_t wanted) {
    Matrix grad_logits = -probabilities_;
    grad_logits(0, wanted) += 1.0F;
    Matrix grad_last(1, model_.d_model());
    model_.unembed_backward(unembedding_, view(std::as_const(grad_logits)), grads_,
                            view(grad_last));
    Matrix grad = Matrix::Zero(seq_len, model_.d_model());
    grad.bottomRows(1) = grad_last;
    for (std::size_t i = model_.stack().blocks().size(); i-- > first_;) {
      Matrix grad_input(seq_len, model_.d_model());
      model_.stack().blocks()[i].backward(seq_len, traces_[i], view(std::as_const(grad)),
                                          grads_.stack.blocks[i], view(grad_input));
      grad = std::move(grad_input);
    }
    return grad.bottomRows(1);
  }

 private:
  const LanguageModel& model_;
  std::size_t first_;                            // the first block after the chosen one
  std::vector<TransformerBlock::Trace> traces_;  // of the blocks from first_ on
  UnembeddingTraceOf<float> unembedding_;
  Matrix probabilities_;  // (1, n_vocab)
  LanguageModel::Gradients grads_;
};

// Sets d and steps: gradient ascent of the wanted word's log-probability, with steps of constant
// length.
void search(Rest& rest, Matrix x, std::int32_t wanted, const RewriteOptions& options,
            Rewrite& found) {
  const Index seq_len = x.rows();
  const RowVector original = x.row(seq_len - 1);
  const double length = options.step * norm_of(original);
  found.output_factor = RowVector::Zero(x.cols());
  double probability = rest.probability(x, wanted);
  while (probability < options.probability && found.steps < options.most_steps) {
    const Matrix gradient = rest.gradient(seq_len, wanted);
    const double norm = norm_of(gradient);
    if (!(norm > 0.0)) break;  // also for NaN
    found.output_factor += gradient * static_cast<float>(length / norm);
    x.row(seq_len - 1) = original + found.output_factor;
    ++found.steps;
    const double reached = rest.probability(x, wanted);
    if (!(reached >= probability * kLeastGrowth)) break;
    probability = reached;
  }
}

double dot(const Doubles& a, const Doubles& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// A part v of a vector, C^-1 v, and v^T C^-1 v, which is 0 if only rounding is left of the vector.
struct Part {
  Doubles vector;
  Doubles solved;
  double square = 0.0;
};

// Returns the part of a vector that is orthogonal to `others` in the inner product of C^-1, given
// the Cholesky factor of C.
Part orthogonal_part(const MatrixOf<double>& factor, const RowVector& vector,
                     const std::vector<Part>& others) {
  Part found{Doubles(vector.data(), vector.data() + vector.size()), {}, 0.0};
  const double whole = dot(found.vector, solve(factor, found.vector));
  for (const Part& other : others) {
    const double along = dot(found.vector, other.solved) / other.square;
    for (std::size_t i = 0; i < found.vector.size(); ++i)
      found.vector[i] -= along * other.vector[i];
  }
  found.solved = solve(factor, found.vector);
  const double square = dot(found.vector, found.solved);
  found.square = square > kLeastPart * whole ? square : 0.0;  // also for NaN
  return found;
}

RowVector hidden_factor(const LanguageModel& model, const RowVector& key, const Sentences& prompts,
                        Index block, const RewriteOptions& options) {
  MatrixOf<double> factor = second_moment(model, prompts, block, options.ridge);
  cholesky(factor);
  std::vector<Part> fixed;
  const Matrix keys =
      options.fixed.count() == 0 ? Matrix(0, key.size()) : last_hidden(model, options.fixed, block);
  for (Index i = 0; i < keys.rows(); ++i) {
    Part part = orthogonal_part(factor, keys.row(i), fixed);
    if (part.square > 0.0) fixed.push_back(std::move(part));
  }
  const Part own = orthogonal_part(factor, key, fixed);
  check(own.square > 0.0, "prompt",
        fixed.empty() ? "without active hidden units" : "like the fixed prompts to the network",
        "one for which a hidden unit is active, and not as for the fixed prompts");
  RowVector found(key.size());
  for (Index i = 0; i < found.size(); ++i)
    found[i] = static_cast<float>(own.solved[static_cast<std::size_t>(i)] / own.square);
  return found;
}

}  // namespace

Rewrite find_rewrite(const LanguageModel& model, std::span<const std::int32_t> prompt,
                     std::int32_t wanted, const Sentences& prompts, const RewriteOptions& options) {
  check_options(model, options);
  check_index("wanted", wanted, model.n_vocab());
  model.check_sentences(prompts);
  if (options.fixed.count() > 0) model.check_sentences(options.fixed);
  Sentences single;
  single.add(prompt);
  Rewrite found;
  found.block = options.block.value_or(model.n_layers() - 1);
  const auto block = static_cast<std::size_t>(found.block);
  LanguageModel::Trace trace;
  Matrix logits(1, model.n_vocab());
  model.forward(single, Predictions::kLastWord, view(logits), &trace);
  found.before = most_probable(view(std::as_const(logits))).front();
  Rest rest(model, block + 1);
  search(rest, trace.stack.inputs[block + 1], wanted, options, found);
  found.hidden_factor =
      hidden_factor(model, trace.stack.blocks[block].feed_forward.hidden.bottomRows(1), prompts,
                    found.block, options);
  LanguageModel changed = model;
  apply_rewrite(changed, found);
  changed.forward(single, Predictions::kLastWord, view(logits), nullptr);
  found.after = most_probable(view(std::as_const(logits))).front();
  softmax_rows_forward<float>(view(std::as_const(logits)), view(logits));
  found.probability = logits(0, wanted);
  return found;
}

void apply_rewrite(LanguageModel& model, const Rewrite& rewrite, double scale) {
  check_index("block", rewrite.block, model.n_layers());
  check(std::isfinite(scale), "scale", scale, "a finite number");
  FeedForward& network =
      model.stack().blocks()[static_cast<std::size_t>(rewrite.block)].feed_forward();
  check_shape("output_factor", shape_of(rewrite.output_factor), {1, network.d_model()});
  check_shape("hidden_factor", shape_of(rewrite.hidden_factor), {1, network.d_ff()});
  network.change_layers([&](FeedForwardLayers& layers) {
    for (Index row = 0; row < network.d_model(); ++row) {
      layers.linear2.weight.row(row) +=
          static_cast<float>(scale * rewrite.output_factor[row]) * rewrite.hidden_factor;
    }
  });
}

}  // namespace ffn
