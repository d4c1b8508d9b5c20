#pragma once
// The tensors of a file around its feed-forward networks that read and write tokens, and the sizes
// of the model.

#include <cstdint>
#include <string>

#include "ffn/io/feed_forward_table.h"

namespace ffn {

/// The tensors of a model outside its layers that read and write tokens; nullptr if the file does
/// not have them.
struct TokenTensors {
  const TensorInfo* embedding = nullptr;  ///< (n_vocab, d_model)
  const TensorInfo* positions = nullptr;  ///< (n_positions, d_model)
  const TensorInfo* final_scale =
      nullptr;  ///< of the layer norm after the last block; with final_shift or not at all
  const TensorInfo* final_shift = nullptr;
};

/// Returns the tensors for tokens of `d_model` features, found by their names; valid as long as
/// `header` is.
TokenTensors find_token_tensors(const SafetensorsHeader& header, std::int64_t d_model);

/// Sizes of the model around a stack; 0 if the file does not contain the tensor.
struct ModelInFile {
  std::string layers;         ///< the names of layer N's tensors begin with layers + N + "."
  std::int64_t n_layers = 0;  ///< 1 + the largest N
  std::int64_t d_model = 0;
  std::int64_t d_ff = 0;
  std::int64_t n_vocab = 0;
  std::int64_t n_positions = 0;  ///< context size
};

/// Returns the sizes of the model around a stack.
ModelInFile model_around(const SafetensorsHeader& header, const FeedForwardTable& table);

}  // namespace ffn
