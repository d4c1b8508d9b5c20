#include "ffn/analysis/cost.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/nn/feed_forward.h"

using namespace ffn;

TEST_CASE("cost: GPT-2's layer and block and the notebook's sizes") {
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

TEST_CASE("cost: parameters grow linearly with the ratio") {
  CHECK(feed_forward_cost(256, 256).parameters == 131584);
  CHECK(feed_forward_cost(256, 512).parameters == 262912);
  CHECK(feed_forward_cost(256, 2048).parameters == 1050880);
}

TEST_CASE("cost: the Vietnamese notes' table with its figures put right") {
  CHECK(feed_forward_cost(768, 768).parameters == 1181184);
  CHECK(feed_forward_cost(768, 1536).parameters == 2361600);
  CHECK(feed_forward_cost(768, 4096).parameters == 6296320);
}

TEST_CASE("cost: agrees with the network's own count in every arrangement") {
  for (const bool bias : {true, false}) {
    for (const bool gated : {true, false}) {
      FeedForwardOptions options;
      options.d_model = 6;
      options.d_ff = 10;
      options.bias = bias;
      options.gated = gated;
      CHECK(feed_forward_cost(6, 10, bias, gated).parameters == make_feed_forward(options, Initialization::kZeros, 0).parameter_count());
    }
  }
}

TEST_CASE("cost: sizes that JavaScript could not count are refused") {
  CHECK(feed_forward_cost(1, 1).parameters == 4);
  CHECK(feed_forward_cost(1 << 20, 1 << 22).parameters == 8796098265088LL);
  CHECK_THROWS_AS(feed_forward_cost(0, 4), ArgumentError);
  CHECK_THROWS_AS(feed_forward_cost(4, -1), ArgumentError);
  CHECK_THROWS_AS(feed_forward_cost(1LL << 28, 1LL << 28), ArgumentError);
  CHECK_THROWS_AS(feed_forward_cost(1LL << 40, 1), ArgumentError);
}
