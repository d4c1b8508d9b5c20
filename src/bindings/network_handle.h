#pragma once
// The object behind a JavaScript network: the network, and the input and trace of its last traced
// pass, which backward requires. A change of the network deletes the trace, because it no longer
// fits, and increments the revision. Owners of copied weights compare revisions to detect stale
// copies.
//
// Overloads in this namespace say how each kind of network is read and written (networks.h):
//   Network read_network(WeightReader&, const Options&)
//       Reads a network with the given weights.
//   Input input_of(const Network&, const Tensor& x)
//       Checks x; throws ArgumentError.
//   void run_forward(const Network&, const Input&, MatrixView output, Trace*, RandomState*)
//       Computes a forward pass. Trace and generator may be null.
//   void run_backward(const Network&, const Input&, const Trace&, const ConstMatrixView&
//   grad_output,
//                     Gradients&, Matrix& grad_x)
//       Computes the gradients of all parameters, added to zeros, and of the input. A network with
//       an overload of write_gradients needs none.
//   void write_trace(const Network&, const Input&, const Trace&, const Matrix& output, Tensors&)
//       Writes all tensors of a pass.

#include <memory>
#include <string>
#include <utility>

#include "bind.h"
#include "ffn/core/random.h"
#include "ffn/io/layer_tensors.h"
#include "options.h"
#include "tensors.h"
#include "weights.h"

namespace ffn::bindings {

/// An input: its tokens as rows, the sequence length (1 for position-wise networks), and its shape
/// in JavaScript.
struct Input {
  ConstMatrixView rows;
  Index seq_len;
  const Shape& shape;
};

/// Input of position-wise networks: any leading dimensions.
inline Input tokens_of(const Tensor& x, Index features) { return {x.rows(features), 1, x.shape}; }

/// Sets tensor `name` unless the matrix is empty, such as a dropout mask in a pass without dropout.
inline void set_unless_empty(Tensors& tensors, const char* name, const Matrix& matrix,
                             const Shape& shape) {
  if (matrix.size() > 0) tensors.set(name, matrix, shape);
}

/// Memory that backward passes of a network keep for the next one.
template <class Network>
struct BackwardScratch {};

/// Writes the gradients of sum(output * grad_output) with respect to all parameters and the input.
/// `traced` adds those of the intermediate tensors of a feed-forward network.
template <class Network>
void write_gradients(const Network& network, const Input& x, const typename Network::Trace& trace,
                     const ConstMatrixView& grad_output, bool /*traced*/,
                     BackwardScratch<Network>& /*scratch*/, Tensors& to) {
  auto grads = zeros_like(network);
  Matrix grad_x(x.rows.rows(), x.rows.cols());
  run_backward(network, x, trace, grad_output, grads, grad_x);
  to.set("x", grad_x, x.shape);
  for (const auto& parameter : parameters_of<const float>(grads))
    to.set(parameter.name, parameter.values, parameter.shape);
}

/// Adds new tensors for the gradients of all parameters and of x, or checks that `into` has them.
inline void require_gradients(const ParametersOf<const float>& parameters, const Shape& x,
                              Tensors& to) {
  to.data("x", x);
  for (const auto& parameter : parameters) to.data(parameter.name, parameter.shape);
}

/// The common interface of all networks, bound once as "Network" (network_handle.cpp) and inherited
/// in JavaScript.
class AnyNetworkHandle {
 public:
  AnyNetworkHandle() = default;
  AnyNetworkHandle(const AnyNetworkHandle&) = delete;
  AnyNetworkHandle& operator=(const AnyNetworkHandle&) = delete;
  virtual ~AnyNetworkHandle() = default;

  virtual double parameter_count() const = 0;

  /// Returns the number of changes of the network.
  double revision() const { return revision_; }

  /// Returns the output for x without storing a trace. `rng` may be nullptr.
  virtual val forward(const Tensor& x, RandomState* rng) const = 0;

  /// Returns all tensors of the pass and stores the trace for backward. `into` as in tensors.h.
  virtual val trace(Tensor x, RandomState* rng, const val& into) = 0;

  /// Returns the gradients of sum(output * grad_output), as write_gradients does. Throws
  /// ArgumentError unless trace was called before and the shapes match.
  virtual val backward(const Tensor& grad_output, bool traced, const val& into) = 0;

  virtual ParametersOf<const float> parameters() const = 0;

