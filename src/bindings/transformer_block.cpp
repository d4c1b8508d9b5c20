// The class TransformerBlock of the WebAssembly module.

#include "transformer_block.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "attention.h"
#include "feed_forward.h"
#include "make_network.h"

namespace ffn::bindings {

namespace {

val make_block_handle(const val& options) {
  return as_result([&] {
    TransformerBlockOptions read;
    read_options(options, read);
    return make_network<TransformerBlockTraits>(
        options, [&](WeightReader& reader) { return read_block(reader, "", read); },
        [&](Initialization init, RandomState& rng) { return make_transformer_block(read, init, rng); });
  });
}

double d_model_of(const TransformerBlockHandle& handle) { return static_cast<double>(handle.network().d_model()); }
double d_ff_of(const TransformerBlockHandle& handle) { return static_cast<double>(handle.network().feed_forward().d_ff()); }

// Returns the output of a branch's norm: the input of attention or network (pre-norm), or `after`, the branch's output (post-norm).
const Matrix& norm_output(const TransformerBlock& block, const BranchTraceOf<float>& branch, const Matrix& after) {
  return block.norm() == NormPlacement::kPre ? branch.work_input : after;
}

}  // namespace

TransformerBlock read_block(WeightReader& reader, const std::string& prefix, const TransformerBlockOptions& options) {
  const bool normed = options.norm != NormPlacement::kNone;
  std::optional<Attention> attention;
  LayerNorm norm1;
  LayerNorm norm2;
  if (!options.feed_forward_only) {
    if (normed) norm1 = reader.layer_norm(prefix + "norm1.");
    attention.emplace(read_attention_layers(reader, prefix + "attention."), options.attention);
  }
  if (normed) norm2 = reader.layer_norm(prefix + "norm2.");
  FeedForward feed_forward(read_feed_forward_layers(reader, prefix + "feed_forward."), options.feed_forward);
  return {std::move(norm1), std::move(attention), std::move(norm2), std::move(feed_forward), options};
}

void TransformerBlockTraits::forward(const TransformerBlock& network, const Input& x, MatrixView output, Trace* trace, RandomState* rng) {
  Trace scratch;
  network.forward(x.rows, x.seq_len, output, trace != nullptr ? *trace : scratch, rng);
}

val TransformerBlockTraits::write_trace(const TransformerBlock& network, const Input& x, const Trace& trace, const Matrix& output) {
  const BranchTraceOf<float>& first = trace.attention_branch;
  const BranchTraceOf<float>& second = trace.feed_forward_branch;
  const bool pre = network.norm() == NormPlacement::kPre;
  const bool post = network.norm() == NormPlacement::kPost;
  const Matrix& h = pre ? second.norm_input : second.work_input;
  val tensors = val::object();
  const auto set = [&](const char* name, const Matrix& tensor) { tensors.set(name, write_matrix(tensor, x.shape)); };
  if (network.has_attention()) {
    if (pre || post) set("norm1", norm_output(network, first, h));
    tensors.set("attention", AttentionTraits::write_trace(network.attention(), x, trace.attention, first.work_output));
    set_unless_empty(tensors, "attention_mask", first.mask, x.shape);
    if (post) set("sum1", first.norm_input);
    set("h", h);
  }
  if (pre || post) set("norm2", norm_output(network, second, output));
  tensors.set("feed_forward", FeedForwardTraits::write_trace(network.feed_forward(), x, trace.feed_forward, second.work_output));
  set_unless_empty(tensors, "feed_forward_mask", second.mask, x.shape);
  if (post) set("sum2", second.norm_input);
  set("output", output);
  return tensors;
}

val TransformerBlockTraits::backward(const TransformerBlock& network, const Input& x, const Trace& trace,
                                     const ConstMatrixView& grad_output) {
  TransformerBlock::Layers grads = zeros_like(network);
  Matrix grad_x(x.rows.rows(), x.rows.cols());
  network.backward(x.seq_len, trace, grad_output, grads, view(grad_x));
  return write_gradients(grads, grad_x, x);
}

EMSCRIPTEN_BINDINGS(ffn_lab_transformer_block) {
  using namespace emscripten;
  bind_network<TransformerBlockTraits>("TransformerBlock").property("d_model", &d_model_of).property("d_ff", &d_ff_of);
  function("make_transformer_block", &make_block_handle);
}

}  // namespace ffn::bindings
