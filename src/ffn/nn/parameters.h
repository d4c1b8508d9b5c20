#pragma once
// All parameters of a network, or all its gradients, as one list: a name, the numbers where they lie, a shape. What weights
// from outside are assigned through, what an optimiser or a norm walks over.
//
// Names are those of the JavaScript package, parts before tensors: "w1", "attention.w_query", "blocks.0.norm1.scale". A tensor that a
// network does not have (a bias, a gate, a norm) is not in its list. Networks and gradients of one kind give lists in the same order.

#include <span>
#include <string>
#include <vector>

#include "ffn/core/shape.h"

namespace ffn {

/// A tensor of parameters. `Scalar` is const for a network that is only read.
template <class Scalar>
struct ParameterOf {
  std::string name;
  std::span<Scalar> values;  // row-major
  Shape shape;               // weights (out_features, in_features), everything else (features)
};

template <class Scalar>
using ParametersOf = std::vector<ParameterOf<Scalar>>;

/// Copies the numbers of `from` into the tensors of the same names in `to`, where `from` may hold any part of them. Throws
/// ArgumentError for a name that `to` does not have and for another shape; then nothing has been copied.
template <class Scalar>
void assign_parameters(const ParametersOf<Scalar>& to, const ParametersOf<const Scalar>& from);

/// Appends the parameters of blocks in their order: PREFIXblocks.0.NAME, PREFIXblocks.1.NAME, ...
template <class Scalar, class Blocks>
void add_blocks(ParametersOf<Scalar>& list, const std::string& prefix, Blocks& blocks);

/// Appends a linear layer's weight, PREFIXwNAME, and its bias, PREFIXbNAME, where it has them.
template <class Scalar, class Layer>
void add_linear(ParametersOf<Scalar>& list, const std::string& prefix, const std::string& name, Layer& layer) {
  const auto tensor = [&](const char* kind, auto& values, const Shape& shape) {
    if (values.size() > 0) list.push_back({prefix + kind + name, {values.data(), static_cast<std::size_t>(values.size())}, shape});
  };
  tensor("w", layer.weight, shape_of(layer.weight));
  tensor("b", layer.bias, {layer.bias.size()});
}

/// Appends the parameters of `part` (layers, networks, stacks or gradients of them), each name after `prefix`.
template <class Scalar, class Part>
void add_parameters(ParametersOf<Scalar>& list, const std::string& prefix, Part& part) {
  const auto tensor = [&](const std::string& name, auto& values, const Shape& shape) {
    if (values.size() > 0) list.push_back({prefix + name, {values.data(), static_cast<std::size_t>(values.size())}, shape});
  };
  const auto linear = [&](const std::string& name, auto& layer) { add_linear(list, prefix, name, layer); };
  if constexpr (requires { part.linear1; }) {  // a feed-forward network's layers
    linear("1", part.linear1);
    linear("_gate", part.gate);
    linear("2", part.linear2);
  } else if constexpr (requires { part.query; }) {  // an attention's layers
    linear("_query", part.query);
    linear("_key", part.key);
    linear("_value", part.value);
    linear("_output", part.output);
  } else if constexpr (requires { part.scale; }) {  // a norm
    tensor("scale", part.scale, {part.scale.size()});
    tensor("shift", part.shift, {part.shift.size()});
  } else if constexpr (requires { part.norm1; }) {  // a block's layers
    add_parameters(list, prefix + "norm1.", part.norm1);
    add_parameters(list, prefix + "attention.", part.attention);
    add_parameters(list, prefix + "norm2.", part.norm2);
    add_parameters(list, prefix + "feed_forward.", part.feed_forward);
  } else if constexpr (requires { part.norm1(); }) {  // a block
    add_parameters(list, prefix + "norm1.", part.norm1());
    if (part.has_attention()) add_parameters(list, prefix + "attention.", part.attention());
    add_parameters(list, prefix + "norm2.", part.norm2());
    add_parameters(list, prefix + "feed_forward.", part.feed_forward());
  } else if constexpr (requires { part.blocks.size(); }) {  // a stack's layers
    add_blocks(list, prefix, part.blocks);
  } else if constexpr (requires { part.blocks(); }) {  // a stack
    add_blocks(list, prefix, part.blocks());
  } else {  // a network, which holds layers
    add_parameters(list, prefix, part.layers());
  }
}

template <class Scalar, class Blocks>
void add_blocks(ParametersOf<Scalar>& list, const std::string& prefix, Blocks& blocks) {
  for (std::size_t i = 0; i < blocks.size(); ++i) add_parameters(list, prefix + "blocks." + std::to_string(i) + ".", blocks[i]);
}

/// The parameters of a network or of gradients; to be written through when `part` is not const.
template <class Scalar, class Part>
ParametersOf<Scalar> parameters_of(Part& part) {
  ParametersOf<Scalar> list;
  add_parameters(list, "", part);
  return list;
}

}  // namespace ffn
