#pragma once
// Sentences as lists of token numbers, of any lengths, one after the other without padding; and
// facts, sentences whose last word answers the words before it.

#include <cstdint>
#include <span>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// A list of sentences, each of one token or more. Tokens are any numbers; the model checks that
/// they are in its vocabulary.
class Sentences {
 public:
  Sentences() = default;

  /// Splits `tokens` into sentences of these lengths. Throws ArgumentError unless every length is 1
  /// or more and their sum is the number of tokens.
  Sentences(std::span<const std::int32_t> tokens, std::span<const Index> lengths);

  /// Appends a sentence. Throws ArgumentError for an empty one; if it throws, also std::bad_alloc,
  /// nothing has changed.
  void add(std::span<const std::int32_t> sentence);

  Index count() const { return static_cast<Index>(ends_.size()); }
  Index token_count() const { return static_cast<Index>(tokens_.size()); }
  Index longest() const { return longest_; }

  /// Return one sentence, and all tokens in order; valid until a sentence is added.
  std::span<const std::int32_t> operator[](Index i) const;
  std::span<const std::int32_t> tokens() const { return tokens_; }

  /// Returns the sentences at these indices. Throws ArgumentError for one that does not exist.
  Sentences at(std::span<const std::int32_t> indices) const;

 private:
  std::vector<std::int32_t> tokens_;
  std::vector<Index> ends_;  // of each sentence in tokens_
  Index longest_ = 0;
};

/// Prompts and the next word of each.
struct Facts {
  Sentences prompts;
  std::vector<std::int32_t> answers;
};

/// Splits each sentence into a prompt and its last word. Throws ArgumentError for a sentence of
/// fewer than two tokens.
Facts facts_of(const Sentences& sentences);

}  // namespace ffn
