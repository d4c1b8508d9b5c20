#pragma once
// The parameters of a network, or its gradients, as a list of named views. Used to assign weights,
// and to iterate over all parameters in optimizers and norms.
//
// The parameters of a float network that packs weights (feed_forward.h) are written in
// change_parameters; views from parameters_of are read-only there, so that a packed copy cannot go
// stale.
//
// Names are those of the JavaScript package: "w1", "attention.w_query", "blocks.0.norm1.scale",
// "token_embedding". Tensors that a network does not have (a bias, a gate, a norm) are not in the
// list. Networks of one kind and their gradients give lists in the same order.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/shape.h"
#include "ffn/nn/packed_layers.h"

namespace ffn {

/// A view of one parameter tensor. `Scalar` is const for a const network.
template <class Scalar>
struct ParameterOf {
  std::string name;
  std::span<Scalar> values;  // row-major
  Shape shape;               // weights (out_features, in_features), everything else (features)
};

template <class Scalar>
using ParametersOf = std::vector<ParameterOf<Scalar>>;

/// Copies the tensors of `from` into the tensors of `to` with the same names; `from` may contain
/// any subset. Throws ArgumentError for an unknown name and for a different shape, before copying
/// anything.
template <class Scalar>
void assign_parameters(const ParametersOf<Scalar>& to, const ParametersOf<const Scalar>& from);

/// Lists parameters as the static member visit_parameters of each kind of part (layers, networks,
/// stacks, gradients of these) names them.
template <class Scalar>
class ParameterLister {
 public:
  explicit ParameterLister(ParametersOf<Scalar>& list) : list_(list) {}

  /// Appends a matrix or row vector, unless empty.
  template <class Tensor>
  void tensor(const char* name, Tensor& values) {
    append("", name, values);
  }

  /// Appends the weight wNAME and the bias bNAME of a linear layer, unless empty.
  template <class Layer>
  void linear(const char* name, Layer& layer) {
    append("w", name, layer.weight);
    append("b", name, layer.bias);
  }

  /// Appends the parameters of a part as NAME.PARAMETER.
  template <class Part>
  void part(const char* name, Part& part) {
    const std::size_t outside = prefix_.size();
    prefix_.append(name).append(".");
    Part::visit_parameters(part, *this);
    prefix_.resize(outside);
  }

  /// Appends the parameters of a list of blocks as blocks.0.PARAMETER, blocks.1.PARAMETER, ...
  template <class Blocks>
  void blocks(Blocks& blocks) {
    for (std::size_t i = 0; i < blocks.size(); ++i)
      part(("blocks." + std::to_string(i)).c_str(), blocks[i]);
  }

 private:
  template <class Tensor>
  void append(const char* kind, const char* name, Tensor& values) {
    append(kind, name, {values.data(), static_cast<std::size_t>(values.size())},
           tensor_shape_of(values));
  }
  void append(const char* kind, const char* name, std::span<Scalar> values, const Shape& shape);

  ParametersOf<Scalar>& list_;
  std::string prefix_;
};

/// Returns the parameters of a network or of gradients; the views are writable if `Scalar` and
/// `part` are not const and it packs no weights.
template <class Scalar, class Part>
ParametersOf<Scalar> parameters_of(Part& part) {
  ParametersOf<Scalar> list;
  Part::visit_parameters(part, ParameterLister<Scalar>(list));
  return list;
}

/// Collects the Changes (packed_layers.h) of all networks that pack weights, as a visitor of
/// parameters.
struct PackedOutdater {
  std::vector<PackedCache::Change> changes;

  template <class Part>
  void part(const char* /*name*/, Part& part) {
    if constexpr (requires { part.outdate_packed(); }) {
      changes.push_back(part.outdate_packed());
    } else {
      Part::visit_parameters(part, *this);
    }
  }
  void blocks(auto& blocks) {
    for (auto& block : blocks) part("", block);
  }
  void tensor(const char* /*name*/, const auto& /*values*/) {}
  void linear(const char* /*name*/, const auto& /*layer*/) {}
};

/// Calls work(parameters) to write the parameters of a network; the views are valid during the call
/// only. Passes during and after it use the new values.
template <class Scalar, class Network, class Work>
void change_parameters(Network& network, Work&& work) {
  PackedOutdater outdater;
  outdater.part("", network);
  ParametersOf<Scalar> writable;
  for (const auto& [name, values, shape] : parameters_of<const Scalar>(std::as_const(network))) {
    // `network` is not const; its accessors are, so that nothing else writes.
    writable.push_back({name, {const_cast<Scalar*>(values.data()), values.size()}, shape});
  }
  std::forward<Work>(work)(std::as_const(writable));
}

}  // namespace ffn
