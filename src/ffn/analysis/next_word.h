#pragma once
// The words that a language model expects after a prompt.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/nn/language_model.h"

namespace ffn {

/// Probabilities of the next word.
struct NextWord {
  RowVector probabilities;          ///< (n_vocab), the softmax of the logits
  std::vector<std::int32_t> words;  ///< the most probable ones in descending order (ranking.h), the
                                    ///< first as most_probable
};

/// Runs the prompt through the model and returns all probabilities and the `top` most probable
/// words, or all if there are fewer; `switches` are empty or one per block. Throws ArgumentError as
/// LanguageModel::forward does, for an empty prompt, and for `top` below 1.
NextWord next_word(const LanguageModel& model, std::span<const std::int32_t> prompt, Index top,
                   std::span<const TransformerBlockSwitches> switches = {});

}  // namespace ffn
