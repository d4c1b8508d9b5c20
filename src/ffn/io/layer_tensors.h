#pragma once
// Common part of the model readers (gpt2.h, bert.h): finds numbered layers in a file, checks names
// and shapes of the tensors that a layer requires, and decodes weights in either layout.

#include <array>
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

/// Tensor names of a family of models: PREFIX layers N "." first_weight, PREFIX vocabulary, PREFIX
/// positions.
struct ModelNames {
  std::array<std::string_view, 2> prefixes;  ///< tried in this order
  std::string_view layers;
  std::string_view first_weight;  ///< of the feed-forward network, d_model -> d_ff
  WeightLayout layout;
  std::string_view vocabulary;  ///< (n_vocab, d_model)
  std::string_view positions;   ///< (n_positions, d_model)
};

/// Sizes of a model, derived from the tensor shapes of a file; 0 if the file does not contain the
/// tensor.
struct ModelInFile {
  std::string
      layers;  ///< including the prefix: the names of layer N's tensors begin with layers + N + "."
  std::int64_t n_layers = 0;  ///< 1 + the largest N
  std::int64_t d_model = 0;
  std::int64_t d_ff = 0;
  std::int64_t n_vocab = 0;
  std::int64_t n_positions = 0;  ///< context size
};

/// Returns the model of that family in a file, or nullopt if no layer has a two-dimensional first
/// weight.
std::optional<ModelInFile> find_model(const SafetensorsHeader& header, const ModelNames& names);

/// A layer's number in the name of one of its tensors, and what follows "N." there.
struct LayerName {
  std::int64_t layer = -1;  ///< -1 if the name belongs to no layer
  std::string_view suffix;
};

/// Splits PREFIX N "." SUFFIX; N has at most 6 digits and no leading zero.
LayerName parse_layer_name(std::string_view name, std::string_view prefix);

/// Returns the prefix of the names of a layer's tensors. Throws ArgumentError unless 0 <= layer <
/// n_layers.
std::string layer_prefix(const ModelInFile& model, std::int64_t layer);

/// A tensor that a layer requires: its full name in the file, and its required shape in the file.
struct NeededTensor {
  std::string name;
  Shape shape;
};

/// Returns the tensors of the file in the order of `needed`. Throws CheckpointError kMissingTensor
/// or kWrongShape naming the first tensor that is missing or has a different shape.
std::vector<TensorInfo> find_tensors(const SafetensorsHeader& header,
                                     std::span<const NeededTensor> needed);

/// Returns whether the file has all of `needed`, of their shapes.
bool has_tensors(const SafetensorsHeader& header, std::span<const NeededTensor> needed);

/// A tensor and its bytes, which the caller has read from the file.
struct FetchedTensor {
  TensorInfo info;
  std::span<const std::byte> bytes;
};

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
