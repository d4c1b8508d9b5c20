#include "ffn/analysis/knowledge_units.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ffn/analysis/fact_table.h"
#include "ffn/core/check.h"
#include "ffn/nn/softmax.h"

namespace ffn {

namespace {

Sentences single(std::span<const std::int32_t> prompt) {
  Sentences sentences;
  sentences.add(prompt);
  return sentences;
}

// Returns the gradient of the answer's log-probability with respect to the logits: one_hot(answer) - softmax(logits).
Matrix log_probability_gradient(const Matrix& logits, std::int32_t answer) {
  Matrix gradient(1, logits.cols());
  softmax_rows_forward<float>(view(logits), view(gradient));
  gradient = -gradient;
  gradient(0, answer) += 1.0F;
  return gradient;
}

// The order of attribute_units. A total order, because std::stable_sort, which would preserve that of equal units, allocates memory.
bool before(const AttributedUnit& a, const AttributedUnit& b) {
  const bool nan = std::isnan(a.attribution);
  if (nan != std::isnan(b.attribution)) return nan;
  if (!nan && a.attribution != b.attribution) return a.attribution > b.attribution;
  return a.block != b.block ? a.block < b.block : a.unit < b.unit;
}

// Appends the units of one block; grad_output is the gradient of the block's output.
void add_units(Index block, const FeedForward& network, const Matrix& hidden, const Matrix& grad_output,
               std::vector<AttributedUnit>& units) {
  Matrix grad_hidden(hidden.rows(), hidden.cols());
  network.layers().linear2.backward_input(view(grad_output), view(grad_hidden));
  for (Index unit = 0; unit < hidden.cols(); ++unit) {
    double sum = 0.0;
    for (Index t = 0; t < hidden.rows(); ++t) sum += static_cast<double>(hidden(t, unit)) * grad_hidden(t, unit);
    units.push_back({block, unit, sum});
  }
}

}  // namespace

std::vector<AttributedUnit> attribute_units(const LanguageModel& model, std::span<const std::int32_t> prompt, std::int32_t answer) {
  check_index("answer", answer, model.n_vocab());
  const Sentences sentences = single(prompt);
  LanguageModel::Trace trace;
  Matrix logits(1, model.n_vocab());
  model.forward(sentences, Predictions::kLastWord, view(logits), &trace);
  LanguageModel::Gradients grads = zeros_like(model);
  const Matrix grad_logits = log_probability_gradient(logits, answer);
  model.backward(sentences, trace, view(grad_logits), grads);
  std::vector<AttributedUnit> units;
  for (std::size_t i = 0; i < trace.stack.blocks.size(); ++i) {
    const FeedForward& network = model.stack().blocks()[i].feed_forward();
    add_units(static_cast<Index>(i), network, trace.stack.blocks[i].feed_forward.hidden, grads.stack.inputs[i + 1], units);
  }
  std::sort(units.begin(), units.end(), before);
  return units;
}

std::vector<TransformerBlockSwitches> silencing(const LanguageModel& model, std::span<const AttributedUnit> units) {
  std::vector<TransformerBlockSwitches> switches(static_cast<std::size_t>(model.n_layers()));
  for (const AttributedUnit& silenced : units) {
    check_index("block", silenced.block, model.n_layers());
    const auto block = static_cast<std::size_t>(silenced.block);
    check_index("unit", silenced.unit, model.stack().blocks()[block].feed_forward().d_ff());
    switches[block].silenced.push_back(silenced.unit);
  }
  return switches;
}

KnowledgeUnits knowledge_units(const LanguageModel& model, std::span<const std::int32_t> prompt, std::optional<Index> most) {
  if (most.has_value()) check(*most >= 1, "most", *most, "1 or more");
  const FactTable table(model, {single(prompt), {0}});
  KnowledgeUnits found;
  found.before = table.answers().front();
  found.after = found.before;
  std::vector<TransformerBlockSwitches> switches = silencing(model, {});
  for (const AttributedUnit& unit : attribute_units(model, prompt, found.before)) {
    const bool ends = found.after != found.before || static_cast<Index>(found.units.size()) == most;
    if (ends || !(unit.attribution > 0.0)) break;
    switches[static_cast<std::size_t>(unit.block)].silenced.push_back(unit.unit);
    found.units.push_back(unit);
    found.after = table.answers(switches).front();
  }
  return found;
}

}  // namespace ffn
