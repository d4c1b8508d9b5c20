#include "ffn/nn/transformer_block.h"

#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"

namespace ffn {

template <class Scalar>
TransformerBlockOf<Scalar>::TransformerBlockOf(LayerNormOf<Scalar> norm1,
                                               std::optional<AttentionOf<Scalar>> attention,
                                               LayerNormOf<Scalar> norm2,
                                               FeedForwardOf<Scalar> feed_forward,
                                               const TransformerBlockOptions& options)
    : norm1_(std::move(norm1)),
      attention_(std::move(attention)),
      norm2_(std::move(norm2)),
      feed_forward_(std::move(feed_forward)),
      norm_(options.norm),
      shortcuts_(options.shortcuts),
      dropout_(options.dropout) {
  const bool normed = norm_ != NormPlacement::kNone;
  if (has_attention()) check_width("attention.d_model", attention_->d_model(), true);
  check_width("norm1.features", norm1_.features(), normed && has_attention());
  check_width("norm2.features", norm2_.features(), normed);
  check_dropout_probability(dropout_);
}

template <class Scalar>
void TransformerBlockOf<Scalar>::check_width(const char* argument, Index width,
                                             bool present) const {
  const Index expected = present ? d_model() : 0;
  check(width == expected, argument, width,
        {expected, (present ? ", as feed_forward's d_model" : ", as it has no place here")});
}

template <class Scalar>
std::int64_t TransformerBlockOf<Scalar>::parameter_count() const {
  const std::int64_t attention = has_attention() ? attention_->parameter_count() : 0;
  return norm1_.parameter_count() + attention + norm2_.parameter_count() +
         feed_forward_.parameter_count();
}

// work(x, y) computes y = attention(x) or y = network(x).
template <class Scalar>
template <class Work>
void TransformerBlockOf<Scalar>::branch_forward(const LayerNormOf<Scalar>& norm,
                                                const ConstMatrixViewOf<Scalar>& x,
                                                MatrixViewOf<Scalar> output,
                                                BranchTraceOf<Scalar>& trace, RandomState* rng,
                                                Work&& work) const {
  resize(trace.work_input, x.rows(), d_model());
  resize(trace.work_output, x.rows(), d_model());
  if (norm_ == NormPlacement::kPre) {
    trace.norm_input = x;
    norm.forward(x, view(trace.work_input), &trace.norm);
  } else {
    trace.work_input = x;
  }
  work(view(std::as_const(trace.work_input)), view(trace.work_output));
  MatrixOf<Scalar> sum = trace.work_output;
  const bool drops = rng != nullptr && dropout_ > 0.0;
  resize(trace.mask, drops ? x.rows() : 0, d_model());
  if (drops) {
    fill_dropout_mask<Scalar>(*rng, dropout_, view(trace.mask));
    apply_dropout_mask<Scalar>(view(std::as_const(sum)), view(std::as_const(trace.mask)),
                               view(sum));
  }
  if (shortcuts_) sum += x;
  if (norm_ == NormPlacement::kPost) {
    trace.norm_input = std::move(sum);
    norm.forward(view(std::as_const(trace.norm_input)), output, &trace.norm);
  } else {
    output = sum;
  }
}

// work(x, grad_y, grad_x) computes the backward pass of attention or network.
template <class Scalar>
template <class Work>
void TransformerBlockOf<Scalar>::branch_backward(const LayerNormOf<Scalar>& norm,
                                                 const BranchTraceOf<Scalar>& trace,
                                                 const ConstMatrixViewOf<Scalar>& grad_output,
                                                 LayerNormOf<Scalar>& norm_grads,
                                                 MatrixViewOf<Scalar> grad_x, Work&& work) const {
  MatrixOf<Scalar> grad_sum = grad_output;  // of shortcut + branch
  if (norm_ == NormPlacement::kPost)
    norm.backward(view(trace.norm_input), trace.norm, grad_output, norm_grads, view(grad_sum));
  MatrixOf<Scalar> grad_branch = grad_sum;
  if (trace.mask.size() > 0)
    apply_dropout_mask<Scalar>(view(std::as_const(grad_branch)), view(trace.mask),
                               view(grad_branch));
  MatrixOf<Scalar> grad_work_input(trace.work_input.rows(), d_model());
  work(view(trace.work_input), view(std::as_const(grad_branch)), view(grad_work_input));
  if (norm_ == NormPlacement::kPre) {
    norm.backward(view(trace.norm_input), trace.norm, view(std::as_const(grad_work_input)),
                  norm_grads, grad_x);
  } else {
    grad_x = grad_work_input;
  }
  if (shortcuts_) grad_x += grad_sum;
}

template <class Scalar>
void TransformerBlockOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len,
                                         MatrixViewOf<Scalar> output, Trace& trace,
                                         RandomState* rng,
                                         const TransformerBlockSwitches& switches) const {
  check_shape("x", shape_of(x), {x.rows(), d_model()});
  check_shape("output", shape_of(output), {x.rows(), d_model()});
  const auto network = [&](auto in, auto out) {
    if (!switches.feed_forward) return void(out.setZero());
    feed_forward_.forward(in, out, &trace.feed_forward, rng, switches.silenced);
  };
  if (!has_attention())
    return branch_forward(norm2_, x, output, trace.feed_forward_branch, rng, network);
  MatrixOf<Scalar> middle(x.rows(), d_model());
  branch_forward(norm1_, x, view(middle), trace.attention_branch, rng, [&](auto in, auto out) {
    if (!switches.attention) return void(out.setZero());
    attention_->forward(in, seq_len, out, trace.attention, rng);
  });
  branch_forward(norm2_, view(std::as_const(middle)), output, trace.feed_forward_branch, rng,
                 network);
}

