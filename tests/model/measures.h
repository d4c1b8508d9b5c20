#pragma once
// Measures of a model of the facts; tests/model/run writes them into web/model/README.md.

#include <cstdint>
#include <vector>

#include "ffn/analysis/fact_table.h"
#include "model/facts_file.h"

namespace ffn::facts {

/// A share of cases, in percent.
struct Share {
  Index counted = 0;
  Index of = 0;

  void add(bool yes) {
    counted += yes ? 1 : 0;
    ++of;
  }
  double percent() const {
    return of == 0 ? 0.0 : 100.0 * static_cast<double>(counted) / static_cast<double>(of);
  }
};

/// A model with its table of facts.
struct Measured {
  const FactsFile& file;
  FactTable table;

  Measured(const FactsFile& corpus, LanguageModel model)
      : file(corpus), table(std::move(model), facts_of(corpus.sentences)) {}
};

/// Returns the sentences answered right in a language, with parts of the model switched off.
Share right_in(const Measured& measured, int language,
               const TransformerBlockSwitches& switches = {});

/// Returns the share of hidden activations after the prompts that are exactly 0.
Share zeros(const Measured& measured);

/// Returns the number of hidden units with at least three of their four strongest prompts about one
/// subject, in two languages or more.
Index units_of_one_subject(const Measured& measured);

/// The units silenced until a fact is gone.
struct SilencedUnits {
  std::vector<Index> counts;  // sorted; all hidden units and one more for a fact that stays
  Share lost;                 // sentences of other facts whose right answer is gone, too
};

/// Silences units of `facts` random facts, one after the other.
SilencedUnits silence(const Measured& measured, int facts);

/// Facts rewritten to the answer of another subject, in the wording of one sentence or of one
/// sentence in each language.
struct Rewritten {
  Share done;         // the sentences for which the changes were found
  Share wordings;     // other wordings in the languages of these sentences
  Share languages;    // other languages, where the wanted answer is the same token
  Share other_words;  // other languages, where it is another token
  Share kept;         // right answers to sentences of other facts
};

/// Rewrites `facts` random facts, each in a copy of the model: one change, or one change per
/// language.
Rewritten rewrite(const Measured& measured, int facts, bool each_language);

/// Returns the milliseconds in which all facts are counted again after units are silenced: the
/// median of 25.
double milliseconds_of_count(const Measured& measured);

}  // namespace ffn::facts
