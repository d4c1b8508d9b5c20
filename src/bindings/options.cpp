#include "options.h"

namespace ffn::bindings {

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
  read_options(options, block.attention);
  read_option(options, "attention_dropout", block.attention.dropout);
  read_options(options, block.feed_forward);
  read_option(options, "feed_forward_dropout", block.feed_forward.dropout);
  FFN_READ(options, block, norm, shortcuts, feed_forward_only, dropout);
}

}  // namespace ffn::bindings
