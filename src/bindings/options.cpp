#include "options.h"

#include "ffn/core/check.h"

namespace ffn::bindings {

std::optional<double> given_number(const val& options, const char* name) {
  const val given = options[name];
  if (given.isUndefined()) return std::nullopt;
  return given.as<double>();
}

std::optional<std::string> given_text(const val& options, const char* name) {
  const val given = options[name];
  if (given.isUndefined()) return std::nullopt;
  return given.as<std::string>();
}

void read_option(const val& options, const char* name, double& number) { number = given_number(options, name).value_or(number); }

void read_option(const val& options, const char* name, bool& flag) {
  if (const val given = options[name]; !given.isUndefined()) flag = given.as<bool>();
}

void read_option(const val& options, const char* name, std::vector<double>& numbers) {
  if (const val given = options[name]; !given.isUndefined()) numbers = read_numbers<double>(given);
}

void read_option(const val& options, const char* name, std::uint32_t& seed) {
  if (const auto given = given_number(options, name)) seed = checked_seed(*given);
}

void read_option(const val& options, const char* name, std::int64_t& whole) {
  if (const auto given = given_number(options, name)) whole = checked_integer(name, *given, 0, std::int64_t{1} << 53);
}

void read_option(const val& options, const char* name, Index& size) {
  if (const auto given = given_number(options, name)) size = checked_size(name, *given);
}

void read_index(const val& options, const char* name, Index& index) {
  if (const auto given = given_number(options, name)) index = checked_index(name, *given);
}

std::string_view name_of(DropoutPlacement placement) { return placement == DropoutPlacement::kHidden ? "hidden" : "output"; }

WeightLayout layout_named(std::string_view name) {
  check(name == "out_in" || name == "in_out", "layout", {"\"", name, "\""}, "\"out_in\" or \"in_out\"");
  return name == "in_out" ? WeightLayout::kInOut : WeightLayout::kOutIn;
}

DropoutPlacement placement_named(std::string_view name) {
  check(name == "hidden" || name == "output", "dropout_placement", {"\"", name, "\""}, "\"hidden\" or \"output\"");
  return name == "hidden" ? DropoutPlacement::kHidden : DropoutPlacement::kOutput;
}

NormPlacement norm_named(std::string_view name) {
  if (name == "pre") return NormPlacement::kPre;
  if (name == "post") return NormPlacement::kPost;
  check(name == "none", "norm", {"\"", name, "\""}, "\"pre\", \"post\" or \"none\"");
  return NormPlacement::kNone;
}

void read_options(const val& options, FeedForwardOptions& network) {
  FFN_READ(options, network, activation, dropout, dropout_placement, d_model);
  network.d_ff = kExpansion * network.d_model;
  FFN_READ(options, network, d_ff, bias, gated);
}

void read_options(const val& options, AttentionOptions& layer) { FFN_READ(options, layer, n_heads, causal, dropout, d_model, qkv_bias); }

// The option dropout is that of the block; its parts have options of their own.
void read_options(const val& options, TransformerBlockOptions& block) {
  read_options(options, block.attention);
  read_option(options, "attention_dropout", block.attention.dropout);
  read_options(options, block.feed_forward);
  read_option(options, "feed_forward_dropout", block.feed_forward.dropout);
  FFN_READ(options, block, norm, shortcuts, feed_forward_only, dropout);
}

}  // namespace ffn::bindings
