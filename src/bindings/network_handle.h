#pragma once
// A network as JavaScript holds it: the network, and the input and trace of its last traced pass, which are what backward consumes.
// Whatever changes the network drops the trace, whose tensors would be another function's.
//
// What differs between networks is said by an Edge, a struct of types and static functions:
//   Network, Trace                                                                types of the core
//   Input input(const Network&, const Tensor& x)                                  x as the network takes it, or an ArgumentError
//   void forward(const Network&, const Input&, MatrixView, Trace*, RandomState*)  trace and rng may be null
//   val write_trace(const Network&, const Input&, const Trace&, const Matrix& output)
//   val backward(const Network&, const Input&, const Trace&, const ConstMatrixView& grad_output)

#include <emscripten/bind.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "ffn/core/random.h"
#include "result.h"
#include "tensor.h"
#include "weights.h"

namespace ffn::bindings {

/// An input: its tokens as rows, the length of a sequence where that matters, its shape in JavaScript.
struct Input {
  ConstMatrixView rows;
  Index seq_len;
  const Shape& shape;
};

/// For networks that transform each token alone: any leading dimensions.
inline Input tokens_of(const Tensor& x, Index features) { return {x.rows("x", features), 1, x.shape}; }

/// For networks in which tokens see each other: (seq_len, d_model) or (batch, seq_len, d_model).
inline Input sequences_of(const Tensor& x, Index d_model) {
  const ConstMatrixView rows = x.rows("x", d_model);
  check(x.shape.size() == 2 || x.shape.size() == 3, "x", "a tensor of shape " + to_string(x.shape),
        "shape (seq_len, d_model) or (batch, seq_len, d_model)");
  return {rows, static_cast<Index>(x.shape[x.shape.size() - 2]), x.shape};
}

/// The shape with another last dimension.
inline Shape with_last(Shape shape, Index last) {
  shape.back() = last;
  return shape;
}

/// Sets `name` unless the matrix is empty: dropout masks are there only when something was dropped.
inline void set_unless_empty(val& object, const char* name, const Matrix& matrix, const Shape& shape) {
  if (matrix.size() > 0) object.set(name, write_matrix(matrix, shape));
}

/// Gradients of all parameters, and of the input.
template <class Gradients>
val write_gradients(const Gradients& grads, const Matrix& grad_x, const Input& x) {
  val gradients = write_parameters(parameters_of<const float>(grads));
  gradients.set("x", write_matrix(grad_x, x.shape));
  return gradients;
}

template <class Edge>
class NetworkHandle {
 public:
  using Network = typename Edge::Network;

  explicit NetworkHandle(Network network) : network_(std::move(network)) {}

  const Network& network() const { return network_; }

  /// To be written through; drops the trace.
  Network& changed_network() {
    last_.reset();
    return network_;
  }

  /// output of x, no trace kept. `rng` may be nullptr.
  val forward(const Tensor& x, RandomState* rng) const {
    const Input in = Edge::input(network_, x);
    Matrix output(in.rows.rows(), in.rows.cols());
    Edge::forward(network_, in, view(output), nullptr, rng);
    return write_matrix(output, x.shape);
  }

  /// Every tensor of the pass; the trace stays for backward.
  val trace(Tensor x, RandomState* rng) {
    last_.reset();
    Pass pass{std::move(x), {}};
    const Input in = Edge::input(network_, pass.x);
    Matrix output(in.rows.rows(), in.rows.cols());
    Edge::forward(network_, in, view(output), &pass.saved, rng);
    val tensors = Edge::write_trace(network_, in, pass.saved, output);
    last_ = std::move(pass);
    return tensors;
  }

  /// Gradients of sum(output * grad_output). Throws ArgumentError unless a traced pass came before and the shapes agree.
  val backward(const Tensor& grad_output) const {
    check(last_.has_value(), "trace", "missing", "a call of trace(x) before backward, with the network as it is");
    check(grad_output.shape == last_->x.shape, "grad_output", "a tensor of shape " + to_string(grad_output.shape),
          "shape " + to_string(last_->x.shape) + ", as the output");
    const Input in = Edge::input(network_, last_->x);
    return Edge::backward(network_, in, last_->saved, grad_output.rows("grad_output", in.rows.cols()));
  }

  val weights() const { return write_parameters(parameters_of<const float>(network_)); }
  val weight(const std::string& name) const { return write_parameter(parameters_of<const float>(network_), name); }

  /// All or none of the given ones; what was traced before is dropped.
  void set_weights(const val& tensors) {
    set_parameters(parameters_of<float>(network_), tensors);
    last_.reset();
  }

 private:
  struct Pass {
    Tensor x;
    typename Edge::Trace saved;
  };

  Network network_;
  std::optional<Pass> last_;
};

/// Registers NetworkHandle<Edge> as class `name` with all that networks have in common.
template <class Edge>
emscripten::class_<NetworkHandle<Edge>> bind_network(const char* name) {
  using Handle = NetworkHandle<Edge>;
  // Embind wants functions with C++ linkage and a name; captureless lambdas decay to them. `rng` is null in JavaScript for none.
  const auto parameter_count = +[](const Handle& handle) { return static_cast<double>(handle.network().parameter_count()); };
  const auto forward = +[](const Handle& handle, const val& x, RandomState* rng) {
    return as_result([&] { return handle.forward(read_tensor("x", x), rng); });
  };
  const auto trace =
      +[](Handle& handle, const val& x, RandomState* rng) { return as_result([&] { return handle.trace(read_tensor("x", x), rng); }); };
  const auto backward = +[](const Handle& handle, const val& grad_output) {
    return as_result([&] { return handle.backward(read_tensor("grad_output", grad_output)); });
  };
  const auto weights = +[](const Handle& handle) { return as_result([&] { return handle.weights(); }); };
  const auto weight = +[](const Handle& handle, const std::string& which) { return as_result([&] { return handle.weight(which); }); };
  const auto set_weights = +[](Handle& handle, const val& tensors) {
    return as_result([&] {
      handle.set_weights(tensors);
      return val::undefined();
    });
  };
  using emscripten::allow_raw_pointers;
  return emscripten::class_<Handle>(name)
      .template smart_ptr<std::shared_ptr<Handle>>(name)
      .property("parameter_count", parameter_count)
      .function("forward", forward, allow_raw_pointers())
      .function("trace", trace, allow_raw_pointers())
      .function("backward", backward)
      .function("weights", weights)
      .function("weight", weight)
      .function("set_weights", set_weights);
}

}  // namespace ffn::bindings
