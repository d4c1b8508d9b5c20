// The classes LayerNorm, Attention, TransformerBlock and BlockStack of the WebAssembly module
// (network_handle.h).

#include "networks.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ffn/analysis/gradient_by_depth.h"
#include "ffn/nn/block_stack.h"

namespace ffn::bindings {

namespace {

// Writes one number per token in the shape of x without its last dimension.
void set_per_token(Tensors& to, const char* name, const ColumnVectorOf<double>& numbers,
                   const Input& x) {
  const std::vector<float> rounded(numbers.begin(), numbers.end());
  to.set(name, std::span(rounded), Shape(x.shape.begin(), x.shape.end() - 1));
}

// Reads the layers of an attention from the tensors PREFIXw_query, PREFIXb_query, ...
Attention::Layers read_attention_layers(WeightReader& reader, const std::string& prefix) {
  return {reader.linear(prefix, "_query"), reader.linear(prefix, "_key"),
          reader.linear(prefix, "_value"), reader.linear(prefix, "_output")};
}

// Reads a block from the tensors PREFIXnorm1.scale, PREFIXattention.w_query, ...
TransformerBlock read_block(WeightReader& reader, const std::string& prefix,
                            const TransformerBlockOptions& options) {
  const bool normed = options.norm != NormPlacement::kNone;
  std::optional<Attention> attention;
  LayerNorm norm1;
  LayerNorm norm2;
  if (!options.feed_forward_only) {
    if (normed) norm1 = reader.layer_norm(prefix + "norm1.");
    attention.emplace(read_attention_layers(reader, prefix + "attention."), options.attention);
  }
  if (normed) norm2 = reader.layer_norm(prefix + "norm2.");
  FeedForward feed_forward(read_feed_forward_layers(reader, prefix + "feed_forward."),
                           options.feed_forward);
  return {std::move(norm1), std::move(attention), std::move(norm2), std::move(feed_forward),
          options};
}

}  // namespace

struct LayerNormOptions {
  Index features = 0;
  double eps = kLayerNormEps;
};

static LayerNorm read_network(WeightReader& reader, const LayerNormOptions& options) {
  LayerNorm layer = reader.layer_norm("", options.eps);
  check(layer.features() >= 1, "scale", "empty", "one feature or more");
  return layer;
}

static Attention read_network(WeightReader& reader, const AttentionOptions& options) {
  return {read_attention_layers(reader, ""), options};
}

static TransformerBlock read_network(WeightReader& reader, const TransformerBlockOptions& options) {
  return read_block(reader, "", options);
}

static BlockStack read_network(WeightReader& reader, const BlockStackOptions& options) {
  BlockStack::Blocks blocks;
  for (Index i = 0; i < options.n_layers; ++i)
    blocks.push_back(read_block(reader, "blocks." + std::to_string(i) + ".", options.block));
  return BlockStack(std::move(blocks));
}

static Input input_of(const LayerNorm& layer, const Tensor& x) {
  return tokens_of(x, layer.features());
}

// The input of a network with attention is (seq_len, d_model) or (batch, seq_len, d_model).
template <class Network>
requires requires(const Network& network) { network.d_model(); }
static Input input_of(const Network& network, const Tensor& x) {
  const ConstMatrixView rows = x.rows(network.d_model());
  check(x.shape.size() == 2 || x.shape.size() == 3, "x", {"a tensor of shape ", x.shape},
        "shape (seq_len, d_model) or (batch, seq_len, d_model)");
  return {rows, static_cast<Index>(x.shape[x.shape.size() - 2]), x.shape};
}

static void run_forward(const LayerNorm& layer, const Input& x, MatrixView output,
                        LayerNormTrace* trace, RandomState* /*rng*/) {
  layer.forward(x.rows, output, trace);
}

static void run_forward(const BlockStack& stack, const Input& x, MatrixView output,
                        BlockStack::Trace* trace, RandomState* rng) {
  stack.forward(x.rows, x.seq_len, output, trace, rng);
}

// A pass of an attention or a block needs a trace.
template <class Network>
static void run_forward(const Network& network, const Input& x, MatrixView output,
                        typename Network::Trace* trace, RandomState* rng) {
  typename Network::Trace scratch;
  network.forward(x.rows, x.seq_len, output, trace != nullptr ? *trace : scratch, rng);
}

static void run_backward(const LayerNorm& layer, const Input& x, const LayerNormTrace& trace,
                         const ConstMatrixView& grad_output, LayerNorm& grads, Matrix& grad_x) {
  layer.backward(x.rows, trace, grad_output, grads, view(grad_x));
}

static void run_backward(const Attention& network, const Input& x, const Attention::Trace& trace,
                         const ConstMatrixView& grad_output, Attention::Layers& grads,
                         Matrix& grad_x) {
  network.backward(x.rows, x.seq_len, trace, grad_output, grads, view(grad_x));
}

static void run_backward(const TransformerBlock& block, const Input& x,
                         const TransformerBlock::Trace& trace, const ConstMatrixView& grad_output,
                         TransformerBlock::Layers& grads, Matrix& grad_x) {
  block.backward(x.seq_len, trace, grad_output, grads, view(grad_x));
}

static void run_backward(const BlockStack& stack, const Input& x, const BlockStack::Trace& trace,
                         const ConstMatrixView& grad_output, BlockStack::Gradients& grads,
                         Matrix& grad_x) {
  stack.backward(x.seq_len, trace, grad_output, grads);
  grad_x = std::move(grads.inputs.front());
}

void write_trace(const LayerNorm& layer, const Input& x, const LayerNormTrace& trace,
                 const Matrix& output, Tensors& to) {
  Matrix normalized(x.rows.rows(), x.rows.cols());
  make_layer_norm<float>(layer.features(), layer.eps).forward(x.rows, view(normalized), nullptr);
  set_per_token(to, "mean", trace.mean, x);
  set_per_token(to, "reciprocal_deviation", trace.reciprocal_deviation, x);
  to.set("normalized", normalized, x.shape).set("output", output, x.shape);
}

// The shape of the weights is (batch, n_heads, seq_len, seq_len), or (n_heads, seq_len, seq_len)
// for a single sequence.
static void write_trace(const Attention& network, const Input& x, const Attention::Trace& trace,
                        const Matrix& output, Tensors& to) {
  Shape weights_shape{network.options().n_heads, x.seq_len, x.seq_len};
  if (x.shape.size() == 3) weights_shape.insert(weights_shape.begin(), x.shape.front());
  to.set("query", trace.query, x.shape)
      .set("key", trace.key, x.shape)
      .set("value", trace.value, x.shape)
      .set("weights", trace.weights, weights_shape);
  set_unless_empty(to, "mask", trace.mask, weights_shape);
  to.set("context", trace.context, x.shape).set("output", output, x.shape);
}

// Writes the tensors of a part of a pass as an object of its own.
template <class Part, class Trace>
static void write_part_trace(const char* name, const Part& part, const Input& x, const Trace& trace,
                             const Matrix& output, Tensors& to) {
  Tensors of_part = to.part(name);
  write_trace(part, x, trace, output, of_part);
  to.set_part(name, of_part.object());
}

void write_trace(const TransformerBlock& network, const Input& x,
                 const TransformerBlock::Trace& trace, const Matrix& output, Tensors& to) {
  const BranchTraceOf<float>& first = trace.attention_branch;
  const BranchTraceOf<float>& second = trace.feed_forward_branch;
  const bool pre = network.norm() == NormPlacement::kPre;
  const bool post = network.norm() == NormPlacement::kPost;
  const Matrix& h = pre ? second.norm_input : second.work_input;
  const auto set = [&](const char* name, const Matrix& tensor) { to.set(name, tensor, x.shape); };
  // The output of a branch's norm is the input of attention or network (pre-norm) or the output of
  // the branch (post-norm).
  if (network.has_attention()) {
    if (pre || post) set("norm1", pre ? first.work_input : h);
    if (trace.attention.query.cols() > 0)
      write_part_trace("attention", network.attention(), x, trace.attention, first.work_output, to);
    set_unless_empty(to, "attention_mask", first.mask, x.shape);
    if (post) set("sum1", first.norm_input);
    set("h", h);
  }
  if (pre || post) set("norm2", pre ? second.work_input : output);
  if (trace.feed_forward.hidden.cols() > 0)
    write_part_trace("feed_forward", network.feed_forward(), x, trace.feed_forward,
                     second.work_output, to);
  set_unless_empty(to, "feed_forward_mask", second.mask, x.shape);
  if (post) set("sum2", second.norm_input);
  set("output", output);
}

void write_blocks(const BlockStack& stack, const BlockStack::Trace& trace, const Shape& shape,
                  Index seq_len, Tensors& to) {
  val blocks = val::array();
  for (std::size_t i = 0; i < trace.blocks.size(); ++i) {
    const Input x{view(std::as_const(trace.inputs[i])), seq_len, shape};
    Tensors of_block = to.part("blocks." + std::to_string(i));
    write_trace(stack.blocks()[i], x, trace.blocks[i], trace.inputs[i + 1], of_block);
    blocks.push(of_block.object());
  }
  to.set_part("blocks", blocks);
}

static void write_trace(const BlockStack& network, const Input& x, const BlockStack::Trace& trace,
                        const Matrix& output, Tensors& to) {
  write_blocks(network, trace, x.shape, x.seq_len, to);
  to.set("output", output, x.shape);
}

static void read_options(const val& options, BlockStackOptions& stack) {
  read_layer_count(options, stack.n_layers);
  read_options(options, stack.block);
}

static void read_options(const val& options, LayerNormOptions& layer) {
  FFN_READ(options, layer, features, eps);
  check_layer_norm_eps(layer.eps);
}

FFN_FIELDS(Norm, l2, rms);
FFN_FIELDS(GradientByDepth, activations, gradients, parameter_gradients);

EMSCRIPTEN_BINDINGS(ffn_lab_layer_norm) {
  using Handle = NetworkHandle<LayerNorm>;
  const NetworkClass<LayerNorm, LayerNormOptions> bound(
      "LayerNorm", "make_layer_norm", [](const auto& options, auto&&...) {
        return make_layer_norm<float>(options.features, options.eps);
      });
  FFN_PROPERTIES(bound, object.network(), features);
  bound.property("eps", [](const Handle& handle) { return handle.network().eps; });
}

EMSCRIPTEN_BINDINGS(ffn_lab_attention) {
  using Handle = NetworkHandle<Attention>;
  const NetworkClass<Attention, AttentionOptions> bound(
      "Attention", "make_attention", [](auto&&... options) { return make_attention(options...); });
  FFN_PROPERTIES(bound, object.network(), d_model);
  bound.property("n_heads",
                 [](const Handle& handle) { return handle.network().options().n_heads; });
}

EMSCRIPTEN_BINDINGS(ffn_lab_transformer_block) {
  const NetworkClass<TransformerBlock, TransformerBlockOptions> bound(
      "TransformerBlock", "make_transformer_block",
      [](auto&&... options) { return make_transformer_block(options...); });
  FFN_PROPERTIES(bound, object.network(), d_model);
  FFN_PROPERTIES(bound, object.network().feed_forward(), d_ff);
}

EMSCRIPTEN_BINDINGS(ffn_lab_block_stack) {
  using Handle = NetworkHandle<BlockStack>;
  const NetworkClass<BlockStack, BlockStackOptions> bound(
      "BlockStack", "make_block_stack",
      [](auto&&... options) { return make_block_stack(options...); });
  FFN_PROPERTIES(bound, object.network(), d_model, n_layers);
  bound.function("gradient_by_depth", [](const Handle& handle, Arg<"x"> x,
                                         Arg<"grad_output"> grad_output, RandomState* rng) {
    const Input in = input_of(handle.network(), x);
    grad_output.check_shape(x.shape);
    return gradient_by_depth(handle.network(), in.rows, in.seq_len,
                             grad_output.rows(in.rows.cols()), rng);
  });
}

}  // namespace ffn::bindings
