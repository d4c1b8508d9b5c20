#pragma once
// Networks of a file one by one, before they are collected in stacks (feed_forward_table.h).

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/io/naming_table.h"
#include "ffn/io/safetensors.h"

namespace ffn {

/// The number of a layer in a prefix of names: prefix[begin, end).
struct LayerNumber {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int64_t value = 0;
};

/// A complete network: its names and its tensors in the file. Valid as long as the header is.
struct NetworkCandidate {
  const NetworkNaming* naming = nullptr;
  std::string_view prefix;                     ///< of all its tensors' names
  std::array<const TensorInfo*, 6> tensors{};  ///< in the order of NetworkPart, or nullptr
  bool fused = false;                          ///< w1 contains the gate
  std::vector<LayerNumber> numbers;            ///< numbers in the prefix that a layer may have
};

/// Returns the complete networks of a file.
std::vector<NetworkCandidate> find_network_candidates(const SafetensorsHeader& header);

/// Returns a tensor of a layer between those of a network of known names, such as a norm, which
/// makes it another kind of network; nullptr if there is none. Such networks are no candidates.
const TensorInfo* find_inner_layer(const SafetensorsHeader& header);

/// Returns the name of a tensor that a network of known names lacks, and the name of the network's
/// first weight; two empty strings if there is no such network.
std::pair<std::string, std::string> find_incomplete_network(const SafetensorsHeader& header);

}  // namespace ffn
