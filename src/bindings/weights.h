#pragma once
// Conversion of weights. In JavaScript they are one flat object, { "w1": tensor,
// "attention.w_query": tensor, ... }, with the names of ffn/nn/parameters.h; the package nests
// them.

#include <string>
#include <vector>

#include "ffn/nn/layer_norm.h"
#include "ffn/nn/linear.h"
#include "ffn/nn/parameters.h"
#include "values.h"

namespace ffn::bindings {

/// Reads layers from the given tensors, which determine sizes and biases.
class WeightReader {
 public:
  /// With `in_out`, weights are stored (in_features, out_features).
  explicit WeightReader(const val& tensors, bool in_out = false)
      : tensors_(tensors), in_out_(in_out) {}

  bool has(const std::string& name) const { return !tensors_[name].isUndefined(); }

  /// Reads the layer with weight PREFIXwNAME and optional bias PREFIXbNAME. Throws ArgumentError if
  /// the weight is missing or a tensor has the wrong number of dimensions.
  Linear linear(const std::string& prefix, const std::string& name);

  /// Reads PREFIXscale and PREFIXshift. Throws ArgumentError if one is missing, has a wrong number
  /// of dimensions, or if the lengths differ.
  LayerNorm layer_norm(const std::string& prefix, double eps = kLayerNormEps);

  /// Reads a vector. Throws ArgumentError if it is missing or has another number of dimensions.
  RowVector vector(const std::string& name);

  /// Throws ArgumentError if a tensor has not been read, so that a misspelt name of an optional
  /// bias is an error.
  void finish() const;

 private:
  struct Given {
    val data;
    Shape shape;
  };
  Given take(const std::string& name, std::size_t dimensions);
  Matrix matrix(const std::string& name);

  val tensors_;
  bool in_out_;
  std::vector<std::string> taken_;
};

/// Writes copies of all parameters or gradients.
template <class Scalar>
val write_parameters(const std::vector<ParameterOf<Scalar>>& parameters) {
  val object = val::object();
  for (const auto& parameter : parameters)
    object.set(parameter.name, write_tensor(parameter.values, parameter.shape));
  return object;
}

/// Writes a copy of one parameter. Throws ArgumentError for an unknown name.
val write_parameter(const ParametersOf<const float>& parameters, const std::string& name);

/// Assigns the given tensors, all or none (assign_parameters).
void set_parameters(const ParametersOf<float>& parameters, const val& tensors);

}  // namespace ffn::bindings
