#include "ffn/nn/sentences.h"

#include <doctest/doctest.h>

#include <vector>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

using Tokens = std::vector<std::int32_t>;

Tokens copied(std::span<const std::int32_t> tokens) { return {tokens.begin(), tokens.end()}; }

}  // namespace

TEST_CASE("sentences: tokens are stored sentence after sentence") {
  const Tokens tokens{7, 8, 9, 1, 2, 3};
  const std::vector<Index> lengths{3, 1, 2};
  const Sentences sentences(tokens, lengths);
  CHECK(sentences.count() == 3);
  CHECK(sentences.token_count() == 6);
  CHECK(sentences.longest() == 3);
  CHECK(copied(sentences.tokens()) == tokens);
  CHECK(copied(sentences[0]) == Tokens{7, 8, 9});
  CHECK(copied(sentences[1]) == Tokens{1});
  CHECK(copied(sentences[2]) == Tokens{2, 3});
  CHECK(Sentences().count() == 0);
  CHECK(Sentences().longest() == 0);
}

TEST_CASE("sentences: at returns sentences in the order of their indices, also repeated ones") {
  const Sentences sentences(Tokens{7, 8, 9, 1, 2, 3}, std::vector<Index>{3, 1, 2});
  const Sentences chosen = sentences.at(Tokens{2, 1, 2});
  CHECK(copied(chosen.tokens()) == Tokens{2, 3, 1, 2, 3});
  CHECK(chosen.longest() == 2);
  CHECK_THROWS_WITH_AS(sentences.at(Tokens{3}), "sentence is 3; expected an integer from 0 to 2",
                       ArgumentError);
  CHECK_THROWS_AS(sentences.at(Tokens{-1}), ArgumentError);
}

TEST_CASE("sentences: a fact is a prompt and the last word") {
  const Facts facts = facts_of(Sentences(Tokens{7, 8, 9, 2, 3}, std::vector<Index>{3, 2}));
  CHECK(copied(facts.prompts.tokens()) == Tokens{7, 8, 2});
  CHECK(facts.prompts.count() == 2);
  CHECK(facts.answers == Tokens{9, 3});
  CHECK_THROWS_WITH_AS(facts_of(Sentences(Tokens{7, 8, 9}, std::vector<Index>{2, 1})),
                       "sentences[1] is 1 token long; expected 2 tokens or more", ArgumentError);
}

TEST_CASE("sentences: lengths that do not fit and empty sentences are rejected") {
  const Tokens tokens{1, 2, 3};
  const auto made = [&](const std::vector<Index>& lengths) { return Sentences(tokens, lengths); };
  CHECK_THROWS_WITH_AS(made({2, 2}), "lengths[1] is 2; expected 1 to 1", ArgumentError);
  CHECK_THROWS_WITH_AS(made({0, 3}), "lengths[0] is 0; expected 1 to 3", ArgumentError);
  CHECK_THROWS_WITH_AS(made({2}), "tokens is 3 long; expected 2, the sum of lengths",
                       ArgumentError);
  CHECK_THROWS_AS(made({-1, 4}), ArgumentError);
  Sentences sentences;
  CHECK_THROWS_WITH_AS(sentences.add({}), "sentence is empty; expected one token or more",
                       ArgumentError);
}