  /// Assigns all of the given weights, or none if one is invalid or memory is too small; deletes
  /// the stored trace.
  virtual void set_weights(const val& tensors) = 0;

 protected:
  void count_change() { revision_ += 1; }

 private:
  double revision_ = 0;  // JavaScript's number type, exact up to 2^53
};

template <class Network>
class NetworkHandle : public AnyNetworkHandle {
 public:
  /// Packs the weights of networks that do so, because a first pass that did it later could find
  /// too little memory. After a change the next pass packs in the same memory.
  explicit NetworkHandle(Network network) : network_(std::move(network)) {
    if constexpr (requires { network_.packed(); }) network_.packed();
  }

  const Network& network() const { return network_; }

  /// Returns the network for modification; the stored trace is then no longer valid.
  Network& changed_network() {
    traced_ = false;
    count_change();
    return network_;
  }

  double parameter_count() const override {
    return static_cast<double>(network_.parameter_count());
  }

  val forward(const Tensor& x, RandomState* rng) const override {
    const Input in = input_of(network_, x);
    Matrix output(in.rows.rows(), in.rows.cols());
    run_forward(network_, in, view(output), nullptr, rng);
    return write_matrix(output, x.shape);
  }

  // Keeps the memory of the last pass, so that the next one of the same shape needs no new memory.
  val trace(Tensor x, RandomState* rng, const val& into) override {
    traced_ = false;
    x_ = std::move(x);
    const Input in = input_of(network_, x_);
    resize(output_, in.rows.rows(), in.rows.cols());
    run_forward(network_, in, view(output_), &trace_, rng);
    Tensors tensors(into);
    tensors.set_all([&](Tensors& to) { write_trace(network_, in, trace_, output_, to); });
    traced_ = true;
    return tensors.object();
  }

  val backward(const Tensor& grad_output, bool traced, const val& into) override {
    check(traced_, "trace", "missing",
          "a call of trace(x) before backward, with the network as it is");
    check(grad_output.shape == x_.shape, "grad_output", {"a tensor of shape ", grad_output.shape},
          {"shape ", x_.shape, ", as the output"});
    const Input in = input_of(network_, x_);
    Tensors gradients(into);
    if (!gradients.is_new()) require_gradients(parameters(), x_.shape, gradients);
    write_gradients(network_, in, trace_, grad_output.rows(in.rows.cols()), traced, scratch_,
                    gradients);
    return gradients.object();
  }

  ParametersOf<const float> parameters() const override {
    return parameters_of<const float>(network_);
  }

  void set_weights(const val& tensors) override {
    change_parameters<float>(network_, [&](const ParametersOf<float>& parameters) {
      set_parameters(parameters, tensors);
    });
    changed_network();
  }

 private:
  Network network_;
  Tensor x_;  // of the last traced pass, as are trace_ and output_
  typename Network::Trace trace_;
  Matrix output_;
  bool traced_ = false;  // whether they are those of network_ as it is
  BackwardScratch<Network> scratch_;
};

/// Creates a network from options: with the given weights if there is an option `weights`,
/// otherwise random(options, init, rng).
template <class Network, class Options, class Random>
std::shared_ptr<NetworkHandle<Network>> make_network(const val& options, Random random) {
  const auto read = from_value<Options>(options);
  const val weights = options["weights"];
  if (weights.isUndefined()) {
    return std::make_shared<NetworkHandle<Network>>(make_random(
        options, [&](Initialization init, RandomState& rng) { return random(read, init, rng); }));
  }
  WeightLayout layout = WeightLayout::kOutIn;
  read_option(options, "layout", layout);
  WeightReader reader(weights, layout == WeightLayout::kInOut);
  auto network = read_network(reader, read);
  reader.finish();
  return std::make_shared<NetworkHandle<Network>>(std::move(network));
}

/// A kind of network as a class of the module, with the function `maker`, which creates an object
/// from options.
template <class Network, class Options>
struct NetworkClass : BoundClass<NetworkHandle<Network>, emscripten::base<AnyNetworkHandle>> {
  template <class Random>
  NetworkClass(const char* name, const char* maker, Random /*random*/)
      : BoundClass<NetworkHandle<Network>, emscripten::base<AnyNetworkHandle>>(name) {
    bind(maker,
         [](const val& options) { return make_network<Network, Options>(options, Random{}); });
  }
};

}  // namespace ffn::bindings
