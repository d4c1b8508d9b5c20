#include "options.h"

namespace ffn::bindings {

// Largest number of blocks, more than any published model has.
static constexpr std::int64_t kMostLayers = 4096;

void read_layer_count(const val& options, Index& n_layers) {
  read_option_by(options, "n_layers", n_layers, [](const char* name, const val& given) {
    return static_cast<Index>(checked_integer(name, given.number(), 1, kMostLayers));
  });
}

void read_options(const val& options, FeedForwardOptions& network) {
  FFN_READ(options, network, activation, dropout, dropout_placement, d_model);
  network.d_ff = kExpansion * network.d_model;
  FFN_READ(options, network, d_ff, bias, gated);
}

void read_options(const val& options, AttentionOptions& layer) {
  FFN_READ(options, layer, n_heads, causal, dropout, d_model, qkv_bias);
}

// The option dropout belongs to the block; its parts have options of their own.
void read_options(const val& options, TransformerBlockOptions& block) {
  const TransformerBlockOptions defaults = block;
  read_options(options, block.attention);
  block.attention.dropout = defaults.attention.dropout;
  read_option(options, "attention_dropout", block.attention.dropout);
  read_options(options, block.feed_forward);
  block.feed_forward.dropout = defaults.feed_forward.dropout;
  read_option(options, "feed_forward_dropout", block.feed_forward.dropout);
  FFN_READ(options, block, norm, shortcuts, feed_forward_only, dropout);
}

}  // namespace ffn::bindings
