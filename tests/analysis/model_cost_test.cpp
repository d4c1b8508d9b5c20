#include "ffn/analysis/model_cost.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

ModelOptions gpt2(std::int64_t n_layers, std::int64_t d_model) {
  ModelOptions options;
  options.n_layers = n_layers;
  options.d_model = d_model;
  options.d_ff = 4 * d_model;
  return options;
}

}  // namespace

TEST_CASE("model_cost: the smallest GPT-2 with and without biases of query key and value") {
  const ModelCost cost = model_cost();
  CHECK(cost.parameters == 124439808);
  CHECK(cost.token_embedding == 50257 * 768);
  CHECK(cost.position_embedding == 1024 * 768);
  CHECK(cost.block == 7087872);
  CHECK(cost.feed_forward == 56669184);
  CHECK(cost.norms == 12 * 4 * 768 + 2 * 768);
  CHECK(cost.output_layer == 0);
  CHECK(cost.bytes == 4 * 124439808LL);
  CHECK(cost.feed_forward_share == doctest::Approx(0.4554).epsilon(1e-4));
  ModelOptions without;
  without.qkv_bias = false;
  CHECK(model_cost(without).parameters == 124412160);
}

TEST_CASE("model_cost: an untied output layer adds one embedding") {
  ModelOptions untied;
  untied.tied_embedding = false;
  untied.qkv_bias = false;
  CHECK(model_cost(untied).parameters == 163009536);
  CHECK(model_cost(untied).output_layer == 50257 * 768);
}

TEST_CASE("model_cost: the larger GPT-2 models") {
  CHECK(model_cost(gpt2(24, 1024)).parameters == 354823168);
  CHECK(model_cost(gpt2(36, 1280)).parameters == 774030080);
  CHECK(model_cost(gpt2(48, 1600)).parameters == 1557611200);
}

TEST_CASE("model_cost: the parts add up to the total") {
  for (const bool tied : {true, false}) {
    ModelOptions options{3, 10, 17, 23, 5, true, tied};
    const ModelCost cost = model_cost(options);
    CHECK(cost.token_embedding + cost.position_embedding + cost.attention + cost.feed_forward +
              cost.norms + cost.output_layer ==
          cost.parameters);
  }
}

TEST_CASE("model_cost: sizes whose counts exceed 2^53 are rejected") {
  CHECK_THROWS_WITH(model_cost(gpt2(0, 768)), "n_layers is 0; expected an integer from 1 to 2^28");
  CHECK_THROWS_AS(model_cost(gpt2(12, 0)), ArgumentError);
  CHECK_THROWS_AS(model_cost(gpt2(1LL << 28, 1LL << 22)), ArgumentError);
  ModelOptions options;
  options.n_vocab = (1LL << 28) + 1;
  CHECK_THROWS_AS(model_cost(options), ArgumentError);
  options.n_vocab = 1LL << 28;
  options.d_model = 1LL << 23;
  options.d_ff = 1;
  CHECK_THROWS_AS(model_cost(options), ArgumentError);
}
