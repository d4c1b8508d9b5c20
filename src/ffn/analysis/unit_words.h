#pragma once
// The output of a hidden unit, read as words (logit lens: nostalgebraist 2020; for the values of
// feed-forward networks Geva et al. 2022, arXiv 2203.14680). w is the unit's column of W2, which
// its activation multiplies; scale is the final norm's:
//
//   effect = token_embedding (scale * (w - mean(w)))
//
// The final norm subtracts the mean of its input and divides by its standard deviation s, so a unit
// of the last block with activation a adds a effect / s to the logits, if the change of s that it
// causes is neglected: the order of the words is exact, the size depends on the sentence. For a
// unit of an earlier block the effect neglects what later blocks make of w.

#include <cstdint>
#include <vector>

#include "ffn/nn/language_model.h"

namespace ffn {

/// The effects of a hidden unit on the words of the vocabulary.
struct UnitWords {
  RowVector effects;  ///< (n_vocab)
  std::vector<std::int32_t>
      promoted;  ///< words with the largest effects, in descending order (ranking.h)
  std::vector<std::int32_t> demoted;  ///< words with the smallest effects, in ascending order
};

/// Computes the effects of a unit and ranks `count` words on each side. Throws ArgumentError for a
/// block or unit that does not exist and a count below 1.
UnitWords unit_words(const LanguageModel& model, Index block, Index unit, Index count);

}  // namespace ffn
