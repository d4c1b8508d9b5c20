#pragma once
// Reads options objects into the structs of the core. Each option is read in one place; objects with the same options share a function. The
// package has checked the types and added the defaults (the schemas in web/engine/src), so an undefined option has no default or does not
// apply, and its field keeps its value.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ffn/io/layer_tensors.h"
#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/transformer_block.h"
#include "values.h"

/// Reads the options that have the names of these fields of `to`: FFN_READ(options, to, dropout, passes).
#define FFN_READ(options, to, ...) OptionReader{options} FFN_EACH(FFN_READ_FIELD, to, __VA_ARGS__)
#define FFN_READ_FIELD(to, field) .read(#field, (to).field)

namespace ffn::bindings {

/// Returns options[name], or nothing if it is undefined.
std::optional<double> given_number(const val& options, const char* name);
std::optional<std::string> given_text(const val& options, const char* name);

/// Read options[name], as a number, a list of numbers, a seed, an integer from 0 to 2^53, and a size from 1 to 2^24. Throw ArgumentError
/// for a number out of range; the core checks products of sizes.
void read_option(const val& options, const char* name, double& number);
void read_option(const val& options, const char* name, bool& flag);
void read_option(const val& options, const char* name, std::vector<double>& numbers);
void read_option(const val& options, const char* name, std::uint32_t& seed);
void read_option(const val& options, const char* name, std::int64_t& whole);
void read_option(const val& options, const char* name, Index& size);

/// Reads an index of 0 or more; the core checks its range.
void read_index(const val& options, const char* name, Index& index);

/// Reads the name of an enumerator.
template <class Enumeration>
requires std::is_enum_v<Enumeration>
void read_option(const val& options, const char* name, Enumeration& enumerator) {
  if (const auto given = given_text(options, name)) enumerator = named<Enumeration>(*given);
}

struct OptionReader {
  const val& options;

  template <class Field>
  const OptionReader& read(const char* name, Field& field) const {
    read_option(options, name, field);
    return *this;
  }
};

/// Returns the name of a placement, "hidden" or "output".
std::string_view name_of(DropoutPlacement placement);

/// Return the enumerator with that name. Throw ArgumentError for any other name.
WeightLayout layout_named(std::string_view name);
DropoutPlacement placement_named(std::string_view name);
NormPlacement norm_named(std::string_view name);

template <>
inline constexpr auto named<Activation> = &activation_named;
template <>
inline constexpr auto named<DropoutPlacement> = &placement_named;
template <>
inline constexpr auto named<Initialization> = &initialization_named;
template <>
inline constexpr auto named<NormPlacement> = &norm_named;

/// Read the options of a network, a layer and a block. Sizes and biases are undefined if weights determine them.
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
