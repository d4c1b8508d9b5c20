#include "model/measures.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "ffn/analysis/knowledge_units.h"
#include "ffn/analysis/rewrite.h"

namespace ffn::facts {

namespace {

constexpr std::uint32_t kSeed = 7;
constexpr std::size_t kStrongest = 4;  // prompts of a unit that units_of_one_subject looks at
constexpr Index kOfOneSubject = 3;

std::size_t random_index(RandomState& rng, std::size_t count) {
  return static_cast<std::size_t>(rng.random_sample() * static_cast<double>(count));
}

// Returns the hidden activations of the last block after the prompts: (sentences, d_ff).
Matrix hidden_after_prompts(const FactTable& table) {
  return table.hidden(table.model().n_layers() - 1);
}

// Returns whether at least three of these sentences are about one subject, in two languages or
// more.
bool about_one_subject(const std::vector<Label>& labels, std::span<const std::size_t> sentences) {
  return std::any_of(sentences.begin(), sentences.end(), [&](std::size_t one) {
    Index count = 0;
    std::set<int> languages;
    for (const std::size_t other : sentences) {
      if (labels[other].subject != labels[one].subject) continue;
      ++count;
      languages.insert(labels[other].language);
    }
    return count >= kOfOneSubject && languages.size() >= 2;
  });
}

// Adds, for each sentence of another fact that was answered right, whether `words` still answer it
// right.
void add_kept(const Measured& measured, std::size_t fact, const std::vector<std::int32_t>& words,
              Share& kept) {
  const std::vector<std::int32_t>& right = measured.table.facts().answers;
  const std::vector<std::int32_t> before = measured.table.answers();
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (before[i] == right[i] && !measured.file.labels[i].same_fact(measured.file.labels[fact]))
      kept.add(words[i] == right[i]);
  }
}

// A fact, and the subject whose answers it should get.
struct Wish {
  std::size_t sentence = 0;
  Label other;
};

// Returns the answer that a sentence should get: the other subject's answer in its language, if
// there is one.
std::optional<std::int32_t> wanted(const Measured& measured, const Wish& wish,
                                   std::size_t sentence) {
  const std::vector<Label>& labels = measured.file.labels;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].same_fact(wish.other) && labels[i].language == labels[sentence].language)
      return measured.table.facts().answers[i];
  }
  return std::nullopt;
}

Wish random_wish(const Measured& measured, RandomState& rng) {
  const std::vector<Label>& labels = measured.file.labels;
  const std::vector<std::int32_t>& answers = measured.table.facts().answers;
  const std::size_t sentence = random_index(rng, labels.size());
  std::size_t other = sentence;
  while (labels[other].relation != labels[sentence].relation ||
         labels[other].language != labels[sentence].language ||
         answers[other] == answers[sentence]) {
    other = random_index(rng, labels.size());
  }
  return {sentence, labels[other]};
}

// Returns the sentences to rewrite: the sentence of `wish`, and with each_language the same wording
// in the other languages.
std::vector<std::size_t> rewritten_sentences(const Measured& measured, const Wish& wish,
                                             bool each_language) {
  const std::vector<Label>& labels = measured.file.labels;
  const Label& label = labels[wish.sentence];
  std::vector<std::size_t> sentences{wish.sentence};
  for (std::size_t i = 0; each_language && i < labels.size(); ++i) {
    if (!labels[i].same_fact(label) || labels[i].wording != label.wording ||
        labels[i].language == label.language)
      continue;
    if (wanted(measured, wish, i).has_value()) sentences.push_back(i);
  }
  return sentences;
}

void add_rewritten(const Measured& measured, const Wish& wish,
                   const std::vector<std::size_t>& sentences,
                   const std::vector<std::int32_t>& words, Rewritten& result) {
  const std::vector<Label>& labels = measured.file.labels;
  const std::optional<std::int32_t> word = wanted(measured, wish, wish.sentence);
  std::set<int> languages;
  for (const std::size_t i : sentences) languages.insert(labels[i].language);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::optional<std::int32_t> wish_of_i = wanted(measured, wish, i);
    if (!labels[i].same_fact(labels[wish.sentence]) || !wish_of_i.has_value()) continue;
    const bool asked = std::find(sentences.begin(), sentences.end(), i) != sentences.end();
    Share& other_language = wish_of_i == word ? result.languages : result.other_words;
    Share& share = asked                                      ? result.done
                   : languages.count(labels[i].language) == 1 ? result.wordings
                                                              : other_language;
    share.add(words[i] == *wish_of_i);
  }
  add_kept(measured, wish.sentence, words, result.kept);
}

}  // namespace

