#include "ffn/nn/sentences.h"

#include <algorithm>
#include <string>

#include "ffn/core/check.h"

namespace ffn {

Sentences::Sentences(std::span<const std::int32_t> tokens, std::span<const Index> lengths) {
  Index begin = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Index rest = static_cast<Index>(tokens.size()) - begin;
    const bool fits = lengths[i] >= 1 && lengths[i] <= rest;
    if (!fits) reject({"lengths[", i, "]"}, lengths[i], {"1 to ", rest});
    add(tokens.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(lengths[i])));
    begin += lengths[i];
  }
  check(begin == static_cast<Index>(tokens.size()), "tokens", {tokens.size(), " long"},
        {begin, ", the sum of lengths"});
}

void Sentences::add(std::span<const std::int32_t> sentence) {
  check(!sentence.empty(), "sentence", "empty", "one token or more");
  if (ends_.size() == ends_.capacity())
    ends_.reserve(16 + 2 * ends_.size());  // allocates before anything changes
  tokens_.insert(tokens_.end(), sentence.begin(), sentence.end());
  ends_.push_back(token_count());
  longest_ = std::max(longest_, static_cast<Index>(sentence.size()));
}

std::span<const std::int32_t> Sentences::operator[](Index i) const {
  const auto end = static_cast<std::size_t>(ends_[static_cast<std::size_t>(i)]);
  const auto begin =
      i == 0 ? std::size_t{0} : static_cast<std::size_t>(ends_[static_cast<std::size_t>(i) - 1]);
  return tokens().subspan(begin, end - begin);
}

Sentences Sentences::at(std::span<const std::int32_t> indices) const {
  Sentences chosen;
  for (const std::int32_t index : indices) {
    check_index("sentence", index, count());
    chosen.add((*this)[index]);
  }
  return chosen;
}

Facts facts_of(const Sentences& sentences) {
  Facts facts;
  for (Index i = 0; i < sentences.count(); ++i) {
    const std::span<const std::int32_t> sentence = sentences[i];
    if (sentence.size() < 2) reject({"sentences[", i, "]"}, "1 token long", "2 tokens or more");
    facts.prompts.add(sentence.first(sentence.size() - 1));
    facts.answers.push_back(sentence.back());
  }
  return facts;
}

}  // namespace ffn
