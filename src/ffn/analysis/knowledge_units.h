#pragma once
// Hidden units that hold an answer (knowledge neurons: Dai et al. 2022, arXiv 2104.08696). The
// attribution of a unit is an integrated gradient: its activation times the gradient of the
// answer's log-probability after the prompt, averaged over passes whose hidden activations are all
// multiplied by 1/40, 3/40, ..., 39/40, and summed over the positions of the prompt. So the
// attributions of all units add up, apart from the error of 20 points, to what the hidden
// activations contribute to the log-probability. The gradient of the pass itself would say little
// about an answer that is nearly certain. In the last block only the last position contributes.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ffn/nn/language_model.h"

namespace ffn {

/// A hidden unit of a block, and its attribution.
struct AttributedUnit {
  Index block = 0;
  Index unit = 0;
  double attribution = 0.0;
};

/// Returns all hidden units in descending order of their attributions for `answer`; equal ones in
/// order of blocks and units, NaN first. Throws ArgumentError for an empty prompt, one longer than
/// the model's positions, and tokens outside of its vocabulary.
std::vector<AttributedUnit> attribute_units(const LanguageModel& model,
                                            std::span<const std::int32_t> prompt,
                                            std::int32_t answer);

/// Returns switches, one per block, that silence these units. Throws ArgumentError for a unit that
/// does not exist.
std::vector<TransformerBlockSwitches> silencing(const LanguageModel& model,
                                                std::span<const AttributedUnit> units);

/// Units that hold the model's answer to a prompt.
struct KnowledgeUnits {
  std::vector<AttributedUnit>
      units;  ///< silenced, in this order; without the last one the answer is still `before`
  std::int32_t before = 0;  ///< answer of the model
  std::int32_t after = 0;   ///< answer with the units silenced; equals `before` if silencing all of
                            ///< them does not change it
};

/// Silences units in the order of attribute_units for the model's own answer until the answer
/// changes: at most `most` units, and only those with positive attributions, because the others do
/// not support the answer. Throws ArgumentError as attribute_units does, and for `most` below 1.
KnowledgeUnits knowledge_units(const LanguageModel& model, std::span<const std::int32_t> prompt,
                               std::optional<Index> most = std::nullopt);

}  // namespace ffn
