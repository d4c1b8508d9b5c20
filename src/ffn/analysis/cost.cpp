#include "ffn/analysis/cost.h"

#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr std::int64_t kLargestSize = std::int64_t{1} << 28;
constexpr std::int64_t kBytes = sizeof(float);

// 2^53 / 64: the largest sum below, the bytes of a gated network, has fewer than 64 such terms.
constexpr std::int64_t kLargestProduct = std::int64_t{1} << 47;

void check_size(const char* argument, std::int64_t size) {
  // (2^28)^2 = 2^56: the products below cannot overflow before they are compared with the limit.
  check(size >= 1 && size <= kLargestSize, argument, size, "an integer from 1 to 2^28");
}

void check_product(const char* argument, std::int64_t product) {
  check(product <= kLargestProduct, argument, product, "sizes whose counts stay below 2^53");
}

double quotient(std::int64_t a, std::int64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

std::int64_t attention_parameters(std::int64_t d_model, bool qkv_bias) {
  return 4 * d_model * d_model + (qkv_bias ? 4 : 1) * d_model;
}

}  // namespace

FeedForwardCost feed_forward_cost(std::int64_t d_model, std::int64_t d_ff, bool bias, bool gated) {
  check_size("d_model", d_model);
  check_size("d_ff", d_ff);
  const std::int64_t weight = d_model * d_ff;
  check_product("d_model * d_ff", weight);
  check_product("d_model * d_model", d_model * d_model);
  const std::int64_t first_layers = gated ? 2 : 1;
  FeedForwardCost cost;
  cost.linear1 = first_layers * (weight + (bias ? d_ff : 0));
  cost.linear2 = weight + (bias ? d_model : 0);
  cost.parameters = cost.linear1 + cost.linear2;
  cost.attention = attention_parameters(d_model, true);
  cost.norms = 4 * d_model;
  cost.block = cost.parameters + cost.attention + cost.norms;
  cost.share_of_block = quotient(cost.parameters, cost.block);
  cost.per_attention = quotient(cost.parameters, cost.attention);
  cost.bytes = kBytes * cost.parameters;
  cost.activations = (first_layers + 1) * d_ff + d_model;
  cost.operations = 2 * (first_layers + 1) * weight;
  return cost;
}

std::vector<RatioCost> ratio_costs(std::int64_t d_model, std::span<const std::int64_t> ratios,
                                   bool bias) {
  check_size("d_model", d_model);
  std::vector<RatioCost> rows;
  for (const std::int64_t ratio : ratios) {
    check_size("ratio", ratio);
    RatioCost row{ratio, ratio * d_model, feed_forward_cost(d_model, ratio * d_model, bias), 1.0};
    if (!rows.empty()) row.growth = quotient(row.cost.parameters, rows.front().cost.parameters);
    rows.push_back(row);
  }
  return rows;
}

AttentionCost attention_cost(std::int64_t d_model, std::int64_t seq_len, bool causal,
                             bool qkv_bias) {
  check_size("d_model", d_model);
  check_size("seq_len", seq_len);
  check_product("d_model * d_model", d_model * d_model);
  check_product("d_model * seq_len", d_model * seq_len);
  AttentionCost cost;
  cost.parameters = attention_parameters(d_model, qkv_bias);
  cost.bytes = kBytes * cost.parameters;
  cost.projections = 8 * d_model * d_model;
  cost.scores = d_model * (causal ? seq_len + 1 : 2 * seq_len);
  cost.mixture = cost.scores;
  cost.operations = cost.projections + cost.scores + cost.mixture;
  return cost;
}

}  // namespace ffn
