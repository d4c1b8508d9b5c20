#include "ffn/analysis/fact_table.h"

#include <map>
#include <string>
#include <utility>

#include "ffn/analysis/ranking.h"
#include "ffn/core/check.h"

namespace ffn {

namespace {

bool changes(const TransformerBlockSwitches& switches) {
  return !switches.attention || !switches.feed_forward || !switches.silenced.empty();
}

// Returns rows seq_len - 1, 2 seq_len - 1, ...
Matrix last_rows(const Matrix& all, Index seq_len) {
  Matrix rows(all.rows() / seq_len, all.cols());
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i) = all.row((i + 1) * seq_len - 1);
  return rows;
}

}  // namespace

FactTable::FactTable(LanguageModel model, Facts facts)
    : model_(std::move(model)), facts_(std::move(facts)) {
  model_.check_sentences(facts_.prompts);
  check(static_cast<Index>(facts_.answers.size()) == facts_.prompts.count(), "answers",
        {facts_.answers.size(), " long"}, {facts_.prompts.count(), ", one per prompt"});
  std::map<Index, std::vector<std::int32_t>> by_length;
  for (Index i = 0; i < facts_.prompts.count(); ++i) {
    by_length[static_cast<Index>(facts_.prompts[i].size())].push_back(static_cast<std::int32_t>(i));
  }
  for (auto& [length, indices] : by_length) {
    Group group;
    group.seq_len = length;
    group.facts = std::move(indices);
    make_group(group);
    groups_.push_back(std::move(group));
  }
}

void FactTable::make_group(Group& group) const {
  Matrix x = model_.embed(facts_.prompts.at(group.facts));
  for (const TransformerBlock& block : model_.stack().blocks()) {
    TransformerBlock::Trace trace;
    Matrix output(x.rows(), x.cols());
    block.forward(view(std::as_const(x)), group.seq_len, view(output), trace);
    group.inputs.push_back(std::move(x));
    group.middles.push_back(std::move(trace.feed_forward_branch.norm_input));
    if (group.inputs.size() == model_.stack().blocks().size())
      group.last_hidden = last_rows(trace.feed_forward.hidden, group.seq_len);
    x = std::move(output);
  }
  group.last_middle = last_rows(group.middles.back(), group.seq_len);
  group.last_output = last_rows(x, group.seq_len);
}

std::vector<std::int32_t> FactTable::answers(
    std::span<const TransformerBlockSwitches> switches) const {
  check(switches.empty() || static_cast<Index>(switches.size()) == model_.n_layers(), "switches",
        {switches.size(), " blocks"}, {model_.n_layers(), ", or none"});
  std::vector<std::int32_t> all(facts_.answers.size());
  UnembeddingTraceOf<float> scratch;
  for (const Group& group : groups_) {
    const Matrix x = outputs(group, switches);
    Matrix logits(x.rows(), model_.n_vocab());
    model_.unembed(view(x), view(logits), scratch);
    const std::vector<std::int32_t> words = most_probable(view(std::as_const(logits)));
    for (std::size_t i = 0; i < words.size(); ++i)
      all[static_cast<std::size_t>(group.facts[i])] = words[i];
  }
  return all;
}

Matrix FactTable::hidden(Index block) const {
  check_index("block", block, model_.n_layers());
  Matrix all(facts_.prompts.count(),
             model_.stack().blocks()[static_cast<std::size_t>(block)].feed_forward().d_ff());
  for (const Group& group : groups_) {
    const Matrix rows = hidden_of(group, block);
    for (std::size_t i = 0; i < group.facts.size(); ++i)
      all.row(group.facts[i]) = rows.row(static_cast<Index>(i));
  }
  return all;
}

// Returns the hidden activations at the last positions. Those of earlier blocks are not stored.
Matrix FactTable::hidden_of(const Group& group, Index block) const {
  if (block == model_.n_layers() - 1) return group.last_hidden;
  const TransformerBlock& of = model_.stack().blocks()[static_cast<std::size_t>(block)];
  const Matrix middle = last_rows(group.middles[static_cast<std::size_t>(block)], group.seq_len);
  Matrix normed(middle.rows(), middle.cols());
  Matrix output(middle.rows(), middle.cols());
  of.norm2().forward(view(middle), view(normed), nullptr);
  FeedForward::Trace trace;
  of.feed_forward().forward(view(std::as_const(normed)), view(output), &trace);
  return std::move(trace.hidden);
}

StrongestPrompts FactTable::strongest_prompts(Index block, Index unit, Index count) const {
  const Matrix all = hidden(block);
  check_index("unit", unit, all.cols());
  const RowVector activations = all.col(unit).transpose();
  StrongestPrompts found{largest(elements_of(activations), count), {}};
  for (const std::int32_t prompt : found.prompts) found.activations.push_back(activations[prompt]);
  return found;
}

// Returns the last block's outputs at the last positions.
Matrix FactTable::outputs(const Group& group,
                          std::span<const TransformerBlockSwitches> switches) const {
  std::size_t first = 0;
  while (first < switches.size() && !changes(switches[first])) ++first;
  if (first == switches.size()) return group.last_output;
  if (first + 1 == switches.size() && switches[first].attention)
    return outputs_of_last_network(group, switches[first]);
  return outputs_from(static_cast<Index>(first), group, switches);
}

Matrix FactTable::outputs_of_last_network(const Group& group,
                                          const TransformerBlockSwitches& switches) const {
  const FeedForward& network = model_.stack().blocks().back().feed_forward();
  for (const Index unit : switches.silenced) check_index("silenced", unit, network.d_ff());
  if (!switches.feed_forward) return group.last_middle;
  Matrix hidden = group.last_hidden;
  for (const Index unit : switches.silenced) hidden.col(unit).setZero();
  Matrix output(hidden.rows(), model_.d_model());
  network.layers().linear2.forward(view(std::as_const(hidden)), view(output));
  output += group.last_middle;
  return output;
}

Matrix FactTable::outputs_from(Index first, const Group& group,
                               std::span<const TransformerBlockSwitches> switches) const {
  const auto begin = static_cast<std::size_t>(first);
  // The stored tensor after the attention is the input of a block whose attention adds 0.
  const bool after_attention = switches[begin].attention;
  Matrix x = after_attention ? group.middles[begin] : group.inputs[begin];
  TransformerBlock::Trace scratch;
  for (std::size_t i = begin; i < switches.size(); ++i) {
    TransformerBlockSwitches of_block = switches[i];
    if (i == begin && after_attention) of_block.attention = false;
    Matrix output(x.rows(), x.cols());
    model_.stack().blocks()[i].forward(view(std::as_const(x)), group.seq_len, view(output), scratch,
                                       nullptr, of_block);
    x = std::move(output);
  }
  return last_rows(x, group.seq_len);
}

}  // namespace ffn
