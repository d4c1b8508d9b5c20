#pragma once
// Layers of a network, and the options that they have in common, across the edge: tensors under their names.

#include <emscripten/val.h>

#include <string>

#include "ffn/nn/feed_forward.h"
#include "tensor.h"

namespace ffn::bindings {

// A weight of either layout as (out_features, in_features). Throws ArgumentError unless it has two dimensions.
inline Matrix read_weight(const char* argument, const val& value, bool in_out) {
  const Tensor weight = read_tensor(argument, value);
  check(weight.shape.size() == 2, argument, "a tensor of shape " + to_string(weight.shape), "two dimensions");
  const ConstMatrixView stored = weight.rows(argument, weight.shape[1]);
  if (in_out) return stored.transpose();
  return stored;
}

// A layer from its weight and its bias; without a bias the layer has none.
inline Linear read_linear(const char* weight_name, const char* bias_name, const val& weights, bool in_out) {
  Linear layer{read_weight(weight_name, weights[weight_name], in_out), RowVector{}};
  const val bias = weights[bias_name];
  if (bias.isUndefined()) return layer;
  const Tensor numbers = read_tensor(bias_name, bias);
  check(numbers.shape.size() == 1, bias_name, "a tensor of shape " + to_string(numbers.shape), "one dimension");
  check(!numbers.data.empty(), bias_name, "empty", "shape " + to_string(Shape{layer.out_features()}));
  layer.bias = Eigen::Map<const RowVector>(numbers.data.data(), static_cast<Index>(numbers.data.size()));
  return layer;
}

// The layers of an FFN; without w_gate it has no gate.
inline FeedForwardLayers read_layers(const val& weights, bool in_out) {
  FeedForwardLayers layers;
  layers.linear1 = read_linear("w1", "b1", weights, in_out);
  if (!weights["w_gate"].isUndefined()) layers.gate = read_linear("w_gate", "b_gate", weights, in_out);
  layers.linear2 = read_linear("w2", "b2", weights, in_out);
  return layers;
}

inline DropoutPlacement placement_named(const std::string& name) {
  check(name == "hidden" || name == "output", "dropout_placement", "\"" + name + "\"", "\"hidden\" or \"output\"");
  return name == "hidden" ? DropoutPlacement::kHidden : DropoutPlacement::kOutput;
}

// What networks with random and with given weights have in common.
inline FeedForwardOptions read_behaviour(const val& options) {
  FeedForwardOptions read;
  read.activation = activation_named(options["activation"].as<std::string>());
  read.dropout = options["dropout"].as<double>();
  read.dropout_placement = placement_named(options["dropout_placement"].as<std::string>());
  return read;
}

inline val write_vector(const RowVector& vector) {
  return write_tensor({vector.data(), static_cast<std::size_t>(vector.size())}, {vector.size()});
}

// A layer's tensors under their names; what a layer does not have is left out.
inline void set_linear(val& object, const char* weight_name, const char* bias_name, const Linear& layer) {
  if (layer.weight.size() > 0) object.set(weight_name, write_matrix(layer.weight, {layer.out_features(), layer.in_features()}));
  if (layer.bias.size() > 0) object.set(bias_name, write_vector(layer.bias));
}

inline void set_layers(val& object, const FeedForwardLayers& layers) {
  set_linear(object, "w1", "b1", layers.linear1);
  set_linear(object, "w_gate", "b_gate", layers.gate);
  set_linear(object, "w2", "b2", layers.linear2);
}

inline val write_layers(const FeedForwardLayers& layers) {
  val object = val::object();
  set_layers(object, layers);
  return object;
}

}  // namespace ffn::bindings
