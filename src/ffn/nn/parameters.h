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

/// Appends the parameters of all blocks in order: PREFIXblocks.0.NAME, PREFIXblocks.1.NAME, ...
template <class Scalar, class Blocks>
void add_blocks(ParametersOf<Scalar>& list, const std::string& prefix, Blocks& blocks);

/// Appends the weight PREFIXwNAME and the bias PREFIXbNAME of a linear layer, unless empty.
template <class Scalar, class Layer>
void add_linear(ParametersOf<Scalar>& list, const std::string& prefix, const std::string& name,
                Layer& layer) {
  const auto tensor = [&](const char* kind, auto& values, const Shape& shape) {
    if (values.size() > 0)
      list.push_back(
          {prefix + kind + name, {values.data(), static_cast<std::size_t>(values.size())}, shape});
  };
  tensor("w", layer.weight, shape_of(layer.weight));
  tensor("b", layer.bias, {layer.bias.size()});
}

/// Appends the parameters of `part` (layers, a network, a stack, or gradients of these); `prefix`
/// is prepended to each name.
template <class Scalar, class Part>
void add_parameters(ParametersOf<Scalar>& list, const std::string& prefix, Part& part) {
  const auto tensor = [&](const std::string& name, auto& values, const Shape& shape) {
    if (values.size() > 0)
      list.push_back(
          {prefix + name, {values.data(), static_cast<std::size_t>(values.size())}, shape});
  };
  const auto linear = [&](const std::string& name, auto& layer) {
    add_linear(list, prefix, name, layer);
  };
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
  } else if constexpr (requires { part.token_embedding; }) {  // a language model's gradients
    tensor("token_embedding", part.token_embedding, shape_of(part.token_embedding));
    tensor("position_embedding", part.position_embedding, shape_of(part.position_embedding));
    add_parameters(list, prefix, part.stack);
    add_parameters(list, prefix + "final_norm.", part.final_norm);
  } else if constexpr (requires { part.token_embedding(); }) {  // a language model
    tensor("token_embedding", part.token_embedding(), shape_of(part.token_embedding()));
    tensor("position_embedding", part.position_embedding(), shape_of(part.position_embedding()));
    add_parameters(list, prefix, part.stack());
    add_parameters(list, prefix + "final_norm.", part.final_norm());
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
  for (std::size_t i = 0; i < blocks.size(); ++i)
    add_parameters(list, prefix + "blocks." + std::to_string(i) + ".", blocks[i]);
}

/// Returns the parameters of a network or of gradients; the views are writable if `Scalar` and
/// `part` are not const and it packs no weights.
template <class Scalar, class Part>
ParametersOf<Scalar> parameters_of(Part& part) {
  ParametersOf<Scalar> list;
  add_parameters(list, "", part);
  return list;
}

/// Appends the Changes of all feed-forward networks of `part`.
template <class Part>
void outdate_packed([[maybe_unused]] std::vector<PackedCache::Change>& changes,
                    [[maybe_unused]] Part& part) {
  if constexpr (requires { part.outdate_packed(); }) {
    changes.push_back(part.outdate_packed());
  } else if constexpr (requires { part.feed_forward(); }) {
    outdate_packed(changes, part.feed_forward());
  } else if constexpr (requires { part.stack(); }) {
    outdate_packed(changes, part.stack());
  } else if constexpr (requires { part.blocks(); }) {
    for (auto& block : part.blocks()) outdate_packed(changes, block);
  }
}

/// Calls work(parameters) to write the parameters of a network; the views are valid during the call
/// only. Passes during and after it use the new values.
template <class Scalar, class Network, class Work>
void change_parameters(Network& network, Work&& work) {
  std::vector<PackedCache::Change> changes;
  outdate_packed(changes, network);
  ParametersOf<Scalar> writable;
  for (const auto& [name, values, shape] : parameters_of<const Scalar>(std::as_const(network))) {
    // `network` is not const; its accessors are, so that nothing else writes.
    writable.push_back({name, {const_cast<Scalar*>(values.data()), values.size()}, shape});
  }
  std::forward<Work>(work)(std::as_const(writable));
}

}  // namespace ffn
