#include "ffn/analysis/cost.h"

#include <doctest/doctest.h>

#include <array>

#include "ffn/core/check.h"
#include "ffn/nn/attention.h"
#include "ffn/nn/feed_forward.h"

using namespace ffn;

TEST_CASE("cost: parameters of GPT-2's layer and block and of smaller layers") {
  const FeedForwardCost gpt2 = feed_forward_cost(768, 3072);
  CHECK(gpt2.linear1 == 2362368);
  CHECK(gpt2.linear2 == 2360064);
  CHECK(gpt2.parameters == 4722432);
  CHECK(gpt2.block == 7087872);
  CHECK(gpt2.share_of_block == doctest::Approx(0.6663).epsilon(1e-4));
  CHECK(gpt2.operations == 4 * 768 * 3072);
  CHECK(feed_forward_cost(256, 1024).parameters == 525568);
  CHECK(feed_forward_cost(128, 512).parameters == 131712);
  CHECK(feed_forward_cost(128, 512).attention == 66048);
}

TEST_CASE("cost: bytes and stored activations and the ratio to attention") {
  const FeedForwardCost cost = feed_forward_cost(128, 512);
  CHECK(cost.bytes == 4 * 131712);
  CHECK(cost.per_attention == doctest::Approx(1.994).epsilon(1e-3));
  CHECK(cost.activations == 2 * 512 + 128);
  CHECK(feed_forward_cost(128, 512, true, true).activations == 3 * 512 + 128);
}

TEST_CASE("cost: parameters grow linearly with the expansion ratio") {
  const std::vector<RatioCost> rows = ratio_costs(256, std::array<std::int64_t, 4>{1, 2, 4, 8});
  const std::int64_t parameters[] = {131584, 262912, 525568, 1050880};
  const double growth[] = {1.00, 2.00, 3.99, 7.99};
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].cost.parameters == parameters[i]);
    CHECK(std::abs(rows[i].growth - growth[i]) < 0.005);
    CHECK(rows[i].d_ff == 256 * rows[i].ratio);
  }
  CHECK(rows[2].growth == 525568.0 / 131584.0);
  CHECK(ratio_costs(256, {}).empty());
  CHECK_THROWS_AS(ratio_costs(256, std::array<std::int64_t, 1>{0}), ArgumentError);
  CHECK_THROWS_AS(ratio_costs(1LL << 28, std::array<std::int64_t, 1>{1LL << 28}), ArgumentError);
}

TEST_CASE("cost: operations per token grow with the sequence length for attention only") {
  const AttentionCost full = attention_cost(768, 1024, false);
  CHECK(full.parameters == 2362368);
  CHECK(full.bytes == 4 * 2362368);
  CHECK(full.projections == 8 * 768 * 768);
  CHECK(full.scores == 2 * 1024 * 768);
  CHECK(full.operations == 8 * 768 * 768 + 4 * 1024 * 768);
  CHECK(attention_cost(768, 2048, false).scores == 2 * full.scores);
  CHECK(attention_cost(768, 1, true, false).parameters == 2362368 - 3 * 768);
  CHECK_THROWS_AS(attention_cost(768, 0), ArgumentError);
  CHECK_THROWS_AS(attention_cost(1LL << 28, 1LL << 28), ArgumentError);
}

TEST_CASE("cost: causal scores per token are the average over the tokens of a sequence") {
  for (const std::int64_t seq_len : {1, 2, 7, 1024}) {
    std::int64_t sum = 0;
    for (std::int64_t token = 0; token < seq_len; ++token) sum += 2 * 96 * (token + 1);
    CHECK(attention_cost(96, seq_len).scores * seq_len == sum);
  }
}

TEST_CASE("cost: agrees with the parameter count of an attention") {
  for (const bool qkv_bias : {true, false}) {
    AttentionOptions options;
    options.d_model = 12;
    options.n_heads = 3;
    options.qkv_bias = qkv_bias;
    RandomState rng(0);
    const auto layers = make_attention(options, Initialization::kZeros, rng).layers();
    const std::int64_t counted = layers.query.parameter_count() + layers.key.parameter_count() +
                                 layers.value.parameter_count() + layers.output.parameter_count();
    CHECK(attention_cost(12, 5, true, qkv_bias).parameters == counted);
  }
}

TEST_CASE("cost: parameters of networks of width 768") {
  CHECK(feed_forward_cost(768, 768).parameters == 1181184);
  CHECK(feed_forward_cost(768, 1536).parameters == 2361600);
  CHECK(feed_forward_cost(768, 4096).parameters == 6296320);
}

TEST_CASE("cost: agrees with the parameter count of a network for all options") {
  for (const bool bias : {true, false}) {
    for (const bool gated : {true, false}) {
      FeedForwardOptions options;
      options.d_model = 6;
      options.d_ff = 10;
      options.bias = bias;
      options.gated = gated;
      CHECK(feed_forward_cost(6, 10, bias, gated).parameters ==
            make_feed_forward(options, Initialization::kZeros, 0).parameter_count());
    }
  }
}

TEST_CASE("cost: sizes whose counts exceed 2^53 are rejected") {
  CHECK(feed_forward_cost(1, 1).parameters == 4);
  CHECK(feed_forward_cost(1 << 20, 1 << 22).parameters == 8796098265088LL);
  CHECK_THROWS_AS(feed_forward_cost(0, 4), ArgumentError);
  CHECK_THROWS_AS(feed_forward_cost(4, -1), ArgumentError);
  CHECK_THROWS_AS(feed_forward_cost(1LL << 28, 1LL << 28), ArgumentError);
  CHECK_THROWS_AS(feed_forward_cost(1LL << 40, 1), ArgumentError);
}
