#include "ffn/nn/parameters.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/nn/block_stack.h"

using namespace ffn;

namespace {

BlockStackOptions options(NormPlacement norm, bool feed_forward_only) {
  BlockStackOptions wanted;
  wanted.n_layers = 2;
  wanted.block.attention.d_model = 4;
  wanted.block.attention.n_heads = 2;
  wanted.block.attention.qkv_bias = false;
  wanted.block.feed_forward.d_model = 4;
  wanted.block.feed_forward.d_ff = 8;
  wanted.block.norm = norm;
  wanted.block.feed_forward_only = feed_forward_only;
  return wanted;
}

BlockStack stack_of(NormPlacement norm, bool feed_forward_only, std::uint32_t seed = 1) {
  RandomState rng(seed);
  return make_block_stack(options(norm, feed_forward_only), Initialization::kPytorch, rng);
}

template <class Part>
std::vector<std::string> names_of(const Part& part) {
  std::vector<std::string> names;
  for (const auto& parameter : parameters_of<const float>(part)) names.push_back(parameter.name);
  return names;
}

template <class Part>
std::int64_t count_of(const Part& part) {
  std::int64_t count = 0;
  for (const auto& parameter : parameters_of<const float>(part)) {
    CHECK(element_count("parameter", parameter.shape) ==
          static_cast<std::int64_t>(parameter.values.size()));
    count += static_cast<std::int64_t>(parameter.values.size());
  }
  return count;
}

}  // namespace

TEST_CASE("parameters: the list names exactly the existing tensors") {
  FeedForwardOptions wanted;
  wanted.d_model = 4;
  wanted.d_ff = 8;
  CHECK(names_of(make_feed_forward(wanted, Initialization::kZeros, 0)) ==
        std::vector<std::string>{"w1", "b1", "w2", "b2"});
  wanted.gated = true;
  wanted.bias = false;
  CHECK(names_of(make_feed_forward(wanted, Initialization::kZeros, 0)) ==
        std::vector<std::string>{"w1", "w_gate", "w2"});
  CHECK(names_of(make_layer_norm<float>(3)) == std::vector<std::string>{"scale", "shift"});

  const BlockStack stack = stack_of(NormPlacement::kPre, false);
  const std::vector<std::string> block{
      "norm1.scale",       "norm1.shift",        "attention.w_query",  "attention.w_key",
      "attention.w_value", "attention.w_output", "attention.b_output", "norm2.scale",
      "norm2.shift",       "feed_forward.w1",    "feed_forward.b1",    "feed_forward.w2",
      "feed_forward.b2"};
  CHECK(names_of(stack.blocks()[0]) == block);
  CHECK(names_of(zeros_like(stack.blocks()[0])) == block);
  CHECK(names_of(stack)[block.size()] == "blocks.1.norm1.scale");
  CHECK(names_of(stack) == names_of(zeros_like(stack)));
  CHECK(names_of(stack_of(NormPlacement::kNone, true).blocks()[0]) ==
        std::vector<std::string>{"feed_forward.w1", "feed_forward.b1", "feed_forward.w2",
                                 "feed_forward.b2"});
}

TEST_CASE("parameters: the list has parameter_count numbers") {
  for (const NormPlacement norm :
       {NormPlacement::kPre, NormPlacement::kPost, NormPlacement::kNone}) {
    for (const bool feed_forward_only : {false, true}) {
      const BlockStack stack = stack_of(norm, feed_forward_only);
      CHECK(count_of(stack) == stack.parameter_count());
    }
  }
}

TEST_CASE(
    "parameters: assigning all tensors makes networks equal and a subset changes only the subset") {
  BlockStack to = stack_of(NormPlacement::kPre, false, 1);
  const BlockStack from = stack_of(NormPlacement::kPre, false, 2);
  const BlockStack before = to;
  const auto source = parameters_of<const float>(from);
  const auto assign = [&](const ParametersOf<const float>& given) {
    change_parameters<float>(
        to, [&](const ParametersOf<float>& all) { assign_parameters<float>(all, given); });
  };
  assign({source[2]});
  CHECK(to.blocks()[0].attention().layers().query.weight ==
        from.blocks()[0].attention().layers().query.weight);
  CHECK(to.blocks()[1].attention().layers().query.weight ==
        before.blocks()[1].attention().layers().query.weight);
  CHECK(to.blocks()[0].feed_forward().layers().linear1.weight ==
        before.blocks()[0].feed_forward().layers().linear1.weight);
  assign(source);
  const auto target = parameters_of<const float>(std::as_const(to));
  for (std::size_t i = 0; i < source.size(); ++i) {
    CHECK(std::vector<float>(target[i].values.begin(), target[i].values.end()) ==
          std::vector<float>(source[i].values.begin(), source[i].values.end()));
  }
}

TEST_CASE("parameters: one rejected tensor leaves all unchanged") {
  LayerNorm norm = make_layer_norm<float>(2);
  const std::vector<float> two{5.0F, 6.0F};
  const std::vector<float> three{1.0F, 2.0F, 3.0F};
  const auto assign = [&](const ParametersOf<const float>& from) {
    assign_parameters<float>(parameters_of<float>(norm), from);
  };
  CHECK_THROWS_WITH(assign({{"scale", two, {2}}, {"shift", three, {3}}}),
                    "shift is (3,); expected shape (2,)");
  CHECK_THROWS_WITH(assign({{"scale", two, {2}}, {"bias", two, {2}}}),
                    "weights is a set with bias; expected no other tensors than scale, shift");
  CHECK(norm.scale == RowVector::Ones(2));
  assign({{"scale", two, {2}}});
  CHECK(norm.scale == RowVector{{5.0F, 6.0F}});
  BlockStack stack = stack_of(NormPlacement::kPre, false);
  const auto assign_unknown = [&] {
    change_parameters<float>(stack, [&](const ParametersOf<float>& all) {
      assign_parameters<float>(all, {{"w1", two, {2}}});
    });
  };
  CHECK_THROWS_WITH_AS(assign_unknown(), doctest::Contains("norm2.shift, "), ArgumentError);
  CHECK_THROWS_WITH_AS(assign_unknown(), doctest::Contains(", ..."), ArgumentError);
}
