#pragma once
// Reads options objects into the structs of the core. Each option is read in one place; objects
// with the same options share a function. The package has checked the types (the schemas in
// web/engine/src). The defaults are those of the structs: the field of an undefined option keeps
// its value. If an options object has an object `defaults`, that value is written into it, so that
// a test can compare the defaults with the documented ones.

#include <cstdint>
#include <string>

#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/transformer_block.h"
#include "values.h"

/// Reads the options that have the names of these fields of `to`: FFN_READ(options, to, dropout,
/// passes).
#define FFN_READ(options, to, ...) OptionReader{options} FFN_EACH(FFN_READ_FIELD, to, __VA_ARGS__)
#define FFN_READ_FIELD(to, field) .read(#field, (to).field)

namespace ffn::bindings {

/// Reads options[name] by read(name, value).
template <class Field, class Read>
void read_option_by(const val& options, const char* name, Field& field, Read read) {
  if (const val given = options[name]; !given.isUndefined()) {
    field = read(name, given);
  } else if (val defaults = options["defaults"]; !defaults.isUndefined()) {
    defaults.set(name, field);
  }
}

/// Reads options[name] as from_value (conversion.h) reads a value of the field's type.
template <class Field>
void read_option(const val& options, const char* name, Field& field) {
  read_option_by(options, name, field, [](const char* argument, const val& given) {
    return from_value<Field>(given, argument);
  });
}

/// Reads an index or a number of items, 0 or more; the core checks its range.
template <class Field>
void read_index(const val& options, const char* name, Field& index) {
  read_option_by(options, name, index, [](const char* argument, const val& given) {
    return checked_index(argument, given.number());
  });
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
auto make_random(const val& options, Random random,
                 Initialization init = Initialization::kPytorch) {
  std::uint32_t seed = 0;
  read_option(options, "init", init);
  read_option(options, "seed", seed);
  RandomState rng(seed);
  return random(init, rng);
}

/// Options of writing tensors to a file.
struct WriteOptions {
  std::string dtype = "F32";
};

inline void read_options(const val& options, WriteOptions& file) { FFN_READ(options, file, dtype); }

/// Reads the option n_layers, a number of Transformer blocks.
void read_layer_count(const val& options, Index& n_layers);

}  // namespace ffn::bindings
