#include "ffn/analysis/next_word.h"

#include <utility>

#include "ffn/analysis/ranking.h"
#include "ffn/core/check.h"
#include "ffn/nn/softmax.h"

namespace ffn {

NextWord next_word(const LanguageModel& model, std::span<const std::int32_t> prompt, Index top,
                   std::span<const TransformerBlockSwitches> switches) {
  check(!prompt.empty(), "prompt", "empty", "one token or more");
  check(top >= 1, "top", top, "1 or more");
  Sentences single;
  single.add(prompt);
  Matrix logits(1, model.n_vocab());
  model.forward(single, Predictions::kLastWord, view(logits), nullptr, switches);
  // Ranks the logits: two of them may differ although their probabilities are equal after rounding.
  std::vector<std::int32_t> words = largest(elements_of(logits), top);
  softmax_rows_forward<float>(view(std::as_const(logits)), view(logits));
  return {logits, std::move(words)};
}

}  // namespace ffn
