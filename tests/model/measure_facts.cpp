// Measures models of the facts: ffn_measure_facts VOCABULARY.json MODEL.safetensors... prints a
// Markdown table, one column per model. Started by tests/model/run, which gives the models of both
// activations.

#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/ffn.h"
#include "model/measures.h"

namespace {

using namespace ffn;
using facts::Measured;
using facts::Share;

constexpr int kFacts = 100;  // facts that are silenced, and rewritten

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string percent(const Share& share) { return formatted("%.1f %%", share.percent()); }

std::string in_each_language(const Measured& measured, const TransformerBlockSwitches& switches) {
  std::string text;
  for (std::size_t i = 0; i < measured.file.languages.size(); ++i) {
    if (i > 0) text += ", ";
    text += formatted("%.1f", facts::right_in(measured, static_cast<int>(i), switches).percent());
  }
  text += " %";
  return text;
}

TransformerBlockSwitches without(bool attention, bool feed_forward) {
  TransformerBlockSwitches switches;
  switches.attention = !attention;
  switches.feed_forward = !feed_forward;
  return switches;
}

using Cells = std::vector<std::pair<std::string, std::string>>;  // title and value

void add_answers(const Measured& measured, Cells& cells) {
  cells.emplace_back("parameters", std::to_string(measured.table.model().parameter_count()));
  cells.emplace_back("sentences answered right, in English, French, Vietnamese",
                     in_each_language(measured, {}));
  cells.emplace_back("without the feed-forward network",
                     in_each_language(measured, without(false, true)));
  cells.emplace_back("without attention", in_each_language(measured, without(true, false)));
  cells.emplace_back("hidden activations after the prompts that are exactly 0",
                     percent(facts::zeros(measured)));
}

void add_units(const Measured& measured, Cells& cells) {
  const std::string d_ff =
      std::to_string(measured.table.model().stack().blocks().back().feed_forward().d_ff());
  cells.emplace_back(
      "hidden units with three of their four strongest prompts about one subject, in two languages "
      "or more",
      std::to_string(facts::units_of_one_subject(measured)) + " of " + d_ff);
  const facts::SilencedUnits silenced = facts::silence(measured, kFacts);
  cells.emplace_back(
      "units silenced until a fact is gone: median of " + std::to_string(kFacts) + " facts",
      std::to_string(silenced.counts[silenced.counts.size() / 2]));
  cells.emplace_back("answers to other facts lost meanwhile",
                     formatted("%.2f %%", silenced.lost.percent()));
}

void add_rewriting(const Measured& measured, Cells& cells) {
  const facts::Rewritten one = facts::rewrite(measured, kFacts, false);
  cells.emplace_back(std::to_string(kFacts) + " facts rewritten in one sentence each: done",
                     percent(one.done));
  cells.emplace_back("the other wording in its language follows", percent(one.wordings));
  cells.emplace_back("other languages follow, where the answer is the same word",
                     percent(one.languages));
  cells.emplace_back("other languages follow, where it is another word", percent(one.other_words));
  cells.emplace_back("answers to other facts stay", formatted("%.2f %%", one.kept.percent()));
  const facts::Rewritten each = facts::rewrite(measured, kFacts, true);
  cells.emplace_back("rewritten in one sentence of each language, one after the other: done",
                     percent(each.done));
  cells.emplace_back("the other wordings in all languages follow", percent(each.wordings));
  cells.emplace_back("answers to other facts stay, then",
                     formatted("%.2f %%", each.kept.percent()));
}

Cells measure(const facts::FactsFile& file, const std::string& path) {
  const Measured measured(file, facts::read_model(facts::read_bytes(path)));
  Cells cells{{"", path.substr(path.find_last_of('/') + 1)}};
  add_answers(measured, cells);
  add_units(measured, cells);
  add_rewriting(measured, cells);
  cells.emplace_back("all sentences answered again after a unit is silenced",
                     formatted("%.1f ms", facts::milliseconds_of_count(measured)));
  return cells;
}

void print(const std::vector<Cells>& columns) {
  for (std::size_t row = 0; row < columns.front().size(); ++row) {
    std::printf("| %s", columns.front()[row].first.c_str());
    for (const Cells& column : columns) std::printf(" | %s", column[row].second.c_str());
    std::printf(" |\n");
    for (std::size_t i = 0; row == 0 && i <= columns.size(); ++i)
      std::printf("%s", i == columns.size() ? "| --- |\n" : "| --- ");
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: %s VOCABULARY.json MODEL.safetensors...\n", arguments[0]);
    return 2;
  }
  try {
    const facts::FactsFile file = facts::read_facts_file(arguments[1]);
    std::vector<Cells> columns;
    for (int i = 2; i < count; ++i) columns.push_back(measure(file, arguments[i]));
    print(columns);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
