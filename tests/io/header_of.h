#pragma once
// Headers of files that have names and shapes only, and names of the tensors of networks.

#include <string>
#include <vector>

#include "ffn/io/layer_tensors.h"

namespace ffn::test {

inline constexpr WeightLayout kOutIn = WeightLayout::kOutIn;
inline constexpr WeightLayout kInOut = WeightLayout::kInOut;

using Tensors = std::vector<NeededTensor>;

inline SafetensorsHeader header_of(const Tensors& tensors) {
  std::vector<TensorInfo> infos;
  for (const NeededTensor& tensor : tensors)
    infos.push_back({tensor.name, Dtype::kF32, tensor.shape, {}});
  return {infos, {}};
}

/// The tensors of a network d_model 8 -> d_ff 32, or of other sizes.
struct Network {
  std::string prefix;
  std::string first = "mlp.c_fc";
  std::string second = "mlp.c_proj";
  WeightLayout layout = WeightLayout::kInOut;
  bool bias = true;
  std::int64_t d_model = 8;
  std::int64_t d_ff = 32;
  std::string gate = {};
  bool fused = false;  ///< the first layer contains the gate

  Tensors tensors() const {
    const bool out_in = layout == WeightLayout::kOutIn;
    const std::int64_t outputs = fused ? 2 * d_ff : d_ff;
    const Shape up = out_in ? Shape{outputs, d_model} : Shape{d_model, outputs};
    Tensors list{
        {prefix + first + ".weight", up},
        {prefix + second + ".weight", out_in ? Shape{d_model, d_ff} : Shape{d_ff, d_model}}};
    if (!gate.empty()) list.push_back({prefix + gate + ".weight", up});
    if (!bias) return list;
    list.push_back({prefix + first + ".bias", {outputs}});
    list.push_back({prefix + second + ".bias", {d_model}});
    if (!gate.empty()) list.push_back({prefix + gate + ".bias", {d_ff}});
    return list;
  }
};

inline Tensors all_of(const std::vector<Network>& networks) {
  Tensors list;
  for (const Network& network : networks) {
    for (const NeededTensor& tensor : network.tensors()) list.push_back(tensor);
  }
  return list;
}

/// Returns the tensors without the one of that name.
inline Tensors without(Tensors tensors, const std::string& name) {
  std::erase_if(tensors, [&](const NeededTensor& tensor) { return tensor.name == name; });
  return tensors;
}

}  // namespace ffn::test
