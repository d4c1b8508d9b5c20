#pragma once
// Exact parameter count of a GPT-2 model (Radford et al. 2019): token and position embeddings,
// pre-norm blocks with biases, a final norm, and the output layer, which shares the token
// embedding's weights.

#include <cstdint>

namespace ffn {

/// Sizes of a model; the defaults are the smallest GPT-2.
struct ModelOptions {
  std::int64_t n_layers = 12;
  std::int64_t d_model = 768;
  std::int64_t d_ff = 3072;
  std::int64_t n_vocab = 50257;
  std::int64_t n_context = 1024;
  bool qkv_bias = true;  ///< biases of query, key and value; GPT-2 has them
  bool tied_embedding =
      true;  ///< the output layer is the token embedding; false adds n_vocab * d_model
};

/// Parameter counts of a model: by default 124,439,808, and 124,412,160 without qkv_bias.
struct ModelCost {
  std::int64_t token_embedding = 0;
  std::int64_t position_embedding = 0;
  std::int64_t attention = 0;     ///< of all layers
  std::int64_t feed_forward = 0;  ///< of all layers
  std::int64_t norms = 0;         ///< of all layers, and the final one
  std::int64_t output_layer = 0;  ///< 0 when tied
  std::int64_t block = 0;         ///< of one layer
  std::int64_t parameters = 0;
  std::int64_t bytes = 0;           ///< size of the parameters in float32
  double feed_forward_share = 0.0;  ///< feed_forward / parameters, 0 to 1
};

/// Counts the parameters. Throws ArgumentError for sizes below 1, and for sizes whose counts could
/// exceed 2^53.
ModelCost model_cost(const ModelOptions& options = {});

}  // namespace ffn
