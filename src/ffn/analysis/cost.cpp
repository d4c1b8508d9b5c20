#include "ffn/analysis/cost.h"

#include "ffn/core/check.h"

namespace ffn {

namespace {

// A sixteenth of 2^53: the largest sum below, a gated network beside attention, has fewer than sixteen such terms.
constexpr std::int64_t kLargestProduct = std::int64_t{1} << 49;

void check_size(const char* argument, std::int64_t size) {
  // 2^28 squared is 2^56: the products below cannot wrap before they are compared with the limit.
  check(size >= 1 && size <= (std::int64_t{1} << 28), argument, size, "an integer from 1 to 2^28");
}

}  // namespace

FeedForwardCost feed_forward_cost(std::int64_t d_model, std::int64_t d_ff, bool bias, bool gated) {
  check_size("d_model", d_model);
  check_size("d_ff", d_ff);
  const std::int64_t weight = d_model * d_ff;
  check(weight <= kLargestProduct && d_model * d_model <= kLargestProduct, "d_model * d_ff", weight, "sizes whose counts stay below 2^53");
  const std::int64_t first_layers = gated ? 2 : 1;
  FeedForwardCost cost;
  cost.linear1 = first_layers * (weight + (bias ? d_ff : 0));
  cost.linear2 = weight + (bias ? d_model : 0);
  cost.parameters = cost.linear1 + cost.linear2;
  cost.attention = 4 * (d_model * d_model + d_model);
  cost.norms = 4 * d_model;
  cost.block = cost.parameters + cost.attention + cost.norms;
  cost.share_of_block = static_cast<double>(cost.parameters) / static_cast<double>(cost.block);
  cost.operations = 2 * (first_layers + 1) * weight;
  return cost;
}

}  // namespace ffn
