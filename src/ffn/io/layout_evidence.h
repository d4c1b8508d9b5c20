#pragma once
// Evidence from tensors beside feed-forward networks: the width of a model, which tells which
// dimension of a weight is d_model, and so the layout of the weights; and the layers of a model,
// which contain attention.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ffn/io/safetensors.h"

namespace ffn {

/// The two dimensions of a weight, of which one is d_model.
struct WeightSizes {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

/// Returns d_model if tensors of the file determine it: the norms of the layer, the attention of
/// the layer, norms and embeddings of the model, in this order, of which the first that has the
/// length of one dimension only decides. `layer` is the prefix of the layer's names and `model`
/// that of the model's. Returns nullopt if none does, and for a square weight.
std::optional<std::int64_t> width_beside(const SafetensorsHeader& header, const WeightSizes& sizes,
                                         std::string_view layer, std::string_view model);

/// Returns the beginnings of names up to a number and its full stop after which a name goes on with
/// that of attention, sorted: "encoder.layer.0." for "encoder.layer.0.attention.self.query.weight".
/// Valid as long as the header is.
std::vector<std::string_view> prefixes_of_attention(const SafetensorsHeader& header);

}  // namespace ffn
