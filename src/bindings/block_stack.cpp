// The class BlockStack of the WebAssembly module.

#include "ffn/nn/block_stack.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ffn/analysis/gradient_by_depth.h"
#include "make_network.h"
#include "transformer_block.h"

namespace ffn::bindings {

namespace {

// Largest number of blocks, above that of any published model.
constexpr std::int64_t kMostLayers = 4096;

struct BlockStackTraits {
  using Network = BlockStack;
  using Trace = BlockStack::Trace;

  static Input input(const BlockStack& network, const Tensor& x) { return sequences_of(x, network.d_model()); }

  static void forward(const BlockStack& network, const Input& x, MatrixView output, Trace* trace, RandomState* rng) {
    network.forward(x.rows, x.seq_len, output, trace, rng);
  }

  static val write_trace(const BlockStack& network, const Input& x, const Trace& trace, const Matrix& output) {
    val blocks = val::array();
    for (std::size_t i = 0; i < trace.blocks.size(); ++i) {
      blocks.push(TransformerBlockTraits::write_trace(network.blocks()[i], x, trace.blocks[i], trace.inputs[i + 1]));
    }
    val tensors = val::object();
    tensors.set("blocks", blocks);
    tensors.set("output", write_matrix(output, x.shape));
    return tensors;
  }

  static val backward(const BlockStack& network, const Input& x, const Trace& trace, const ConstMatrixView& grad_output) {
    BlockStack::Gradients grads = zeros_like(network);
    network.backward(x.seq_len, trace, grad_output, grads);
    return write_gradients(grads, grads.inputs.front(), x);
  }
};

using BlockStackHandle = NetworkHandle<BlockStackTraits>;

BlockStack read_stack(WeightReader& reader, const BlockStackOptions& options) {
  BlockStack::Blocks blocks;
  for (Index i = 0; i < options.n_layers; ++i) blocks.push_back(read_block(reader, "blocks." + std::to_string(i) + ".", options.block));
  return BlockStack(std::move(blocks));
}

val make_stack_handle(const val& options) {
  return as_result([&] {
    BlockStackOptions read;
    read.n_layers = static_cast<Index>(checked_integer("n_layers", options["n_layers"].as<double>(), 1, kMostLayers));
    read_options(options, read.block);
    return make_network<BlockStackTraits>(
        options, [&](WeightReader& reader) { return read_stack(reader, read); },
        [&](Initialization init, RandomState& rng) { return make_block_stack(read, init, rng); });
  });
}

val write_norms(const std::vector<Norm>& norms) {
  val list = val::array();
  for (const Norm& norm : norms) {
    val item = val::object();
    item.set("l2", norm.l2);
    item.set("rms", norm.rms);
    list.push(item);
  }
  return list;
}

val gradients_by_depth(const BlockStackHandle& handle, const val& x, const val& grad_output, RandomState* rng) {
  return as_result([&] {
    const BlockStack& network = handle.network();
    const Tensor input = read_tensor("x", x);
    const Tensor grad = read_tensor("grad_output", grad_output);
    const Input in = sequences_of(input, network.d_model());
    check_shape("grad_output", grad.shape, input.shape);
    const GradientByDepth result = gradient_by_depth(network, in.rows, in.seq_len, grad.rows("grad_output", network.d_model()), rng);
    val out = val::object();
    out.set("activations", write_norms(result.activations));
    out.set("gradients", write_norms(result.gradients));
    out.set("parameter_gradients", write_norms(result.parameter_gradients));
    return out;
  });
}

double d_model_of(const BlockStackHandle& handle) { return static_cast<double>(handle.network().d_model()); }
double n_layers_of(const BlockStackHandle& handle) { return static_cast<double>(handle.network().n_layers()); }

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_block_stack) {
  using namespace emscripten;
  bind_network<BlockStackTraits>("BlockStack")
      .property("d_model", &d_model_of)
      .property("n_layers", &n_layers_of)
      .function("gradient_by_depth", &gradients_by_depth, allow_raw_pointers());
  function("make_block_stack", &make_stack_handle);
}

}  // namespace ffn::bindings
