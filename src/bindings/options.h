#pragma once
// Reads options objects into the structs of the core. Each option is read in one place; objects with the same options share a function. The
// package has checked the types and added the defaults (the schemas in web/engine/src), so an undefined option has no default or does not
// apply, and its field keeps its value.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/io/layer_tensors.h"
#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"
#include "ffn/nn/transformer_block.h"
#include "numbers.h"
#include "value.h"

namespace ffn::bindings {

/// Returns options[name], or nothing if it is undefined.
std::optional<double> given_number(const val& options, const char* name);
std::optional<std::string> given_text(const val& options, const char* name);

/// Read options[name], as a number, a list of numbers, a seed, and an integer from 0 to 2^53. Throw ArgumentError for a number out of
/// range.
void read_option(const val& options, const char* name, double& number);
void read_option(const val& options, const char* name, bool& flag);
void read_option(const val& options, const char* name, std::vector<double>& numbers);
void read_option(const val& options, const char* name, std::uint32_t& seed);
void read_option(const val& options, const char* name, std::int64_t& whole);

/// Reads an index of 0 or more; the core checks its range.
void read_index(const val& options, const char* name, Index& index);

/// Reads a size from 1 to 2^24; the core checks products of sizes.
template <class Integer>
void read_size(const val& options, const char* name, Integer& size) {
  if (const auto given = given_number(options, name)) size = checked_size(name, *given);
}

/// Reads the name of an enumerator; `named` is the function that returns the enumerator. A template argument, because a pointer to the
/// function would be in the table of the module.
template <auto named, class Enumeration>
void read_named(const val& options, const char* name, Enumeration& enumerator) {
  if (const auto given = given_text(options, name)) enumerator = named(*given);
}

/// Returns the name of a placement, "hidden" or "output".
std::string_view name_of(DropoutPlacement placement);

/// Returns the layout named "out_in" or "in_out". Throws ArgumentError for any other name.
WeightLayout layout_named(std::string_view name);

/// Returns the placement with that name. Throws ArgumentError for any other name.
DropoutPlacement placement_named(std::string_view name);

/// Read the options of a network, a layer and a block. Sizes and biases are undefined if weights determine them.
void read_options(const val& options, FeedForwardOptions& network);
void read_options(const val& options, AttentionOptions& layer);
void read_options(const val& options, TransformerBlockOptions& block);

}  // namespace ffn::bindings
