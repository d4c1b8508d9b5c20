#include "ffn/io/feed_forward_table.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "io/header_of.h"

using namespace ffn;
using test::all_of;
using test::kInOut;
using test::kOutIn;
using test::Network;
using test::Tensors;
using test::without;

namespace {

std::vector<FeedForwardTable> find(const std::vector<Network>& networks) {
  return find_feed_forwards(test::header_of(all_of(networks)));
}

std::vector<std::string> names_of(const std::vector<FeedForwardTable>& tables) {
  std::vector<std::string> names;
  for (const FeedForwardTable& table : tables) names.push_back(table.name);
  return names;
}

// Returns the only stack of the file.
FeedForwardTable only(const std::vector<FeedForwardTable>& tables) {
  REQUIRE(tables.size() == 1);
  return tables.front();
}

}  // namespace

TEST_CASE("feed_forward_table: networks are found with any prefix, in ascending order") {
  for (const std::string prefix : {"", "transformer.", "_orig_mod.transformer.", "module."}) {
    const FeedForwardTable table =
        only(find({{prefix + "h.10."}, {prefix + "h.2."}, {prefix + "h.0."}}));
    CHECK(table.family == ModelFamily::kGpt2);
    CHECK(table.name == prefix + "h.*.mlp");
    CHECK(table.before == prefix + "h.");
    CHECK(table.layers == std::vector<std::int64_t>{0, 2, 10});
    CHECK(table.n_layers == 11);
    CHECK(table.d_model(table.layout) == 8);
    CHECK(table.d_ff(table.layout) == 32);
    CHECK(table.layout == kInOut);
    CHECK_FALSE(table.ambiguous);
    CHECK_FALSE(table.gated);
    const auto needed = feed_forward_tensors(table, 10);
    REQUIRE(needed.size() == 4);
    CHECK(needed[0].name == prefix + "h.10.mlp.c_fc.weight");
    CHECK(needed[1].name == prefix + "h.10.mlp.c_fc.bias");
    CHECK(needed[2].name == prefix + "h.10.mlp.c_proj.weight");
    CHECK(needed[3].part == NetworkPart::kB2);
    CHECK(needed[2].shape == Shape{32, 8});
  }
}

TEST_CASE("feed_forward_table: a gate in the first weight determines the layout") {
  for (const WeightLayout layout : {kOutIn, kInOut}) {
    const FeedForwardTable table =
        only(find({{"layers.0.", "gate_up_proj", "down_proj", layout, false, 8, 20, "", true}}));
    CHECK(table.layout == layout);
    CHECK_FALSE(table.ambiguous);
    CHECK(table.d_model(layout) == 8);
    CHECK(table.tensors.size() == 2);
  }
}

TEST_CASE("feed_forward_table: BERT's output.dense is not that of its attention") {
  const FeedForwardTable bert = only(
      find({{"bert.encoder.layer.0.attention.", "self.dense", "output.dense", kOutIn, true, 8, 8},
            {"bert.encoder.layer.0.", "intermediate.dense", "output.dense", kOutIn}}));
  CHECK(bert.family == ModelFamily::kBert);
  CHECK(bert.name == "bert.encoder.layer.*");
  CHECK(bert.tensors[2].name == "bert.encoder.layer.0.output.dense.weight");
}

TEST_CASE("feed_forward_table: a network without a number is layer 0") {
  for (const std::string prefix : {"", "ffn.", "block2x.ffn.", "layers.07.", "layers.1234567."}) {
    CAPTURE(prefix);
    const FeedForwardTable table = only(find({{prefix, "net.0", "net.2", kOutIn}}));
    CHECK(table.layers == std::vector<std::int64_t>{0});
    CHECK(table.n_layers == 1);
    CHECK(table.name == prefix.substr(0, prefix.size() - (prefix.empty() ? 0 : 1)));
    CHECK(feed_forward_tensors(table, 0)[2].name == prefix + "net.2.weight");
    CHECK_THROWS_WITH(feed_forward_tensors(table, 1), "layer is 1; expected a layer from 0 to 0");
  }
}

