#pragma once
// Rewriting one fact by a rank-one change of a network's second weight (ROME: Meng et al. 2022,
// arXiv 2202.05262, section 3.1):
//
//   W2 <- W2 + d (C^-1 k)^T / (k^T C^-1 k)
//
// k is the hidden vector of the prompt's last word: the network's key for the fact. d is a change
// of the network's output at that word that makes the model give the wanted answer. The change adds
// exactly d to the output for k, and of all such changes it alters the outputs for the hidden
// vectors of other prompts least: C is the mean of h h^T over the last words of the other prompts,
// plus a ridge.
//
// Prompts that were rewritten before can be fixed: then k in the factor of d is replaced by its
// part that is orthogonal to their hidden vectors f in the inner product of C^-1, so that the
// outputs for them do not change at all: f^T C^-1 k = 0.

#include <cstdint>
#include <optional>
#include <span>

#include "ffn/nn/language_model.h"

namespace ffn {

/// The block to change, and the size of the change.
struct RewriteOptions {
  std::optional<Index> block;  ///< the last one by default
  double probability = 0.9;    ///< of the wanted word; the search for d ends there
  double ridge = 1.0;          ///< added to the diagonal of C, as a fraction of the diagonal's mean
  double step = 0.05;  ///< length of a gradient step, as a fraction of the norm of the block's
                       ///< output at the last word
  Index most_steps = 200;
  Sentences fixed = {};  ///< prompts for which the network's output does not change
};

/// A rank-one change of W2: output_factor^T hidden_factor is added to it.
struct Rewrite {
  Index block = 0;
  RowVector output_factor;   // (d_model): d
  RowVector hidden_factor;   // (d_ff): C^-1 k / (k^T C^-1 k)
  Index steps = 0;           ///< gradient steps taken
  std::int32_t before = 0;   ///< the model's answer
  std::int32_t after = 0;    ///< its answer after the change
  double probability = 0.0;  ///< of the wanted word after the change
};

/// Finds the change that makes the model answer `prompt` with `wanted`; the model itself is not
/// changed. The answers to `prompts` should stay. If the probability is out of reach, the search
/// stops once a step raises it by less than 0.1 %. Throws ArgumentError for tokens outside of the
/// vocabulary, sentences that are empty or too long, a prompt for which no hidden unit is active or
/// whose hidden vector is a combination of the fixed prompts' hidden vectors, and options out of
/// range.
Rewrite find_rewrite(const LanguageModel& model, std::span<const std::int32_t> prompt,
                     std::int32_t wanted, const Sentences& prompts,
                     const RewriteOptions& options = {});

/// Adds the change to the model; a `scale` of -1 takes it back, up to rounding. Throws
/// ArgumentError for a block that does not exist, factors that do not fit, and a scale that is not
/// finite.
void apply_rewrite(LanguageModel& model, const Rewrite& rewrite, double scale = 1.0);

}  // namespace ffn
