#pragma once
// A network as JavaScript holds it: the network, and the input and trace of its last traced pass, which are what backward consumes.
// Whatever changes the network drops the trace, whose tensors would be another function's, and raises the revision, by which holders of
// copies of the weights know that theirs are stale.
//
// What differs between networks is said by an Edge, a struct of types and static functions:
//   Network, Trace                                                                types of the core
//   Prepared                                                                      a copy of a Network that evaluates faster, or Unprepared
//   Input input(const Network&, const Tensor& x)                                  x as the network takes it, or an ArgumentError
//   void forward(const Network&, const Input&, MatrixView, Trace*, RandomState*)  trace and rng may be null
//   val write_trace(const Network&, const Input&, const Trace&, const Matrix& output)
//   val backward(const Network&, const Input&, const Trace&, const ConstMatrixView& grad_output)

#include <emscripten/bind.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "ffn/core/random.h"
#include "ffn/kernels/backend.h"
#include "result.h"
#include "tensor.h"
#include "weights.h"

namespace ffn::bindings {

/// Of networks that are evaluated as they are.
struct Unprepared {};

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

/// What all networks have in common, bound once under the name "Network" (network_handle.cpp) and inherited in JavaScript.
class AnyNetworkHandle {
 public:
  AnyNetworkHandle() = default;
  AnyNetworkHandle(const AnyNetworkHandle&) = delete;
  AnyNetworkHandle& operator=(const AnyNetworkHandle&) = delete;
  virtual ~AnyNetworkHandle() = default;

  virtual double parameter_count() const = 0;

  /// How often the network has been changed.
  double revision() const { return revision_; }

  /// output of x, no trace kept. `rng` may be nullptr.
  virtual val forward(const Tensor& x, RandomState* rng) const = 0;

  /// Every tensor of the pass; the trace stays for backward.
  virtual val trace(Tensor x, RandomState* rng) = 0;

  /// Gradients of sum(output * grad_output). Throws ArgumentError unless a traced pass came before and the shapes agree.
  virtual val backward(const Tensor& grad_output) const = 0;

  /// Copies of all weights, and of one.
  val weights() const { return write_parameters(parameters()); }
  val weight(const std::string& name) const { return write_parameter(parameters(), name); }

  /// All or none of the given ones; what was traced before is dropped.
  virtual void set_weights(const val& tensors) = 0;

 protected:
  virtual ParametersOf<const float> parameters() const = 0;

  void count_change() { revision_ += 1; }

 private:
  double revision_ = 0;  // a double holds 2^53 changes, and is what JavaScript reads
};

template <class Edge>
class NetworkHandle : public AnyNetworkHandle {
 public:
  using Network = typename Edge::Network;

  explicit NetworkHandle(Network network) : network_(std::move(network)) {}

  const Network& network() const { return network_; }

  /// To be written through; drops what was made of the network as it was, and counts as a change.
  Network& changed_network() {
    last_.reset();
    prepared_.reset();
    count_change();
    return network_;
  }

  /// The network as it is, ready to be evaluated; made at the first use after a change: weights that are only set or trained cost nothing.
  const typename Edge::Prepared& prepared() const {
    if (!prepared_) prepared_.emplace(network_);
    return *prepared_;
  }

  double parameter_count() const override { return static_cast<double>(network_.parameter_count()); }

  val forward(const Tensor& x, RandomState* rng) const override {
    const Input in = Edge::input(network_, x);
    Matrix output(in.rows.rows(), in.rows.cols());
    if (!evaluate_prepared(in, view(output), rng)) Edge::forward(network_, in, view(output), nullptr, rng);
    return write_matrix(output, x.shape);
  }

  val trace(Tensor x, RandomState* rng) override {
    last_.reset();
    Pass pass{std::move(x), {}};
    const Input in = Edge::input(network_, pass.x);
    Matrix output(in.rows.rows(), in.rows.cols());
    Edge::forward(network_, in, view(output), &pass.saved, rng);
    val tensors = Edge::write_trace(network_, in, pass.saved, output);
    last_ = std::move(pass);
    return tensors;
  }

  val backward(const Tensor& grad_output) const override {
    check(last_.has_value(), "trace", "missing", "a call of trace(x) before backward, with the network as it is");
    check(grad_output.shape == last_->x.shape, "grad_output", "a tensor of shape " + to_string(grad_output.shape),
          "shape " + to_string(last_->x.shape) + ", as the output");
    const Input in = Edge::input(network_, last_->x);
    return Edge::backward(network_, in, last_->saved, grad_output.rows("grad_output", in.rows.cols()));
  }

  void set_weights(const val& tensors) override {
    set_parameters(parameters_of<float>(network_), tensors);
    changed_network();
  }

 private:
  ParametersOf<const float> parameters() const override { return parameters_of<const float>(network_); }

  struct Pass {
    Tensor x;
    typename Edge::Trace saved;
  };

  // Says whether there is a prepared copy for such a pass, and that it is done.
  bool evaluate_prepared(const Input& in, MatrixView output, const RandomState* rng) const {
    if constexpr (std::is_same_v<typename Edge::Prepared, Unprepared>) {
      return false;
    } else {
      if (rng != nullptr || backend() == Backend::kEigen) return false;
      prepared().forward(in.rows, output);
      return true;
    }
  }

  Network network_;
  std::optional<Pass> last_;
  mutable std::optional<typename Edge::Prepared> prepared_;
};

/// Registers NetworkHandle<Edge> as class `name`, with what it inherits.
template <class Edge>
auto bind_network(const char* name) {
  using Handle = NetworkHandle<Edge>;
  return emscripten::class_<Handle, emscripten::base<AnyNetworkHandle>>(name).template smart_ptr<std::shared_ptr<Handle>>(name);
}

}  // namespace ffn::bindings
