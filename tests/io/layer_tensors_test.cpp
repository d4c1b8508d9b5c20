#include "ffn/io/layer_tensors.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/safetensors_writer.h"
#include "io/corpus.h"

using namespace ffn;

namespace {

SafetensorsHeader header_with(const std::vector<NeededTensor>& tensors) {
  std::vector<TensorInfo> infos;
  for (const NeededTensor& tensor : tensors)
    infos.push_back({tensor.name, Dtype::kF32, tensor.shape, {}});
  return {infos, {}};
}

}  // namespace

TEST_CASE("layer_tensors: a layer's number has up to six digits and no leading zero") {
  const LayerName found = parse_layer_name("p.h.11.up.weight", "p.h.");
  CHECK(found.layer == 11);
  CHECK(found.suffix == "up.weight");
  CHECK(parse_layer_name("h.0.x", "h.").layer == 0);
  for (const char* name : {"h.up.weight", "h..up.weight", "h.00.up.weight", "h.01.up.weight",
                           "h.-1.up.weight", "h.1x.up.weight", "h.0up.weight", "q.h.0.up.weight",
                           "h.1234567.up.weight", "h.99999999999999999999.up.weight", "h.0"}) {
    CAPTURE(name);
    CHECK(parse_layer_name(name, "h.").layer == -1);
  }
}

TEST_CASE("layer_tensors: errors name the missing or wrongly shaped tensor") {
  const SafetensorsHeader header = header_with({{"a", {2, 3}}, {"b", {3}}});
  const std::vector<NeededTensor> both{{"b", {3}}, {"a", {2, 3}}};
  const std::vector<TensorInfo> found = find_tensors(header, both);
  CHECK(found[0].name == "b");
  CHECK(found[1].name == "a");
  CHECK(has_tensors(header, both));
  const std::vector<NeededTensor> missing{{"a", {2, 3}}, {"c", {5, 6}}};
  CHECK_FALSE(has_tensors(header, missing));
  CHECK_THROWS_WITH(find_tensors(header, missing),
                    "tensor \"c\" is missing; expected one of shape (5, 6)");
  const std::vector<NeededTensor> turned{{"a", {3, 2}}};
  CHECK_FALSE(has_tensors(header, turned));
  CHECK_THROWS_WITH_AS(find_tensors(header, turned),
                       "tensor \"a\" shape is (2, 3); expected (3, 2)", CheckpointError);
}

TEST_CASE("layer_tensors: decode_weight returns (out, in) for both layouts") {
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  const auto bytes = std::as_bytes(std::span(values));
  const FetchedTensor tensor{{"w", Dtype::kF32, {2, 3}, {0, 24}}, bytes};
  const Matrix straight = decode_weight(tensor, WeightLayout::kOutIn);
  const Matrix turned = decode_weight(tensor, WeightLayout::kInOut);
  CHECK(straight.rows() == 2);
  CHECK(straight(0, 2) == 3);
  CHECK(turned.rows() == 3);
  CHECK(turned(2, 0) == 3);
  CHECK(turned(0, 1) == 4);
  CHECK(decode_vector({{"b", Dtype::kF32, {6}, {0, 24}}, bytes})[5] == 6);
  CHECK_THROWS_WITH(decode_weight({{"w", Dtype::kF32, {6}, {0, 24}}, bytes}, WeightLayout::kInOut),
                    "tensor \"w\" is of shape (6,); expected two dimensions");
  CHECK_THROWS_AS(decode_vector({{"b", Dtype::kF32, {5}, {0, 24}}, bytes}), ArgumentError);
}

TEST_CASE("layer_tensors: decode_feed_forward reads networks with and without biases") {
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  const auto all = std::as_bytes(std::span(values));
  const auto tensor = [&](const char* name, Shape shape, std::size_t floats) {
    return FetchedTensor{
        {name, Dtype::kF32, std::move(shape), {0, static_cast<std::int64_t>(4 * floats)}},
        all.first(4 * floats)};
  };
  const std::vector<FetchedTensor> four{tensor("w1", {2, 3}, 6), tensor("b1", {3}, 3),
                                        tensor("w2", {3, 2}, 6), tensor("b2", {2}, 2)};
  const FeedForwardLayers in_out = decode_feed_forward(four, WeightLayout::kInOut);
  CHECK(in_out.linear1.weight(2, 0) == 3);
  CHECK(in_out.linear1.bias[2] == 3);
  CHECK(in_out.linear2.weight(0, 1) == 3);
  CHECK(in_out.linear2.bias[1] == 2);
  CHECK(in_out.gate.weight.size() == 0);
  const std::vector<FetchedTensor> two{four[0], four[2]};
  const FeedForwardLayers out_in = decode_feed_forward(two, WeightLayout::kOutIn);
  CHECK(out_in.linear1.weight(0, 2) == 3);
  CHECK(out_in.linear1.bias.size() == 0);
  CHECK(out_in.linear2.weight(2, 1) == 6);
  CHECK_THROWS_WITH(decode_feed_forward({}, WeightLayout::kOutIn),
                    "tensors is 0 tensors; expected 2 or 4");
  CHECK_THROWS_WITH(decode_linear(four, WeightLayout::kOutIn),
                    "tensors is 4 tensors; expected 1 or 2");
}
