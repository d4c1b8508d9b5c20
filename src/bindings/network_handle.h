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
//   val write_trace(const Network&, const Input&, const Trace&, const Matrix& output)
//       Writes all tensors of a pass.

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bind.h"
#include "ffn/core/random.h"
#include "ffn/io/layer_tensors.h"
#include "options.h"
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

/// Sets property `name` unless the matrix is empty, such as a dropout mask in a pass without
/// dropout.
inline void set_unless_empty(val& object, const char* name, const Matrix& matrix,
                             const Shape& shape) {
  if (matrix.size() > 0) object.set(name, write_matrix(matrix, shape));
}

/// Computes a forward pass. `trace` and `rng` may be null.
template <class Network>
void forward(const Network& network, const Input& x, MatrixView output,
             typename Network::Trace* trace, RandomState* rng) {
  if constexpr (requires { network.forward(x.rows, output, trace, rng); }) {
    network.forward(x.rows, output, trace, rng);
  } else if constexpr (requires { network.forward(x.rows, output, trace); }) {
    network.forward(x.rows, output, trace);
  } else if constexpr (requires { network.forward(x.rows, x.seq_len, output, trace, rng); }) {
    network.forward(x.rows, x.seq_len, output, trace, rng);
  } else {
    typename Network::Trace scratch;
    network.forward(x.rows, x.seq_len, output, trace != nullptr ? *trace : scratch, rng);
  }
}

/// Computes the gradients of all parameters, added to zeros `grads`, and of the input.
template <class Network, class Gradients, class... Extra>
void backward(const Network& network, const Input& x, const typename Network::Trace& trace,
              const ConstMatrixView& grad_output, Gradients& grads, Matrix& grad_x,
              Extra... extra) {
  if constexpr (requires {
                  network.backward(x.rows, trace, grad_output, grads, view(grad_x), extra...);
                }) {
    network.backward(x.rows, trace, grad_output, grads, view(grad_x), extra...);
  } else if constexpr (requires {
                         network.backward(x.rows, x.seq_len, trace, grad_output, grads,
                                          view(grad_x));
                       }) {
    network.backward(x.rows, x.seq_len, trace, grad_output, grads, view(grad_x));
  } else if constexpr (requires {
                         network.backward(x.seq_len, trace, grad_output, grads, view(grad_x));
                       }) {
    network.backward(x.seq_len, trace, grad_output, grads, view(grad_x));
  } else {
    network.backward(x.seq_len, trace, grad_output, grads);
    grad_x = std::move(grads.inputs.front());
  }
}

/// Returns the gradients of sum(output * grad_output) with respect to all parameters and the input.
template <class Network, class... Extra>
val gradients_of(const Network& network, const Input& x, const typename Network::Trace& trace,
                 const ConstMatrixView& grad_output, Extra... extra) {
  auto grads = zeros_like(network);
  Matrix grad_x(x.rows.rows(), x.rows.cols());
  backward(network, x, trace, grad_output, grads, grad_x, extra...);
  val gradients = write_parameters(parameters_of<const float>(grads));
  gradients.set("x", write_matrix(grad_x, x.shape));
  return gradients;
}

/// The common interface of all networks, bound once as "Network" (bindings.cpp) and inherited in
/// JavaScript.
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

  /// Returns all tensors of the pass and stores the trace for backward.
  virtual val trace(Tensor x, RandomState* rng) = 0;

  /// Returns the gradients of sum(output * grad_output). Throws ArgumentError unless trace was
  /// called before and the shapes match.
  virtual val backward(const Tensor& grad_output) const = 0;

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

  /// Returns the network for modification; deletes the stored trace and counts a change.
  Network& changed_network() {
    last_.reset();
    count_change();
    return network_;
  }

  double parameter_count() const override {
    return static_cast<double>(network_.parameter_count());
  }

  val forward(const Tensor& x, RandomState* rng) const override {
    const Input in = input_of(network_, x);
    Matrix output(in.rows.rows(), in.rows.cols());
    bindings::forward<Network>(network_, in, view(output), nullptr, rng);
    return write_matrix(output, x.shape);
  }

  val trace(Tensor x, RandomState* rng) override {
    last_.reset();
    Pass pass{std::move(x), {}};
    const Input in = input_of(network_, pass.x);
    Matrix output(in.rows.rows(), in.rows.cols());
    bindings::forward(network_, in, view(output), &pass.saved, rng);
    val tensors = write_trace(network_, in, pass.saved, output);
    last_ = std::move(pass);
    return tensors;
  }

  val backward(const Tensor& grad_output) const override {
    return backward_by(&gradients_of<Network>, grad_output);
  }

  /// Returns pass(network, x, trace, grad_output) for the last traced pass. Throws as backward
  /// does.
  val backward_by(decltype(&gradients_of<Network>) pass, const Tensor& grad_output) const {
    check(last_.has_value(), "trace", "missing",
          "a call of trace(x) before backward, with the network as it is");
    check(grad_output.shape == last_->x.shape, "grad_output",
          {"a tensor of shape ", grad_output.shape}, {"shape ", last_->x.shape, ", as the output"});
    const Input in = input_of(network_, last_->x);
    return pass(network_, in, last_->saved, grad_output.rows(in.rows.cols()));
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
  struct Pass {
    Tensor x;
    typename Network::Trace saved;
  };

  Network network_;
  std::optional<Pass> last_;
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
