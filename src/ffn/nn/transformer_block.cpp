#include "ffn/nn/transformer_block.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"

namespace ffn {

template <class Scalar>
TransformerBlockOf<Scalar>::TransformerBlockOf(LayerNormOf<Scalar> norm1, AttentionOf<Scalar> attention, LayerNormOf<Scalar> norm2,
                                               FeedForwardOf<Scalar> feed_forward, const TransformerBlockOptions& options)
    : norm1_(std::move(norm1)),
      attention_(std::move(attention)),
      norm2_(std::move(norm2)),
      feed_forward_(std::move(feed_forward)),
      norm_(options.norm),
      shortcuts_(options.shortcuts),
      dropout_(options.dropout) {
  const std::string expected = std::to_string(d_model()) + ", as attention's d_model";
  check(feed_forward_.d_model() == d_model(), "feed_forward.d_model", feed_forward_.d_model(), expected);
  check(norm1_.features() == d_model(), "norm1.features", norm1_.features(), expected);
  check(norm2_.features() == d_model(), "norm2.features", norm2_.features(), expected);
  check_dropout_probability(dropout_);
}

template <class Scalar>
std::int64_t TransformerBlockOf<Scalar>::parameter_count() const {
  return norm1_.parameter_count() + attention_.parameter_count() + norm2_.parameter_count() + feed_forward_.parameter_count();
}

// work(x, y): y = attention or network of x.
template <class Scalar>
template <class Work>
void TransformerBlockOf<Scalar>::branch_forward(const LayerNormOf<Scalar>& norm, const ConstMatrixViewOf<Scalar>& x,
                                                MatrixViewOf<Scalar> output, BranchTraceOf<Scalar>& trace, RandomState* rng,
                                                Work&& work) const {
  resize(trace.work_input, x.rows(), d_model());
  resize(trace.norm_input, x.rows(), d_model());
  const bool pre = norm_ == NormPlacement::kPre;
  if (pre) {
    trace.norm_input = x;
    norm.forward(x, view(trace.work_input), &trace.norm);
  } else {
    trace.work_input = x;
  }
  MatrixOf<Scalar> branch(x.rows(), d_model());
  work(view(std::as_const(trace.work_input)), view(branch));
  const bool drops = rng != nullptr && dropout_ > 0.0;
  resize(trace.mask, drops ? x.rows() : 0, d_model());
  if (drops) {
    fill_dropout_mask<Scalar>(*rng, dropout_, view(trace.mask));
    apply_dropout_mask<Scalar>(view(std::as_const(branch)), view(std::as_const(trace.mask)), view(branch));
  }
  if (shortcuts_) branch += x;
  if (pre) {
    output = branch;
  } else {
    trace.norm_input = branch;
    norm.forward(view(std::as_const(trace.norm_input)), output, &trace.norm);
  }
}

// work(x, grad_y, grad_x): back through attention or network.
template <class Scalar>
template <class Work>
void TransformerBlockOf<Scalar>::branch_backward(const LayerNormOf<Scalar>& norm, const BranchTraceOf<Scalar>& trace,
                                                 const ConstMatrixViewOf<Scalar>& grad_output, LayerNormOf<Scalar>& norm_grads,
                                                 MatrixViewOf<Scalar> grad_x, Work&& work) const {
  const bool pre = norm_ == NormPlacement::kPre;
  MatrixOf<Scalar> grad_sum = grad_output;  // of shortcut + branch
  if (!pre) norm.backward(view(trace.norm_input), trace.norm, grad_output, norm_grads, view(grad_sum));
  MatrixOf<Scalar> grad_branch = grad_sum;
  if (trace.mask.size() > 0) apply_dropout_mask<Scalar>(view(std::as_const(grad_branch)), view(trace.mask), view(grad_branch));
  MatrixOf<Scalar> grad_work_input(trace.work_input.rows(), d_model());
  work(view(trace.work_input), view(std::as_const(grad_branch)), view(grad_work_input));
  if (pre) {
    norm.backward(view(trace.norm_input), trace.norm, view(std::as_const(grad_work_input)), norm_grads, grad_x);
  } else {
    grad_x = grad_work_input;
  }
  if (shortcuts_) grad_x += grad_sum;
}

template <class Scalar>
void TransformerBlockOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len, MatrixViewOf<Scalar> output, Trace& trace,
                                         RandomState* rng) const {
  MatrixOf<Scalar> middle(x.rows(), d_model());
  branch_forward(norm1_, x, view(middle), trace.attention_branch, rng,
                 [&](auto in, auto out) { attention_.forward(in, seq_len, out, trace.attention, rng); });
  branch_forward(norm2_, view(std::as_const(middle)), output, trace.feed_forward_branch, rng,
                 [&](auto in, auto out) { feed_forward_.forward(in, out, &trace.feed_forward, rng); });
}

template <class Scalar>
void TransformerBlockOf<Scalar>::backward(Index seq_len, const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output, Layers& grads,
                                          MatrixViewOf<Scalar> grad_x) const {
  MatrixOf<Scalar> grad_middle(grad_output.rows(), d_model());
  branch_backward(
      norm2_, trace.feed_forward_branch, grad_output, grads.norm2, view(grad_middle),
      [&](auto in, auto grad_out, auto grad_in) { feed_forward_.backward(in, trace.feed_forward, grad_out, grads.feed_forward, grad_in); });
  branch_backward(
      norm1_, trace.attention_branch, view(std::as_const(grad_middle)), grads.norm1, grad_x,
      [&](auto in, auto grad_out, auto grad_in) { attention_.backward(in, seq_len, trace.attention, grad_out, grads.attention, grad_in); });
}

template class TransformerBlockOf<float>;
template class TransformerBlockOf<double>;

TransformerBlock make_transformer_block(const TransformerBlockOptions& options, Initialization init, RandomState& rng) {
  const Index d_model = options.attention.d_model;
  Attention attention = make_attention(options.attention, init, rng);
  FeedForward feed_forward = make_feed_forward(options.feed_forward, init, rng);
  return {make_layer_norm<float>(d_model), std::move(attention), make_layer_norm<float>(d_model), std::move(feed_forward), options};
}

}  // namespace ffn
