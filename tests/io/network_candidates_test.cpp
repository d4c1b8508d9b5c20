#include "ffn/io/network_candidates.h"

#include <doctest/doctest.h>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/feed_forward_table.h"
#include "io/header_of.h"

using namespace ffn;
using test::all_of;
using test::kOutIn;
using test::Network;
using test::Tensors;
using test::without;

namespace {

bool has_network(const Tensors& tensors) {
  return !find_network_candidates(test::header_of(tensors)).empty();
}

Tensors llama(bool bias = false) {
  return Network{"layers.0.mlp.", "gate_proj", "down_proj", kOutIn, bias, 8, 20, "up_proj"}
      .tensors();
}

}  // namespace

TEST_CASE("network_candidates: incomplete and similarly named tensors are no networks") {
  for (const Tensors& complete : {Network{"h.0."}.tensors(), llama(true)}) {
    REQUIRE(has_network(complete));
    for (const NeededTensor& tensor : complete) {
      CAPTURE(tensor.name);
      if (tensor.name.ends_with("gate_proj.weight")) continue;  // leaves the names of MPT
      CHECK_FALSE(has_network(without(complete, tensor.name)));
      for (const Shape& shape : {Shape{7}, Shape{7, 5}, Shape{0, 8}}) {
        Tensors other = without(complete, tensor.name);
        other.push_back({tensor.name, shape});
        CHECK_FALSE(has_network(other));
      }
    }
  }
  CHECK_FALSE(has_network({}));
  CHECK_FALSE(has_network(Network{"xh.0.", "notmlp.c_fc"}.tensors()));
  CHECK_FALSE(has_network({{"h.0.mlp.c_fc.weight", {8, 32}}, {"h.0.mlp.c_proj.weight", {30, 8}}}));
}

TEST_CASE("network_candidates: a gated network whose first layer is elsewhere is no other one") {
  const Tensors up_down = without(llama(), "layers.0.mlp.gate_proj.weight");
  CHECK(has_network(up_down));  // Transformers' MPT
  Tensors shard = up_down;
  shard.push_back({"layers.1.mlp.gate_proj.weight", {20, 8}});
  CHECK_FALSE(has_network(shard));
}

TEST_CASE("network_candidates: a layer inside makes another kind of network") {
  const auto with = [](Tensors tensors, const std::string& inner) {
    tensors.push_back({inner, {20}});
    const bool network = has_network(tensors);
    const TensorInfo* const found = find_inner_layer(test::header_of(tensors));
    CHECK(network == (found == nullptr));
    return !network;
  };
  const Tensors fc = Network{"blocks.0.mlp.", "fc1", "fc2", kOutIn, true, 8, 20}.tensors();
  for (const char* const layer : {"norm.weight", "grn.weight", "dwconv.dwconv.weight",
                                  "ffn_ln.weight", "ffn_layernorm.weight", "ffn_sub_norm.weight"}) {
    CAPTURE(layer);
    CHECK(with(fc, std::string("blocks.0.mlp.") + layer));
    CHECK(with(llama(), std::string("layers.0.mlp.") + layer));
    CHECK_FALSE(with(fc, std::string("blocks.0.") + layer));
  }
  CHECK_FALSE(with(fc, "blocks.0.mlp.norm1.weight"));
  // In a layer of the model norm is the layer's.
  const Tensors in_layer = Network{"layers.0.", "fc1", "fc2", kOutIn, true, 8, 20}.tensors();
  CHECK_FALSE(with(in_layer, "layers.0.norm.weight"));
  CHECK(with(in_layer, "layers.0.ffn_layernorm.weight"));
  const Tensors no_prefix = Network{"", "fc1", "fc2", kOutIn, true, 8, 20}.tensors();
  CHECK_FALSE(with(no_prefix, "norm.weight"));
  CHECK(with(Network{"feed_forward.", "gate_up_proj", "down_proj", kOutIn, false, 8, 20, "", true}
                 .tensors(),
             "feed_forward.gate_up_proj_adapter_list.0.0.weight"));
}

TEST_CASE("network_candidates: a fused first layer needs the names of a fused one") {
  CHECK(has_network(
      Network{"0.", "gate_up_proj", "down_proj", kOutIn, false, 8, 20, "", true}.tensors()));
  CHECK_FALSE(has_network(Network{"0.", "gate_up_proj", "down_proj", kOutIn, false}.tensors()));
  CHECK_FALSE(
      has_network(Network{"0.", "linear1", "linear2", kOutIn, false, 8, 20, "", true}.tensors()));
}

TEST_CASE("network_candidates: the missing tensor of an incomplete network is named") {
  const auto lacks = [](const Tensors& tensors, const std::string& name) {
    CAPTURE(name);
    const auto found = find_incomplete_network(test::header_of(without(tensors, name)));
    CHECK(found.first == name);
    CHECK(found.second == tensors.front().name);
  };
  const Tensors gpt2 = Network{"h.0."}.tensors();
  lacks(gpt2, "h.0.mlp.c_fc.bias");
  lacks(gpt2, "h.0.mlp.c_proj.weight");
  lacks(gpt2, "h.0.mlp.c_proj.bias");
  lacks(llama(), "layers.0.mlp.up_proj.weight");
  CHECK(find_incomplete_network(test::header_of({})).first.empty());
  CHECK_NOTHROW(reject_incomplete_network(test::header_of({})));
  CHECK_THROWS_WITH_AS(
      reject_incomplete_network(test::header_of(without(gpt2, "h.0.mlp.c_proj.weight"))),
      "tensor \"h.0.mlp.c_proj.weight\" is missing; expected one beside \"h.0.mlp.c_fc.weight\"",
      CheckpointError);
}

TEST_CASE("network_candidates: the file of a missing tensor is named if an index tells it") {
  const SafetensorsHeader header(
      test::header_of(without(Network{"h.0."}.tensors(), "h.0.mlp.c_proj.weight")).tensors(), {},
      {{"h.0.mlp.c_proj.weight", "2.safetensors"}});
  CHECK_THROWS_WITH_AS(reject_incomplete_network(header),
                       "tensor \"h.0.mlp.c_proj.weight\" is in \"2.safetensors\"; expected that "
                       "file opened together with the others",
                       CheckpointError);
}
