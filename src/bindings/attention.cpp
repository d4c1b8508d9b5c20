// The class Attention of the WebAssembly module.

#include "attention.h"

#include <memory>
#include <string>
#include <utility>

#include "make_network.h"

namespace ffn::bindings {

namespace {

val make_attention_handle(const val& options) {
  return as_result([&] {
    AttentionOptions read;
    read_options(options, read);
    return make_network<AttentionTraits>(
        options, [&](WeightReader& reader) { return Attention(read_attention_layers(reader, ""), read); },
        [&](Initialization init, RandomState& rng) { return make_attention(read, init, rng); });
  });
}

double d_model_of(const AttentionHandle& handle) { return static_cast<double>(handle.network().d_model()); }
double n_heads_of(const AttentionHandle& handle) { return static_cast<double>(handle.network().options().n_heads); }

}  // namespace

AttentionLayersOf<float> read_attention_layers(WeightReader& reader, const std::string& prefix) {
  AttentionLayersOf<float> layers;
  layers.query = reader.linear(prefix, "_query");
  layers.key = reader.linear(prefix, "_key");
  layers.value = reader.linear(prefix, "_value");
  layers.output = reader.linear(prefix, "_output");
  return layers;
}

void AttentionTraits::forward(const Attention& network, const Input& x, MatrixView output, Trace* trace, RandomState* rng) {
  Trace scratch;
  network.forward(x.rows, x.seq_len, output, trace != nullptr ? *trace : scratch, rng);
}

// The shape of the weights is (batch, n_heads, seq_len, seq_len), or (n_heads, seq_len, seq_len) for a single sequence.
val AttentionTraits::write_trace(const Attention& network, const Input& x, const Trace& trace, const Matrix& output) {
  Shape weights_shape{network.options().n_heads, x.seq_len, x.seq_len};
  if (x.shape.size() == 3) weights_shape.insert(weights_shape.begin(), x.shape.front());
  val tensors = val::object();
  tensors.set("query", write_matrix(trace.query, x.shape));
  tensors.set("key", write_matrix(trace.key, x.shape));
  tensors.set("value", write_matrix(trace.value, x.shape));
  tensors.set("weights", write_matrix(trace.weights, weights_shape));
  set_unless_empty(tensors, "mask", trace.mask, weights_shape);
  tensors.set("context", write_matrix(trace.context, x.shape));
  tensors.set("output", write_matrix(output, x.shape));
  return tensors;
}

val AttentionTraits::backward(const Attention& network, const Input& x, const Trace& trace, const ConstMatrixView& grad_output) {
  AttentionLayersOf<float> grads = zeros_like(network.layers());
  Matrix grad_x(x.rows.rows(), x.rows.cols());
  network.backward(x.rows, x.seq_len, trace, grad_output, grads, view(grad_x));
  return write_gradients(grads, grad_x, x);
}

EMSCRIPTEN_BINDINGS(ffn_lab_attention) {
  using namespace emscripten;
  bind_network<AttentionTraits>("Attention").property("d_model", &d_model_of).property("n_heads", &n_heads_of);
  function("make_attention", &make_attention_handle);
}

}  // namespace ffn::bindings