Share right_in(const Measured& measured, int language, const TransformerBlockSwitches& switches) {
  const FactTable& table = measured.table;
  const std::vector<std::int32_t> words = table.answers(std::vector<TransformerBlockSwitches>(
      static_cast<std::size_t>(table.model().n_layers()), switches));
  Share right;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (measured.file.labels[i].language == language)
      right.add(words[i] == table.facts().answers[i]);
  }
  return right;
}

Share zeros(const Measured& measured) {
  const Matrix hidden = hidden_after_prompts(measured.table);
  return {(hidden.array() == 0.0F).count(), hidden.size()};
}

Index units_of_one_subject(const Measured& measured) {
  const Matrix hidden = hidden_after_prompts(measured.table);
  std::vector<std::size_t> order(static_cast<std::size_t>(hidden.rows()));
  Index units = 0;
  for (Index unit = 0; unit < hidden.cols(); ++unit) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto activation = [&](std::size_t i) { return hidden(static_cast<Index>(i), unit); };
    std::partial_sort(
        order.begin(), order.begin() + kStrongest, order.end(), [&](std::size_t a, std::size_t b) {
          return activation(a) != activation(b) ? activation(a) > activation(b) : a < b;
        });
    std::vector<std::size_t> strongest(order.begin(), order.begin() + kStrongest);
    std::erase_if(strongest, [&](std::size_t i) { return !(activation(i) > 0.0F); });
    units += about_one_subject(measured.file.labels, strongest) ? 1 : 0;
  }
  return units;
}

SilencedUnits silence(const Measured& measured, int facts) {
  RandomState rng(kSeed);
  const LanguageModel& model = measured.table.model();
  SilencedUnits result;
  Share kept;
  for (int n = 0; n < facts; ++n) {
    const std::size_t i = random_index(rng, measured.file.labels.size());
    const KnowledgeUnits found =
        knowledge_units(model, measured.table.facts().prompts[static_cast<Index>(i)]);
    const Index all = model.stack().blocks().back().feed_forward().d_ff() * model.n_layers();
    result.counts.push_back(found.after != found.before ? static_cast<Index>(found.units.size())
                                                        : all + 1);
    add_kept(measured, i, measured.table.answers(silencing(model, found.units)), kept);
  }
  std::sort(result.counts.begin(), result.counts.end());
  result.lost = {kept.of - kept.counted, kept.of};
  return result;
}

Rewritten rewrite(const Measured& measured, int facts, bool each_language) {
  RandomState rng(kSeed);
  const Facts& all = measured.table.facts();
  Rewritten result;
  for (int n = 0; n < facts; ++n) {
    const Wish wish = random_wish(measured, rng);
    const std::vector<std::size_t> sentences = rewritten_sentences(measured, wish, each_language);
    LanguageModel changed = measured.table.model();
    RewriteOptions options;
    for (const std::size_t i : sentences) {
      const std::int32_t word = wanted(measured, wish, i).value();
      const auto prompt = all.prompts[static_cast<Index>(i)];
      apply_rewrite(changed, find_rewrite(changed, prompt, word, all.prompts, options));
      options.fixed.add(prompt);
    }
    add_rewritten(measured, wish, sentences, FactTable(changed, all).answers(), result);
  }
  return result;
}

double milliseconds_of_count(const Measured& measured) {
  std::array<double, 25> times{};
  TransformerBlockSwitches switches;
  switches.silenced = {0};
  const std::vector<TransformerBlockSwitches> all(
      static_cast<std::size_t>(measured.table.model().n_layers()), switches);
  Index right = 0;
  for (double& time : times) {
    const auto start = std::chrono::steady_clock::now();
    right += measured.table.right(all);
    time =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  std::nth_element(times.begin(), times.begin() + 12, times.end());
  return right >= 0 ? times[12] : 0.0;
}

}  // namespace ffn::facts
