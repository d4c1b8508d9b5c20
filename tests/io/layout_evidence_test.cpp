#include "ffn/io/layout_evidence.h"

#include <doctest/doctest.h>

#include "io/header_of.h"

using namespace ffn;
using test::Tensors;

namespace {

constexpr WeightSizes kSizes{32, 8};

std::optional<std::int64_t> width(const Tensors& tensors) {
  return width_beside(test::header_of(tensors), kSizes, "m.h.0.", "m.");
}

}  // namespace

TEST_CASE("layout_evidence: norms, attention and embeddings determine the width") {
  CHECK(width({{"m.h.0.input_layernorm.weight", {8}}}) == 8);
  CHECK(width({{"m.h.0.attn.c_attn.weight", {24, 8}}}) == 8);
  CHECK(width({{"m.norm.weight", {32}}}) == 32);
  CHECK(width({{"m.embed_tokens.weight", {8, 32}}}) == 32);  // not the size of the vocabulary
}

TEST_CASE("layout_evidence: evidence nearer to the network takes precedence") {
  CHECK(width({{"m.embed_tokens.weight", {50, 32}},
               {"m.h.0.ln_1.weight", {8}},
               {"m.norm.weight", {32}}}) == 8);
}

TEST_CASE("layout_evidence: tensors of both sizes, of none, and of other models say nothing") {
  CHECK_FALSE(width({}).has_value());
  CHECK_FALSE(width({{"m.h.0.ln_1.weight", {8}}, {"m.h.0.mlp.norm.weight", {32}}}).has_value());
  CHECK_FALSE(width({{"m.h.0.ln_1.weight", {7}}}).has_value());
  CHECK_FALSE(width({{"other.norm.weight", {8}}}).has_value());
  CHECK_FALSE(
      width_beside(test::header_of({{"m.norm.weight", {8}}}), {8, 8}, "m.h.0.", "m.").has_value());
}

TEST_CASE("layout_evidence: layers with attention are found by the numbers before its name") {
  const auto header = test::header_of({{"m.layer.1.attention.self.query.weight", {8, 8}},
                                       {"m.layer.1.attention.self.key.weight", {8, 8}},
                                       {"down.0.attentions.2.blocks.3.attn1.to_q.weight", {8, 8}},
                                       {"attn_layers.layers.0.1.to_q.weight", {8, 8}},
                                       {"attention.0.weight", {8, 8}},
                                       {"m.layer.1.ffn.0.output.dense.weight", {8, 8}}});
  CHECK(prefixes_of_attention(header) ==
        std::vector<std::string_view>{"down.0.", "down.0.attentions.2.",
                                      "down.0.attentions.2.blocks.3.", "m.layer.1."});
  CHECK(prefixes_of_attention(test::header_of({})).empty());
}
