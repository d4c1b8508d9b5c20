#include "ffn/analysis/model_cost.h"

#include "ffn/analysis/cost.h"
#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr double kLargestCount = 9007199254740992.0;  // 2^53

void check_count(const char* argument, std::int64_t size) {
  check(size >= 1 && size <= (std::int64_t{1} << 28), argument, size, "an integer from 1 to 2^28");
}

// Returns a * b after checking the product in double, which may lose digits but cannot overflow.
// The limit is 2^53 / 8, because up to five such products are added up.
std::int64_t checked_product(const char* argument, std::int64_t a, std::int64_t b) {
  const double bytes =
      static_cast<double>(sizeof(float)) * static_cast<double>(a) * static_cast<double>(b);
  check(bytes <= kLargestCount / 8.0, argument, a, "sizes whose counts stay below 2^53");
  return a * b;
}

}  // namespace

ModelCost model_cost(const ModelOptions& options) {
  check_count("n_layers", options.n_layers);
  check_count("n_vocab", options.n_vocab);
  check_count("n_context", options.n_context);
  const FeedForwardCost layer = feed_forward_cost(options.d_model, options.d_ff);
  const AttentionCost attention = attention_cost(options.d_model, 1, true, options.qkv_bias);
  ModelCost cost;
  cost.token_embedding = checked_product("n_vocab", options.n_vocab, options.d_model);
  cost.position_embedding = checked_product("n_context", options.n_context, options.d_model);
  cost.block = attention.parameters + layer.parameters + layer.norms;
  const std::int64_t blocks = checked_product("n_layers", options.n_layers, cost.block);
  cost.attention = options.n_layers * attention.parameters;
  cost.feed_forward = options.n_layers * layer.parameters;
  cost.norms = options.n_layers * layer.norms + 2 * options.d_model;
  cost.output_layer = options.tied_embedding ? 0 : cost.token_embedding;
  cost.parameters = cost.token_embedding + cost.position_embedding + blocks + 2 * options.d_model +
                    cost.output_layer;
  cost.bytes = static_cast<std::int64_t>(sizeof(float)) * cost.parameters;
  cost.feed_forward_share =
      static_cast<double>(cost.feed_forward) / static_cast<double>(cost.parameters);
  return cost;
}

}  // namespace ffn
