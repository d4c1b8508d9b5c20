// The class LayerNorm of the WebAssembly module.

#include "ffn/nn/layer_norm.h"

#include <memory>
#include <vector>

#include "make_network.h"

namespace ffn::bindings {

namespace {

// Writes one number per token in the shape of x without its last dimension.
val write_per_token(const Eigen::VectorXd& numbers, const Input& x) {
  std::vector<float> rounded(static_cast<std::size_t>(numbers.size()));
  for (Index i = 0; i < numbers.size(); ++i) rounded[static_cast<std::size_t>(i)] = static_cast<float>(numbers[i]);
  return write_tensor(rounded, Shape(x.shape.begin(), x.shape.end() - 1));
}

struct LayerNormTraits {
  using Network = LayerNorm;
  using Trace = LayerNormTrace;

  static Input input(const LayerNorm& layer, const Tensor& x) { return tokens_of(x, layer.features()); }

  static void forward(const LayerNorm& layer, const Input& x, MatrixView output, LayerNormTrace* trace, RandomState* /*rng*/) {
    layer.forward(x.rows, output, trace);
  }

  static val write_trace(const LayerNorm& layer, const Input& x, const LayerNormTrace& trace, const Matrix& output) {
    Matrix normalized(x.rows.rows(), x.rows.cols());
    make_layer_norm<float>(layer.features(), layer.eps).forward(x.rows, view(normalized), nullptr);
    val tensors = val::object();
    tensors.set("mean", write_per_token(trace.mean, x));
    tensors.set("reciprocal_deviation", write_per_token(trace.reciprocal_deviation, x));
    tensors.set("normalized", write_matrix(normalized, x.shape));
    tensors.set("output", write_matrix(output, x.shape));
    return tensors;
  }

  static val backward(const LayerNorm& layer, const Input& x, const LayerNormTrace& trace, const ConstMatrixView& grad_output) {
    LayerNorm grads = zeros_like(layer);
    Matrix grad_x(x.rows.rows(), x.rows.cols());
    layer.backward(x.rows, trace, grad_output, grads, view(grad_x));
    return write_gradients(grads, grad_x, x);
  }
};

using LayerNormHandle = NetworkHandle<LayerNormTraits>;

LayerNorm read_layer_norm(WeightReader& reader, double eps) {
  LayerNorm layer = reader.layer_norm("", eps);
  check(layer.features() >= 1, "scale", "empty", "one feature or more");
  return layer;
}

val make_layer_norm_handle(const val& options) {
  return as_result([&] {
    Index features = 0;
    double eps = kLayerNormEps;
    read_size(options, "features", features);
    read_option(options, "eps", eps);
    check_layer_norm_eps(eps);
    return make_network<LayerNormTraits>(
        options, [&](WeightReader& reader) { return read_layer_norm(reader, eps); },
        [&](Initialization, RandomState&) { return make_layer_norm<float>(features, eps); });
  });
}

double features_of(const LayerNormHandle& handle) { return static_cast<double>(handle.network().features()); }
double eps_of(const LayerNormHandle& handle) { return handle.network().eps; }

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_layer_norm) {
  using namespace emscripten;
  bind_network<LayerNormTraits>("LayerNorm").property("features", &features_of).property("eps", &eps_of);
  function("make_layer_norm", &make_layer_norm_handle);
}

}  // namespace ffn::bindings
