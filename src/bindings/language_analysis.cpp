// Bindings of the analyses of language models, and the class FactTable of the WebAssembly module.

#include <memory>
#include <optional>
#include <vector>

#include "bind.h"
#include "ffn/analysis/fact_table.h"
#include "ffn/analysis/knowledge_units.h"
#include "ffn/analysis/rewrite.h"
#include "ffn/analysis/unit_words.h"
#include "language.h"
#include "options.h"
#include "weights.h"

namespace ffn::bindings {

FFN_FIELDS(AttributedUnit, block, unit, attribution);
FFN_FIELDS(StrongestPrompts, prompts, activations);

FFN_FIELDS(UnitWords, effects, promoted, demoted);
FFN_FIELDS(Rewrite, block, steps, before, after, probability, output_factor, hidden_factor);

static void write_fields(val& object, const TransformerBlockSwitches& switches) {
  FFN_SET(object, switches, attention, feed_forward);
  object.set("silenced",
             std::vector<std::int32_t>(switches.silenced.begin(), switches.silenced.end()));
}

static void read_options(const val& options, RewriteOptions& read) {
  FFN_READ(options, read, probability, ridge, step);
  read_index(options, "block", read.block);
  read_index(options, "most_steps", read.most_steps);
  if (const val fixed = options["fixed"]; !fixed.isUndefined())
    read.fixed = read_sentences("fixed", fixed);
}

// Returns the index of the block that the option `block` names, by default the last one.
static Index block_of(const LanguageModel& model, const val& options) {
  Index block = model.n_layers() - 1;
  read_index(options, "block", block);
  return block;
}

// A hidden unit, and the length of a list of words or prompts.
struct UnitOptions {
  Index unit = 0;
  Index count = 10;
};

static void read_options(const val& options, UnitOptions& read) {
  read_index(options, "unit", read.unit);
  read_index(options, "count", read.count);
}

struct KnowledgeOptions {
  std::optional<Index> most;
};

static void read_options(const val& options, KnowledgeOptions& read) {
  read_index(options, "most", read.most);
}

struct ApplyRewriteOptions {
  double scale = 1.0;
};

static void read_options(const val& options, ApplyRewriteOptions& read) {
  FFN_READ(options, read, scale);
}

// Reads the members of a change that apply_rewrite uses.
static Rewrite read_rewrite(const val& change) {
  Rewrite read;
  read.block = checked_index("block", change["block"].number());
  WeightReader reader(change);
  read.output_factor = reader.vector("output_factor");
  read.hidden_factor = reader.vector("hidden_factor");
  return read;
}

EMSCRIPTEN_BINDINGS(ffn_lab_language_analysis) {
  using Model = LanguageModel;
  bind("unit_words", [](const Model& model, const val& options) {
    const auto read = from_value<UnitOptions>(options);
    return unit_words(model, block_of(model, options), read.unit, read.count);
  });
  bind("attribute_units", [](const Model& model, GivenSentence<"prompt"> prompt, double answer) {
    return attribute_units(model, prompt.tokens,
                           static_cast<std::int32_t>(checked_index("answer", answer)));
  });
  bind("knowledge_units",
       [](const Model& model, GivenSentence<"prompt"> prompt, KnowledgeOptions options) {
         const KnowledgeUnits found = knowledge_units(model, prompt.tokens, options.most);
         return val::object()
             .set("units", found.units)
             .set("switches", silencing(model, found.units))
             .set("before", found.before)
             .set("after", found.after);
       });
  bind("rewrite", [](const Model& model, const val& options) {
    const std::vector<std::int32_t> prompt = read_tokens("prompt", options["prompt"]);
    const auto wanted =
        static_cast<std::int32_t>(checked_index("wanted", options["wanted"].number()));
    return find_rewrite(model, prompt, wanted, read_sentences("prompts", options["prompts"]),
                        from_value<RewriteOptions>(options));
  });
  bind("apply_rewrite", [](Model& model, const val& change, ApplyRewriteOptions options) {
    apply_rewrite(model, read_rewrite(change), options.scale);
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_fact_table) {
  using Table = FactTable;
  bind("make_fact_table", [](const LanguageModel& model, Sentences sentences) {
    return std::make_shared<FactTable>(model, facts_of(sentences));
  });
  const BoundClass<Table> bound("FactTable");
  FFN_PROPERTIES(bound, object.facts().prompts, count);
  bound.function("answers", [](const Table& table, const val& options) {
    return table.answers(switches_of(options));
  });
  bound.function("right", [](const Table& table, const val& options) {
    return table.right(switches_of(options));
  });
  bound.function("hidden", [](const Table& table, const val& options) {
    return table.hidden(block_of(table.model(), options));
  });
  bound.function("strongest_prompts", [](const Table& table, const val& options) {
    const auto read = from_value<UnitOptions>(options);
    return table.strongest_prompts(block_of(table.model(), options), read.unit, read.count);
  });
}

}  // namespace ffn::bindings