template <class Scalar>
void TransformerBlockOf<Scalar>::backward(Index seq_len, const Trace& trace,
                                          const ConstMatrixViewOf<Scalar>& grad_output,
                                          Layers& grads, MatrixViewOf<Scalar> grad_x) const {
  check_shape("grad_output", shape_of(grad_output), shape_of(trace.feed_forward_branch.work_input));
  check_shape("grad_x", shape_of(grad_x), shape_of(grad_output));
  const auto network = [&](auto in, auto grad_out, auto grad_in) {
    feed_forward_.backward(in, trace.feed_forward, grad_out, grads.feed_forward, grad_in);
  };
  if (!has_attention())
    return branch_backward(norm2_, trace.feed_forward_branch, grad_output, grads.norm2, grad_x,
                           network);
  MatrixOf<Scalar> grad_middle(grad_output.rows(), d_model());
  branch_backward(norm2_, trace.feed_forward_branch, grad_output, grads.norm2, view(grad_middle),
                  network);
  branch_backward(norm1_, trace.attention_branch, view(std::as_const(grad_middle)), grads.norm1,
                  grad_x, [&](auto in, auto grad_out, auto grad_in) {
                    attention_->backward(in, seq_len, trace.attention, grad_out, grads.attention,
                                         grad_in);
                  });
}

template class TransformerBlockOf<float>;
template class TransformerBlockOf<double>;

TransformerBlock make_transformer_block(const TransformerBlockOptions& options, Initialization init,
                                        RandomState& rng) {
  std::optional<Attention> attention;
  if (!options.feed_forward_only) attention = make_attention(options.attention, init, rng);
  FeedForward feed_forward = make_feed_forward(options.feed_forward, init, rng);
  const auto norm = [&](bool present) {
    return present && options.norm != NormPlacement::kNone
               ? make_layer_norm<float>(feed_forward.d_model())
               : LayerNorm{};
  };
  LayerNorm norm1 = norm(!options.feed_forward_only);
  LayerNorm norm2 = norm(true);
  return {std::move(norm1), std::move(attention), std::move(norm2), std::move(feed_forward),
          options};
}

}  // namespace ffn
