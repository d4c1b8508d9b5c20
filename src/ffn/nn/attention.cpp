#include "ffn/nn/attention.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/kernels/affine.h"
#include "ffn/kernels/product.h"
#include "ffn/nn/softmax.h"

namespace ffn {

namespace {

template <class Scalar>
std::span<Scalar> span_of(Scalar* data, Index count) {
  return {data, static_cast<std::size_t>(count)};
}

// One head of one sequence: the position of its features and of its attention weights.
struct Head {
  Index first;    // first token of the sequence
  Index seq_len;  // tokens of the sequence
  Index column;   // first feature of the head
  Index d_head;   // features of the head
  Index row;      // first row of the head's attention weights

  template <class Scalar>
  MatrixOf<Scalar> gather(const MatrixOf<Scalar>& tokens) const {
    return tokens.block(first, column, seq_len, d_head);
  }
  template <class Scalar>
  void scatter(const MatrixOf<Scalar>& head, MatrixOf<Scalar>& tokens) const {
    tokens.block(first, column, seq_len, d_head) = head;
  }
  // Returns the first `positions` attention weights (or mask entries) of token t.
  template <class Scalar>
  ConstMatrixViewOf<Scalar> weights(const MatrixOf<Scalar>& all, Index t, Index positions) const {
    return {all.data() + (row + t) * seq_len, 1, positions};
  }
};

// Calls `work` for every head of every sequence.
template <class Work>
void for_each_head(Index tokens, Index seq_len, Index n_heads, Index d_head, Work&& work) {
  for (Index sequence = 0; sequence < tokens / seq_len; ++sequence) {
    for (Index head = 0; head < n_heads; ++head) {
      work(Head{sequence * seq_len, seq_len, head * d_head, d_head,
                (sequence * n_heads + head) * seq_len});
    }
  }
}

template <class Scalar>
Scalar score_scale(Index d_head) {
  return static_cast<Scalar>(1.0 / std::sqrt(static_cast<double>(d_head)));
}

// Returns the number of positions, from the first on, that are visible to the token at position t.
Index visible_positions(Index t, Index seq_len, bool causal) { return causal ? t + 1 : seq_len; }

template <class Scalar>
void check_projection(const std::string& name, const LinearOf<Scalar>& layer, Index d_model) {
  check_shape(("w_" + name).c_str(), shape_of(layer.weight), {d_model, d_model});
  if (layer.bias.size() > 0) check_shape(("b_" + name).c_str(), {layer.bias.size()}, {d_model});
}

// Query, key and value of one head; the query is multiplied by the scale of the scores.
template <class Scalar>
struct HeadTensors {
  MatrixOf<Scalar> query;  // (seq_len, d_head)
  MatrixOf<Scalar> key;    // (seq_len, d_head)
  MatrixOf<Scalar> value;  // (seq_len, d_head)

  HeadTensors(const Head& head, const AttentionTraceOf<Scalar>& trace)
      : query(head.gather(trace.query) * score_scale<Scalar>(head.d_head)),
        key(head.gather(trace.key)),
        value(head.gather(trace.value)) {}

