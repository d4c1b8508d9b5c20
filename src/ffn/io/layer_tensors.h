#pragma once
// Common part of the model readers (gpt2.h, bert.h): finds numbered layers in a file, checks names
// and shapes of the tensors that a layer requires, and decodes weights in either layout.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/core/names.h"
#include "ffn/io/safetensors.h"
#include "ffn/nn/feed_forward.h"

namespace ffn {

/// Layout of weights in a file: (out, in) as in nn.Linear, or (in, out) as in GPT-2's Conv1D.
enum class WeightLayout { kOutIn, kInOut };
FFN_NAMES(WeightLayout, "layout", "out_in", "in_out");

/// A layer's number in the name of one of its tensors, and what follows "N." there.
struct LayerName {
  std::int64_t layer = -1;  ///< -1 if the name belongs to no layer
  std::string_view suffix;
};

/// Splits PREFIX N "." SUFFIX; N has at most 6 digits and no leading zero.
LayerName parse_layer_name(std::string_view name, std::string_view prefix);

/// A tensor that a layer requires: its full name in the file, and its required shape in the file.
struct NeededTensor {
  std::string name;
  Shape shape;
};

/// Returns the tensors of the file in the order of `needed`. Throws CheckpointError kMissingTensor
/// or kWrongShape naming the first tensor that is missing, and the file that has it if the index of
/// the shards tells, or that has a different shape.
std::vector<TensorInfo> find_tensors(const SafetensorsHeader& header,
                                     std::span<const NeededTensor> needed);

/// Returns whether the file has all of `needed`, of their shapes.
bool has_tensors(const SafetensorsHeader& header, std::span<const NeededTensor> needed);

/// A tensor and its bytes, which the caller has read from the file.
struct FetchedTensor {
  TensorInfo info;
  std::span<const std::byte> bytes;
};

/// Decodes a tensor of any shape. Throws ArgumentError for a different number of bytes.
std::vector<float> decode_floats(const FetchedTensor& tensor);

/// Decodes a one-dimensional tensor. Throws ArgumentError for a different number of bytes.
RowVector decode_vector(const FetchedTensor& tensor);

/// Decodes a two-dimensional tensor of the given layout as (out_features, in_features). Throws
/// ArgumentError for other shapes and for a different number of bytes.
Matrix decode_weight(const FetchedTensor& tensor, WeightLayout layout);

/// Decodes a layer from its weight, or its weight and its bias. Throws ArgumentError for a
/// different number of tensors or bytes.
Linear decode_linear(std::span<const FetchedTensor> tensors, WeightLayout layout);

/// Decodes the layers of a feed-forward network without a gate from weight and bias of linear1 and
/// of linear2, or from two weights. Throws ArgumentError for a different number of tensors or
/// bytes.
FeedForwardLayers decode_feed_forward(std::span<const FetchedTensor> tensors, WeightLayout layout);

}  // namespace ffn
