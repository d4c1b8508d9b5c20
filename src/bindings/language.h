#pragma once
// Conversions that the bindings of language models and of their analyses share. In JavaScript a
// sentence is a list of token numbers, several sentences are { tokens, lengths }, and switches are
// undefined or one object for each block.

#include <cstdint>
#include <string>
#include <vector>

#include "ffn/nn/language_model.h"
#include "values.h"

namespace ffn::bindings {

/// Reads token numbers. Throws ArgumentError, naming `argument`, for an empty list and for a number
/// that is not an index.
std::vector<std::int32_t> read_tokens(const char* argument, const val& tokens);

/// The argument `name` of a bound function (bind.h): one sentence or its beginning.
template <Literal name>
struct GivenSentence {
  explicit GivenSentence(const val& given) : tokens(read_tokens(name.text, given)) {}
  std::vector<std::int32_t> tokens;
};

/// Reads several sentences. Throws ArgumentError if there is none, or if one is empty or has a
/// number that is not an index.
Sentences read_sentences(const char* argument, const val& sentences);

/// Reads the argument `sentences`.
inline void read_options(const val& given, Sentences& sentences) {
  sentences = read_sentences("sentences", given);
}

/// Switches of a pass: empty, or one per block.
using Switches = std::vector<TransformerBlockSwitches>;

/// Reads the switches of a block.
void read_options(const val& given, TransformerBlockSwitches& switches);

/// Reads the option `switches`.
inline Switches switches_of(const val& options) {
  return from_value<Switches>(options["switches"]);
}

}  // namespace ffn::bindings