  bool finite() const { return query.allFinite() && key.allFinite() && value.allFinite(); }
};

// Number of tokens whose scores are computed together. A token's weights for masked positions are
// zeros, which change a sum only if they are multiplied by an infinity or NaN; if there is one,
// each token is computed alone over its visible positions, with the same bits.
constexpr Index kBlockTokens = 96;
Index tokens_at_once(bool finite, bool causal, Index seq_len) {
  return finite || !causal ? std::min(kBlockTokens, seq_len) : 1;
}

// Calls work(first, tokens, positions) for every block of tokens of a sequence; `positions` are
// those visible to the block's last token.
template <class Work>
void for_each_block(Index seq_len, Index block, bool causal, Work&& work) {
  for (Index first = 0; first < seq_len; first += block) {
    const Index tokens = std::min(block, seq_len - first);
    work(first, tokens, visible_positions(first + tokens - 1, seq_len, causal));
  }
}

// Multiplies the rows of a block by their rows of the dropout mask, if there is one.
template <class Scalar>
void mask_rows(const AttentionTraceOf<Scalar>& trace, const Head& head, Index first,
               MatrixViewOf<Scalar> rows) {
  if (trace.mask.size() == 0) return;
  for (Index r = 0; r < rows.rows(); ++r) {
    const MatrixViewOf<Scalar> row = row_slice(rows, r, 1);
    apply_dropout_mask<Scalar>(read_only(row), head.weights(trace.mask, first + r, rows.cols()),
                               row);
  }
}

// Forward pass of one head: writes its attention weights to the trace and its context to `context`.
// `scratch` has the size of one block of weights.
template <class Scalar>
void forward_head(const Head& head, bool causal, AttentionTraceOf<Scalar>& trace,
                  RowVectorOf<Scalar>& scratch, MatrixViewOf<Scalar> context) {
  const HeadTensors<Scalar> tensors(head, trace);
  for_each_block(
      head.seq_len, tokens_at_once(tensors.finite(), causal, head.seq_len), causal,
      [&](Index first, Index tokens, Index positions) {
        const MatrixViewOf<Scalar> weights(scratch.data(), tokens, positions);
        affine(row_slice(view(tensors.query), first, tokens),
               row_slice(view(tensors.key), 0, positions), nullptr, weights);
        for (Index r = 0; r < tokens; ++r) {
          Scalar* const row = scratch.data() + r * positions;
          const Index visible = visible_positions(first + r, head.seq_len, causal);
          softmax_forward<Scalar>(span_of<const Scalar>(row, visible), span_of(row, visible));
          std::fill(row + visible, row + positions, Scalar(0));
          std::copy_n(row, positions, trace.weights.data() + (head.row + first + r) * head.seq_len);
        }
        mask_rows(trace, head, first, weights);
        product(read_only(weights), row_slice(view(tensors.value), 0, positions),
                row_slice(context, first, tokens));
      });
}

template <class Scalar>
struct HeadGradients {
  MatrixOf<Scalar> query;  // (seq_len, d_head)
  MatrixOf<Scalar> key;    // (seq_len, d_head)
  MatrixOf<Scalar> value;  // (seq_len, d_head)
};

// Backward pass of one head: context = w v, w = dropout(softmax(scores)), scores = q k^T scale. Not
// inlined, for reproducible builds: with the cleanups of this function and of backward() in one
// function, LLVM 19 orders them by the memory addresses of basic blocks (llvm/llvm-project#204883),
// so the output differs from build to build.
template <class Scalar>
[[gnu::noinline]] HeadGradients<Scalar> head_gradients(const Head& head,
                                                       const AttentionTraceOf<Scalar>& trace,
                                                       const MatrixOf<Scalar>& grad_context,
                                                       bool causal) {
  const HeadTensors<Scalar> tensors(head, trace);
  const MatrixOf<Scalar> zeros = MatrixOf<Scalar>::Zero(head.seq_len, head.d_head);
  HeadGradients<Scalar> grad{zeros, zeros, zeros};
  const Index block =
      tokens_at_once(tensors.finite() && grad_context.allFinite(), causal, head.seq_len);
  RowVectorOf<Scalar> weights_memory(block * head.seq_len);
  RowVectorOf<Scalar> scores_memory(block * head.seq_len);
  for_each_block(head.seq_len, block, causal, [&](Index first, Index tokens, Index positions) {
    const MatrixViewOf<Scalar> weights(weights_memory.data(), tokens, positions);
    const MatrixViewOf<Scalar> grad_scores(scores_memory.data(), tokens, positions);
    const ConstMatrixViewOf<Scalar> grad_block = row_slice(view(grad_context), first, tokens);
    const auto first_rows = [&](MatrixOf<Scalar>& m) {
      return MatrixViewOf<Scalar>(m.data(), positions, head.d_head);
    };

    for (Index r = 0; r < tokens; ++r)
      row_slice(weights, r, 1) = head.weights(trace.weights, first + r, positions);
    mask_rows(trace, head, first, weights);
    transposed_product(read_only(weights), grad_block, Write::kAdd, first_rows(grad.value));
    affine(grad_block, row_slice(view(tensors.value), 0, positions), nullptr, grad_scores);
    mask_rows(trace, head, first, grad_scores);
    for (Index r = 0; r < tokens; ++r) {
      Scalar* const row = scores_memory.data() + r * positions;
      const Index visible = visible_positions(first + r, head.seq_len, causal);
      const ConstMatrixViewOf<Scalar> undropped = head.weights(trace.weights, first + r, visible);
      softmax_backward<Scalar>(span_of(undropped.data(), visible),
                               span_of<const Scalar>(row, visible), span_of(row, visible));
      std::fill(row + visible, row + positions, Scalar(0));
    }
    product(read_only(grad_scores), row_slice(view(tensors.key), 0, positions),
            MatrixViewOf<Scalar>(grad.query.data() + first * head.d_head, tokens, head.d_head));
    transposed_product(read_only(grad_scores), row_slice(view(tensors.query), first, tokens),
                       Write::kAdd, first_rows(grad.key));
  });
  grad.query *= score_scale<Scalar>(head.d_head);
  return grad;
}

}  // namespace

template <class Scalar>
AttentionOf<Scalar>::AttentionOf(Layers layers, const AttentionOptions& options)
    : layers_(std::move(layers)), options_(options) {
  options_.d_model = d_model();
  check(d_model() >= 1, "d_model", d_model(), "1 or more");
  check(options_.n_heads >= 1 && d_model() % options_.n_heads == 0, "n_heads", options_.n_heads,
        {"a divisor of d_model, ", d_model()});
  check_projection("query", layers_.query, d_model());
  check_projection("key", layers_.key, d_model());
  check_projection("value", layers_.value, d_model());
  check_projection("output", layers_.output, d_model());
  check_dropout_probability(options_.dropout);
  options_.qkv_bias =
      layers_.query.bias.size() + layers_.key.bias.size() + layers_.value.bias.size() > 0;
}

template <class Scalar>
std::int64_t AttentionOf<Scalar>::parameter_count() const {
  return layers_.query.parameter_count() + layers_.key.parameter_count() +
         layers_.value.parameter_count() + layers_.output.parameter_count();
}

template <class Scalar>
void AttentionOf<Scalar>::forward(const ConstMatrixViewOf<Scalar>& x, Index seq_len,
                                  MatrixViewOf<Scalar> output, Trace& trace,
                                  RandomState* rng) const {
  check(seq_len >= 1 && x.rows() % seq_len == 0, "seq_len", seq_len,
        {"a divisor of the ", x.rows(), " tokens"});
  element_count("weights", {x.rows() / seq_len, options_.n_heads, seq_len, seq_len});
  for (MatrixOf<Scalar>* tensor : {&trace.query, &trace.key, &trace.value, &trace.context})
    resize(*tensor, x.rows(), d_model());
  layers_.query.forward(x, view(trace.query));
  layers_.key.forward(x, view(trace.key));
  layers_.value.forward(x, view(trace.value));
  resize(trace.weights, x.rows() * options_.n_heads, seq_len);
  trace.weights.setZero();
  const bool drops = rng != nullptr && options_.dropout > 0.0;
  resize(trace.mask, drops ? trace.weights.rows() : 0, seq_len);
  if (drops) fill_dropout_mask<Scalar>(*rng, options_.dropout, view(trace.mask));

  RowVectorOf<Scalar> scratch(std::min(kBlockTokens, seq_len) * seq_len);
  MatrixOf<Scalar> context(seq_len, d_head());
  for_each_head(x.rows(), seq_len, options_.n_heads, d_head(), [&](const Head& head) {
    forward_head(head, options_.causal, trace, scratch, view(context));
    head.scatter(context, trace.context);
  });
  layers_.output.forward(view(std::as_const(trace.context)), output);
}

template <class Scalar>
void AttentionOf<Scalar>::backward(const ConstMatrixViewOf<Scalar>& x, Index seq_len,
                                   const Trace& trace, const ConstMatrixViewOf<Scalar>& grad_output,
                                   Layers& grads, MatrixViewOf<Scalar> grad_x) const {
  check_shape("x", shape_of(x), shape_of(trace.query));
  check_shape("grad_output", shape_of(grad_output), shape_of(x));
  check_shape("grad_x", shape_of(grad_x), shape_of(x));
  check(seq_len == trace.weights.cols(), "seq_len", seq_len,
        {trace.weights.cols(), ", as in the forward pass"});
  MatrixOf<Scalar> grad_context(x.rows(), d_model());
  layers_.output.backward_parameters(view(trace.context), grad_output, grads.output);
  layers_.output.backward_input(grad_output, view(grad_context));

  MatrixOf<Scalar> grad_query(x.rows(), d_model());
  MatrixOf<Scalar> grad_key(x.rows(), d_model());
  MatrixOf<Scalar> grad_value(x.rows(), d_model());
  for_each_head(x.rows(), seq_len, options_.n_heads, d_head(), [&](const Head& head) {
    const HeadGradients<Scalar> grad =
        head_gradients(head, trace, head.gather(grad_context), options_.causal);
    head.scatter(grad.query, grad_query);
    head.scatter(grad.key, grad_key);
    head.scatter(grad.value, grad_value);
  });

  grad_x.setZero();
  MatrixOf<Scalar> grad_part(x.rows(), d_model());
  const auto through = [&](const LinearOf<Scalar>& layer, const MatrixOf<Scalar>& grad,
                           LinearOf<Scalar>& layer_grads) {
    layer.backward_parameters(x, view(grad), layer_grads);
    layer.backward_input(view(grad), view(grad_part));
    grad_x += grad_part;
  };
  through(layers_.query, grad_query, grads.query);
  through(layers_.key, grad_key, grads.key);
  through(layers_.value, grad_value, grads.value);
}

template class AttentionOf<float>;
template class AttentionOf<double>;

Attention make_attention(const AttentionOptions& options, Initialization init, RandomState& rng) {
  const auto layer = [&](bool bias) {
    return make_linear(options.d_model, options.d_model, init, rng, bias);
  };
  AttentionLayersOf<float> layers;
  layers.query = layer(options.qkv_bias);
  layers.key = layer(options.qkv_bias);
  layers.value = layer(options.qkv_bias);
  layers.output = layer(true);
  return {std::move(layers), options};
}

}  // namespace ffn