TEST_CASE("feed_forward_table: stacks are sorted by name, in numeric order") {
  const auto stacks = find({{"decoder.0.a.", "fc1", "fc2"},
                            {"encoder.0.a.", "fc1", "fc2"},
                            {"decoder.1.b.", "fc1", "fc2"},
                            {"decoder.2.a.", "fc1", "fc2"}});
  CHECK(names_of(stacks) == std::vector<std::string>{"decoder.*.a", "decoder.*.b", "encoder.*.a"});
  CHECK(stacks[0].layers == std::vector<std::int64_t>{0, 2});
  CHECK(stacks[0].after == "a.");
  CHECK(feed_forward_tensors(stacks[0], 1)[0].name == "decoder.1.a.fc1.weight");
  std::vector<Network> experts;
  for (const int layer : {0, 1}) {
    for (const int expert : {0, 1, 2, 10}) {
      experts.push_back(
          {"layers." + std::to_string(layer) + ".moe.experts." + std::to_string(expert) + ".", "w1",
           "w2", kOutIn, false, 8, 32, "w3"});
    }
  }
  const auto of_expert = find(experts);
  CHECK(names_of(of_expert) ==
        std::vector<std::string>{"layers.*.moe.experts.0", "layers.*.moe.experts.1",
                                 "layers.*.moe.experts.2", "layers.*.moe.experts.10"});
  CHECK(of_expert[3].layers == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("feed_forward_table: of several numbers the layer's collects most networks") {
  std::vector<Network> t5;
  for (const int block : {0, 1, 2})
    t5.push_back({"encoder.block." + std::to_string(block) + ".layer.1.DenseReluDense.", "wi", "wo",
                  kOutIn, false});
  CHECK(only(find(t5)).name == "encoder.block.*.layer.1.DenseReluDense");
  CHECK(only(find({t5[1]})).name == "encoder.block.*.layer.1.DenseReluDense");
  const auto swin = find({{"layers.0.blocks.0.", "fc1", "fc2", kOutIn, true, 8, 32},
                          {"layers.0.blocks.1.", "fc1", "fc2", kOutIn, true, 8, 32},
                          {"layers.1.blocks.0.", "fc1", "fc2", kOutIn, true, 16, 64},
                          {"layers.1.blocks.1.", "fc1", "fc2", kOutIn, true, 16, 64}});
  CHECK(names_of(swin) == std::vector<std::string>{"layers.0.blocks.*", "layers.1.blocks.*"});
}

TEST_CASE("feed_forward_table: the layer has attention, with fewer networks in a stack, too") {
  // The first two layers of MobileBERT, with three more networks in each.
  std::vector<Network> networks;
  Tensors attention;
  for (const int layer : {0, 1}) {
    const std::string prefix = "encoder.layer." + std::to_string(layer) + ".";
    for (const std::string inner : {"", "ffn.0.", "ffn.1.", "ffn.2."})
      networks.push_back({prefix + inner, "intermediate.dense", "output.dense", kOutIn});
    attention.push_back({prefix + "attention.self.query.weight", {8, 8}});
  }
  const std::vector<std::string> by_layer{"encoder.layer.*", "encoder.layer.*.ffn.0",
                                          "encoder.layer.*.ffn.1", "encoder.layer.*.ffn.2"};
  Tensors tensors = test::all_of(networks);
  tensors.insert(tensors.end(), attention.begin(), attention.end());
  const auto found = find_feed_forwards(test::header_of(tensors));
  CHECK(names_of(found) == by_layer);
  CHECK(found[1].layers == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("feed_forward_table: networks of other shapes are stacks of their own") {
  const auto mixed =
      find({{"h.0."}, {"h.1.", "mlp.c_fc", "mlp.c_proj", kInOut, true, 16, 64}, {"h.2."}});
  REQUIRE(mixed.size() == 2);
  CHECK(mixed[0].name == "h.*.mlp (8, 32)");
  CHECK(mixed[0].layers == std::vector<std::int64_t>{0, 2});
  CHECK(mixed[1].name == "h.*.mlp (16, 64)");
  const auto biased = find({{"h.0."}, {"h.1.", "mlp.c_fc", "mlp.c_proj", kInOut, false}});
  CHECK(names_of(biased) ==
        std::vector<std::string>{"h.*.mlp (8, 32)", "h.*.mlp (8, 32) without biases"});
  const auto bare = find({{"", "fc1", "fc2", kOutIn}, {"0.", "fc1", "fc2", kOutIn, true, 4, 16}});
  REQUIRE(bare.size() == 2);
  CHECK(bare[0].name.empty());
  CHECK(bare[1].name == "*");
}

TEST_CASE("feed_forward_table: biases determine the layout") {
  const FeedForwardTable table = only(find({{"h.0.", "mlp.c_fc", "mlp.c_proj", kOutIn}}));
  CHECK(table.layout == kOutIn);
  CHECK(table.family == ModelFamily::kLinear);
  CHECK_FALSE(table.ambiguous);
  CHECK(table.d_model(table.layout) == 8);
  CHECK_NOTHROW(check_layout(table, kOutIn));
  CHECK_THROWS_WITH(
      check_layout(table, kInOut),
      "layout is \"in_out\"; expected \"out_in\", which other tensors of the file determine");
  const FeedForwardTable turned = only(find({{"h.0.", "fc1", "fc2"}}));
  CHECK(turned.layout == kInOut);
  CHECK_THROWS_WITH(
      check_layout(turned, kOutIn),
      "layout is \"out_in\"; expected \"in_out\", which other tensors of the file determine");
}

TEST_CASE("feed_forward_table: if nothing determines the layout, it is the usual one") {
  const FeedForwardTable bare = only(find({{"h.0.", "mlp.c_fc", "mlp.c_proj", kInOut, false}}));
  CHECK(bare.ambiguous);
  CHECK(bare.layout == kInOut);
  CHECK(bare.tensors.size() == 2);
  CHECK(bare.d_model(kInOut) == 8);
  CHECK(bare.d_model(kOutIn) == 32);
  CHECK(bare.d_ff(kOutIn) == 8);
  CHECK_NOTHROW(check_layout(bare, kOutIn));
  CHECK(only(find({{"h.0.", "fc1", "fc2", kOutIn, false}})).layout == kOutIn);
  CHECK(only(find({{"h.0.", "mlp.c_fc", "mlp.c_proj", kInOut, true, 8, 8}})).ambiguous);
}

TEST_CASE("feed_forward_table: without biases the width of the model determines the layout") {
  const Tensors network =
      Network{"transformer.h.0.", "mlp.c_fc", "mlp.c_proj", kOutIn, false}.tensors();
  for (const NeededTensor& beside : {NeededTensor{"transformer.h.0.ln_2.weight", {8}},
                                     NeededTensor{"transformer.h.0.attn.c_attn.weight", {24, 8}},
                                     NeededTensor{"transformer.ln_f.weight", {8}},
                                     NeededTensor{"transformer.wte.weight", {50, 8}}}) {
    CAPTURE(beside.name);
    Tensors tensors = network;
    tensors.push_back(beside);
    const FeedForwardTable table = only(find_feed_forwards(test::header_of(tensors)));
    CHECK(table.layout == kOutIn);
    CHECK(table.family == ModelFamily::kLinear);
    CHECK_FALSE(table.ambiguous);
  }
}

TEST_CASE("feed_forward_table: GPT-2's attention determines the layout of square weights") {
  for (const WeightLayout layout : {kOutIn, kInOut}) {
    Tensors tensors = Network{"h.0.", "mlp.c_fc", "mlp.c_proj", layout, false, 8, 8}.tensors();
    tensors.push_back({"h.0.attn.c_attn.weight", layout == kOutIn ? Shape{24, 8} : Shape{8, 24}});
    const FeedForwardTable table = only(find_feed_forwards(test::header_of(tensors)));
    CHECK(table.layout == layout);
    CHECK_FALSE(table.ambiguous);
  }
  Tensors square = Network{"h.0.", "mlp.c_fc", "mlp.c_proj", kInOut, false, 8, 8}.tensors();
  square.push_back({"h.0.attn.c_attn.weight", {8, 8}});
  CHECK(only(find_feed_forwards(test::header_of(square))).ambiguous);
}

TEST_CASE("feed_forward_table: a missing tensor of a later layer is named") {
  const SafetensorsHeader header =
      test::header_of(without(all_of({{"h.0."}, {"h.1."}}), "h.1.mlp.c_proj.bias"));
  const FeedForwardTable table = only(find_feed_forwards(header));
  CHECK(table.layers == std::vector<std::int64_t>{0});
  CHECK(table.n_layers == 2);
  const auto networks = feed_forward_tensors(table, 1);
  const std::vector<NeededTensor> needed(networks.begin(), networks.end());
  CHECK_THROWS_WITH_AS(find_tensors(header, needed),
                       "tensor \"h.1.mlp.c_proj.bias\" is missing; expected one of shape (8,)",
                       CheckpointError);
  CHECK_THROWS_WITH(feed_forward_tensors(table, 2), "layer is 2; expected a layer from 0 to 1");
  CHECK_THROWS_AS(feed_forward_tensors(table, -1), ArgumentError);
}
