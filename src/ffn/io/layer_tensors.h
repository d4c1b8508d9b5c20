#pragma once
// What is common to the models that files hold: layers of the same tensors under numbered names, what one layer needs, and
// which way round a weight lies.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/core/matrix.h"
#include "ffn/io/safetensors.h"
#include "ffn/nn/linear.h"

namespace ffn {

/// How a file stores weights: (out, in) as nn.Linear does, or (in, out) as GPT-2's Conv1D does.
enum class WeightLayout { kOutIn, kInOut };

/// How a family of models calls its tensors: PREFIX LAYERS N "." first_weight, PREFIX vocabulary, PREFIX positions.
struct ModelNames {
  std::array<std::string_view, 2> prefixes;  ///< tried in this order
  std::string_view layers;
  std::string_view first_weight;  ///< of the feed-forward network, d_model -> d_ff
  WeightLayout layout;
  std::string_view vocabulary;  ///< (n_vocab, d_model)
  std::string_view positions;   ///< (n_positions, d_model)
};

/// A model as the shapes of a file tell it; what the file does not hold is 0.
struct ModelInFile {
  std::string layers;         ///< prefix and all: layer N's tensors are called layers + N + "." + something
  std::int64_t n_layers = 0;  ///< 1 + the largest N
  std::int64_t d_model = 0;
  std::int64_t d_ff = 0;
  std::int64_t n_vocab = 0;
  std::int64_t n_positions = 0;  ///< context size
};

/// The model of that family in a file, or nothing when no layer has a first weight of two dimensions.
std::optional<ModelInFile> find_model(const SafetensorsHeader& header, const ModelNames& names);

/// What the names of a layer's tensors begin with. Throws ArgumentError unless 0 <= layer < n_layers.
std::string layer_prefix(const ModelInFile& model, std::int64_t layer);

/// A tensor that a layer needs: its whole name in the file, and the shape that it must have there.
struct NeededTensor {
  std::string name;
  Shape shape;
};

/// The tensors of the file, in the order of `needed`. Throws CheckpointError kMissingTensor or kWrongShape naming the first that is
/// not there or is shaped otherwise.
std::vector<TensorInfo> find_tensors(const SafetensorsHeader& header, std::span<const NeededTensor> needed);

/// One tensor as the caller has read it.
struct FetchedTensor {
  TensorInfo info;
  std::span<const std::byte> bytes;
};

/// The values of a tensor of one dimension.
RowVector decode_vector(const FetchedTensor& tensor);

/// The values of a tensor of two dimensions as (out_features, in_features), whichever way the file has them.
Matrix decode_weight(const FetchedTensor& tensor, WeightLayout layout);

}  // namespace ffn
