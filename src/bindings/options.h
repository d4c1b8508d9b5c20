#pragma once
// Reads options objects into the structs of the core. Each option is read in one place; objects
// with the same options share a function. The package has checked the types and added the defaults
// (the schemas in web/engine/src), so an undefined option has no default or does not apply, and its
// field keeps its value.

#include <cstdint>

#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/transformer_block.h"
#include "values.h"

/// Reads the options that have the names of these fields of `to`: FFN_READ(options, to, dropout,
/// passes).
#define FFN_READ(options, to, ...) OptionReader{options} FFN_EACH(FFN_READ_FIELD, to, __VA_ARGS__)
#define FFN_READ_FIELD(to, field) .read(#field, (to).field)

namespace ffn::bindings {

/// Reads options[name] as from_value (values.h) reads a value of the field's type.
template <class Field>
void read_option(const val& options, const char* name, Field& field) {
  if (const val given = options[name]; !given.isUndefined()) field = from_value<Field>(given, name);
}

/// Reads an index of 0 or more, into an Index or std::optional<Index>; the core checks its range.
template <class Field>
void read_index(const val& options, const char* name, Field& index) {
  if (const val given = options[name]; !given.isUndefined())
    index = checked_index(name, given.number());
}

struct OptionReader {
  const val& options;

  template <class Field>
  const OptionReader& read(const char* name, Field& field) const {
    read_option(options, name, field);
    return *this;
  }
};

/// Read the options of a network, a layer and a block. Sizes and biases are undefined if weights
/// determine them.
void read_options(const val& options, FeedForwardOptions& network);
void read_options(const val& options, AttentionOptions& layer);
void read_options(const val& options, TransformerBlockOptions& block);

/// Reads the options init and seed and returns random(init, rng).
template <class Random>
auto make_random(const val& options, Random random) {
  Initialization init = Initialization::kPytorch;
  std::uint32_t seed = 0;
  read_option(options, "init", init);
  read_option(options, "seed", seed);
  RandomState rng(seed);
  return random(init, rng);
}

}  // namespace ffn::bindings
