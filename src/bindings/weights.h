#pragma once
// Weights across the edge. From JavaScript they come as one flat object, { "w1": tensor, "attention.w_query": tensor, ... }, with the
// names of ffn/nn/parameters.h; to JavaScript they go nested, { attention: { w_query: tensor } }, and numbered parts as an array.

#include <string>
#include <vector>

#include "ffn/nn/layer_norm.h"
#include "ffn/nn/linear.h"
#include "ffn/nn/parameters.h"
#include "tensor.h"

namespace ffn::bindings {

/// Takes layers out of the given tensors, which decide about sizes and biases.
class WeightReader {
 public:
  /// `in_out` for matrices stored (in_features, out_features).
  explicit WeightReader(const val& tensors, bool in_out = false) : tensors_(tensors), in_out_(in_out) {}

  bool has(const std::string& name) const { return !tensors_[name].isUndefined(); }

  /// The layer of weight PREFIXwNAME and bias PREFIXbNAME; without a bias the layer has none. Throws ArgumentError when the weight is
  /// missing or a tensor has the wrong number of dimensions.
  Linear linear(const std::string& prefix, const std::string& name);

  /// PREFIXscale and PREFIXshift, both of them. Throws ArgumentError as above and unless they are of one length.
  LayerNorm layer_norm(const std::string& prefix, double eps = kLayerNormEps);

  /// Throws ArgumentError when there is a tensor that nothing has read: a misspelt bias is not to be a missing one.
  void finish() const;

 private:
  Tensor take(const std::string& name, std::size_t dimensions);
  Matrix matrix(const std::string& name);
  RowVector vector(const std::string& name);

  val tensors_;
  bool in_out_;
  std::vector<std::string> taken_;
};

/// Copies of all parameters, or of gradients.
val write_parameters(const ParametersOf<const float>& parameters);

/// A copy of one. Throws ArgumentError for a name that is not there.
val write_parameter(const ParametersOf<const float>& parameters, const std::string& name);

/// Assigns the given ones, all or none (assign_parameters).
void set_parameters(const ParametersOf<float>& parameters, const val& tensors);

}  // namespace ffn::bindings
