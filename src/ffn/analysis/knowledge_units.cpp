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

// Returns the gradient of the answer's log-probability with respect to the logits: one_hot(answer)
// - softmax(logits).
Matrix log_probability_gradient(const Matrix& logits, std::int32_t answer) {
  Matrix gradient(1, logits.cols());
  softmax_rows_forward<float>(view(logits), view(gradient));
  gradient = -gradient;
  gradient(0, answer) += 1.0F;
  return gradient;
}

// The order of attribute_units. It is total because std::stable_sort, which would keep equal units
// in order, allocates memory.
bool before(const AttributedUnit& a, const AttributedUnit& b) {
  const bool nan = std::isnan(a.attribution);
  if (nan != std::isnan(b.attribution)) return nan;
  if (!nan && a.attribution != b.attribution) return a.attribution > b.attribution;
  return a.block != b.block ? a.block < b.block : a.unit < b.unit;
}

// Points of the path, at the middles of equal intervals.
constexpr Index kPoints = 20;

// Writes the weights W2 of `model` times `scale` into `scaled`: a pass then uses its hidden
// activations times `scale`.
void scale_hidden(const LanguageModel& model, float scale, LanguageModel& scaled) {
  for (std::size_t i = 0; i < model.stack().blocks().size(); ++i) {
    const Matrix& w2 = model.stack().blocks()[i].feed_forward().layers().linear2.weight;
    scaled.stack().blocks()[i].feed_forward().change_layers(
        [&](auto& layers) { layers.linear2.weight = scale * w2; });
  }
}

// Adds activation times gradient to the units of one block; grad_output is the gradient of the
// block's output.
void add_to_units(const FeedForward& network, const Matrix& hidden, const Matrix& grad_output,
                  std::span<AttributedUnit> units) {
  Matrix grad_hidden(hidden.rows(), hidden.cols());
  network.layers().linear2.backward_input(view(grad_output), view(grad_hidden));
  for (AttributedUnit& unit : units) {
    double sum = 0.0;
    for (Index t = 0; t < hidden.rows(); ++t)
      sum += static_cast<double>(hidden(t, unit.unit)) * grad_hidden(t, unit.unit);
    unit.attribution += sum / kPoints;
  }
}

// Adds the contributions of one point of the path, a pass of the scaled model.
void add_point(const LanguageModel& model, const LanguageModel& scaled, const Sentences& prompt,
               std::int32_t answer, std::span<AttributedUnit> units) {
  LanguageModel::Trace trace;
  Matrix logits(1, model.n_vocab());
  scaled.forward(prompt, Predictions::kLastWord, view(logits), &trace);
  LanguageModel::Gradients grads = zeros_like(model);
  const Matrix grad_logits = log_probability_gradient(logits, answer);
  scaled.backward(prompt, trace, view(grad_logits), grads);
  for (std::size_t i = 0; i < trace.stack.blocks.size(); ++i) {
    const FeedForward& network = model.stack().blocks()[i].feed_forward();
    const auto d_ff = static_cast<std::size_t>(network.d_ff());
    add_to_units(network, trace.stack.blocks[i].feed_forward.hidden, grads.stack.inputs[i + 1],
                 units.first(d_ff));
    units = units.subspan(d_ff);
  }
}

// Returns all hidden units in order of blocks and units.
std::vector<AttributedUnit> all_units(const LanguageModel& model) {
  std::vector<AttributedUnit> units;
  for (Index block = 0; block < model.n_layers(); ++block) {
    const Index d_ff =
        model.stack().blocks()[static_cast<std::size_t>(block)].feed_forward().d_ff();
    for (Index unit = 0; unit < d_ff; ++unit) units.push_back({block, unit, 0.0});
  }
  return units;
}

}  // namespace

std::vector<AttributedUnit> attribute_units(const LanguageModel& model,
                                            std::span<const std::int32_t> prompt,
                                            std::int32_t answer) {
  check_index("answer", answer, model.n_vocab());
  std::vector<AttributedUnit> units = all_units(model);
  LanguageModel scaled = model;
  for (Index point = 0; point < kPoints; ++point) {
    scale_hidden(model, (static_cast<float>(point) + 0.5F) / kPoints, scaled);
    add_point(model, scaled, single(prompt), answer, units);
  }
  std::partial_sort(units.begin(), units.end(), units.end(),
                    before);  // a third of the code of std::sort
  return units;
}

std::vector<TransformerBlockSwitches> silencing(const LanguageModel& model,
                                                std::span<const AttributedUnit> units) {
  std::vector<TransformerBlockSwitches> switches(static_cast<std::size_t>(model.n_layers()));
  for (const AttributedUnit& silenced : units) {
    check_index("block", silenced.block, model.n_layers());
    const auto block = static_cast<std::size_t>(silenced.block);
    check_index("unit", silenced.unit, model.stack().blocks()[block].feed_forward().d_ff());
    switches[block].silenced.push_back(silenced.unit);
  }
  return switches;
}

KnowledgeUnits knowledge_units(const LanguageModel& model, std::span<const std::int32_t> prompt,
                               std::optional<Index> most) {
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
