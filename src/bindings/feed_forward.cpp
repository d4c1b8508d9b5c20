// The class FeedForward of the WebAssembly module, and the gradient check.

#include "networks.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "ffn/kernels/panel_product.h"
#include "ffn/nn/sequential.h"
#include "ffn/train/feed_forward_gradients.h"

namespace ffn::bindings {

namespace {

// Returns a layer of the Sequential form: its kind, its sizes and the names of its weights.
val write_sequential(const FeedForward& network, const SequentialLayer<float>& layer) {
  val item = val::object().set("kind", layer.kind);
  if (layer.kind == LayerKind::kActivation) item.set("activation", layer.activation);
  if (layer.kind == LayerKind::kDropout) item.set("dropout", layer.dropout);
  if (layer.kind == LayerKind::kLinear) {
    const std::string number = layer.linear == &network.layers().linear1 ? "1" : "2";
    item.set("in_features", layer.linear->in_features())
        .set("out_features", layer.linear->out_features())
        .set("weight", "w" + number);
    if (layer.linear->bias.size() > 0) item.set("bias", "b" + number);
  }
  return item;
}

// Sets the hidden tensors of a trace, or their gradients, which have the same names.
template <class Hidden>
void set_hidden(Tensors& to, const FeedForward& network, const Input& x, const Hidden& hidden) {
  to.set_rows("pre_activation", hidden.pre_activation, x.shape);
  if (network.gated()) to.set_rows("gate", hidden.gate, x.shape);
  to.set_rows("hidden", hidden.hidden, x.shape)
      .set_rows("hidden_dropped", hidden.linear2_input(), x.shape);
}

// Number of rows of the gradient of a weight that are computed and then copied to JavaScript: the
// products need many rows to amortize packing, the copy finds fewer than some megabytes in a cache.
Index rows_at_once(const Matrix& weight) {
  return std::min(weight.rows(), std::max(kRowBlock, (Index{1} << 18) / weight.cols()));
}

// Computes and writes the gradient of a weight, and leaves memory for that of the bias. A whole one
// is copied into a new array; an array that is written in parts would be filled with zeros first.
void write_weight_gradient(const ConstMatrixView& x, const ConstMatrixView& grad_y,
                           const Matrix& weight, RowVector& memory, Tensors& to,
                           const std::string& name) {
  const Index most = rows_at_once(weight);
  const Index floats = std::max(most * weight.cols(), weight.rows());
  if (memory.size() < floats) resize(memory, 1, floats);
  const auto some_rows = [&](Index first) {
    const MatrixView rows(memory.data(), std::min(most, weight.rows() - first), weight.cols());
    transposed_product(grad_y, x, Write::kReplace, rows, first);
    return rows;
  };
  const Shape shape = shape_of(weight);
  if (most == weight.rows()) {
    to.set(name, some_rows(0), shape);
    return;
  }
  const val array = to.data(name, shape);
  for (Index first = 0; first < weight.rows(); first += most)
    write_part(array, std::int64_t{first} * weight.cols(), elements_of(some_rows(first)));
}

}  // namespace

FeedForwardLayers read_feed_forward_layers(WeightReader& reader, const std::string& prefix) {
  FeedForwardLayers layers;
  layers.linear1 = reader.linear(prefix, "1");
  if (reader.has(prefix + "w_gate")) layers.gate = reader.linear(prefix, "_gate");
  layers.linear2 = reader.linear(prefix, "2");
  return layers;
}

static FeedForward read_network(WeightReader& reader, const FeedForwardOptions& options) {
  return {read_feed_forward_layers(reader, ""), options};
}

void write_trace(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                 const Matrix& output, Tensors& to) {
  set_hidden(to, network, x, trace);
  set_unless_empty(to, "mask", trace.mask, with_last(x.shape, trace.mask.cols()));
  to.set("output", output, x.shape);
}

void write_layer_gradients(const FeedForward& network, const ConstMatrixView& x,
                           const FeedForwardTrace& trace, BackwardScratch<FeedForward>& scratch,
                           Tensors& to) {
  for_each_layer_gradient(
      network, x, trace, std::as_const(scratch.tensors),
      [&](const std::string& name, auto layer, const auto& input, const auto& grad_y) {
        const Linear& of = network.layers().*layer;
        write_weight_gradient(input, grad_y, of.weight, scratch.rows, to, "w" + name);
        if (of.bias.size() == 0) return;
        const MatrixView bias(scratch.rows.data(), 1, of.bias.size());
        of.backward_bias(grad_y, Write::kReplace, bias);
        to.set("b" + name, bias, {of.bias.size()});
      });
}

void write_gradients(const FeedForward& network, const Input& x, const FeedForwardTrace& trace,
                     const ConstMatrixView& grad_output, bool traced,
                     BackwardScratch<FeedForward>& scratch, Tensors& to) {
  resize(scratch.grad_x, x.rows.rows(), x.rows.cols());
  network.backward_tensors(trace, grad_output, scratch.tensors, view(scratch.grad_x));
  if (traced) {
    to.set_all([&](Tensors& tensors) {
      set_hidden(tensors, network, x, scratch.tensors);
      tensors.set("linear2_output", scratch.tensors.linear2_output, x.shape);
    });
  }
  write_layer_gradients(network, x.rows, trace, scratch, to);
  to.set("x", scratch.grad_x, x.shape);
}

struct GradientCheckOptions {
  double step = kGradientCheckStep;
  std::uint32_t seed = 0;  // of the weighting of the outputs
};

static void read_options(const val& options, GradientCheckOptions& read) {
  FFN_READ(options, read, step, seed);
}

FFN_FIELDS(GradientCheck, name, largest_error, at, claimed, central_difference);

EMSCRIPTEN_BINDINGS(ffn_lab_feed_forward) {
  using Handle = FeedForwardHandle;
  const NetworkClass<FeedForward, FeedForwardOptions> bound(
      "FeedForward", "make_feed_forward",
      [](auto&&... options) { return make_feed_forward(options...); });
  FFN_PROPERTIES(bound, object.network(), activation, d_model, d_ff, gated);
  bound.function("set_activation", [](Handle& handle, Activation kind) {
    handle.changed_network().set_activation(kind);
  });
  // Returns the four layers of the Sequential form.
  bound.function("layers", [](const Handle& handle) {
    return array_of(layers_of(handle.network()),
                    [&](const auto& layer) { return write_sequential(handle.network(), layer); });
  });
  bound.direct("forward_units_at", &forward_units_at);
  bound.function("to_string", [](const Handle& handle) { return to_string(handle.network()); });
  bind("gradient_check", [](const Handle& handle, Arg<"x"> x, GradientCheckOptions options) {
    const ConstMatrixView rows = x.rows(handle.network().d_model());
    RandomState rng(options.seed);
    Matrix weighting(rows.rows(), rows.cols());
    fill_randn(rng, 1.0, view(weighting));
    return check_feed_forward_gradients(handle.network(), rows, view(std::as_const(weighting)),
                                        options.step);
  });
}

}  // namespace ffn::bindings
