#include "ffn/io/feed_forward_table.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "golden.h"
#include "io/golden_file.h"

using namespace ffn;

namespace {

using Tensors = std::vector<NeededTensor>;

SafetensorsHeader header_of(const Tensors& tensors) {
  std::vector<TensorInfo> infos;
  for (const NeededTensor& tensor : tensors)
    infos.push_back({tensor.name, Dtype::kF32, tensor.shape, {}});
  return {infos, {}};
}

// The tensors of a network d_model 8 -> d_ff 32, or of other sizes.
struct Network {
  std::string prefix;
  std::string first = "mlp.c_fc";
  std::string second = "mlp.c_proj";
  WeightLayout layout = WeightLayout::kInOut;
  bool bias = true;
  std::int64_t d_model = 8;
  std::int64_t d_ff = 32;

  Tensors tensors() const {
    const bool out_in = layout == WeightLayout::kOutIn;
    Tensors list{
        {prefix + first + ".weight", out_in ? Shape{d_ff, d_model} : Shape{d_model, d_ff}},
        {prefix + second + ".weight", out_in ? Shape{d_model, d_ff} : Shape{d_ff, d_model}}};
    if (bias) list.push_back({prefix + first + ".bias", {d_ff}});
    if (bias) list.push_back({prefix + second + ".bias", {d_model}});
    return list;
  }
};

Tensors all_of(const std::vector<Network>& networks) {
  Tensors list;
  for (const Network& network : networks) {
    for (const NeededTensor& tensor : network.tensors()) list.push_back(tensor);
  }
  return list;
}

std::optional<FeedForwardTable> find(const std::vector<Network>& networks) {
  return find_feed_forwards(header_of(all_of(networks)));
}

// Returns the tensors without the one of that name.
Tensors without(Tensors tensors, const std::string& name) {
  std::erase_if(tensors, [&](const NeededTensor& tensor) { return tensor.name == name; });
  return tensors;
}

}  // namespace

TEST_CASE(
    "feed_forward_table: GPT-2's networks are found with and without a prefix, in ascending "
    "order") {
  for (const std::string prefix : {"", "transformer."}) {
    const auto table = find({{prefix + "h.10."}, {prefix + "h.2."}, {prefix + "h.0."}});
    REQUIRE(table.has_value());
    CHECK(name_of(table->family) == "gpt2");
    CHECK(table->before == prefix + "h.");
    CHECK(table->layers == std::vector<std::int64_t>{0, 2, 10});
    CHECK(table->n_layers == 11);
    CHECK(table->d_model(table->layout) == 8);
    CHECK(table->d_ff(table->layout) == 32);
    CHECK(table->layout == WeightLayout::kInOut);
    CHECK_FALSE(table->ambiguous);
    const Tensors needed = feed_forward_tensors(*table, 10);
    REQUIRE(needed.size() == 4);
    CHECK(needed[0].name == prefix + "h.10.mlp.c_fc.weight");
    CHECK(needed[1].name == prefix + "h.10.mlp.c_fc.bias");
    CHECK(needed[2].name == prefix + "h.10.mlp.c_proj.weight");
    CHECK(needed[3].name == prefix + "h.10.mlp.c_proj.bias");
    CHECK(needed[2].shape == Shape{32, 8});
  }
}

TEST_CASE("feed_forward_table: the names of BERT and of other models are known") {
  const auto bert =
      find({{"bert.encoder.layer.0.attention.", "self.dense", "output.dense", WeightLayout::kOutIn,
             true, 8, 8},
            {"bert.encoder.layer.0.", "intermediate.dense", "output.dense", WeightLayout::kOutIn}});
  REQUIRE(bert.has_value());
  CHECK(name_of(bert->family) == "bert");
  CHECK(bert->tensors[2].name == "bert.encoder.layer.0.output.dense.weight");
  struct Case {
    const char* prefix;
    const char* first;
    const char* second;
  };
  for (const Case& c :
       {Case{"layers.3.", "linear1", "linear2"}, Case{"model.decoder.layers.3.", "fc1", "fc2"},
        Case{"transformer.layer.3.ffn.", "lin1", "lin2"},
        Case{"trf_blocks.3.", "ff.layers.0", "ff.layers.2"},
        Case{"gpt_neox.layers.3.", "mlp.dense_h_to_4h", "mlp.dense_4h_to_h"},
        Case{"3.", "net.0", "net.3"}}) {
    CAPTURE(c.first);
    const auto table = find({{c.prefix, c.first, c.second, WeightLayout::kOutIn}});
    REQUIRE(table.has_value());
    CHECK(name_of(table->family) == "linear");
    CHECK(table->layers == std::vector<std::int64_t>{3});
    CHECK(table->layout == WeightLayout::kOutIn);
    CHECK(table->d_model(table->layout) == 8);
    CHECK(feed_forward_tensors(*table, 3)[0].name == std::string(c.prefix) + c.first + ".weight");
    CHECK(feed_forward_tensors(*table, 1)[1].name != feed_forward_tensors(*table, 3)[1].name);
  }
}

TEST_CASE("feed_forward_table: a network without a number is layer 0") {
  for (const std::string prefix : {"", "ffn.", "block2x.ffn.", "layers.07.", "layers.1234567."}) {
    CAPTURE(prefix);
    const auto table = find({{prefix, "net.0", "net.2", WeightLayout::kOutIn}});
    REQUIRE(table.has_value());
    CHECK(table->layers == std::vector<std::int64_t>{0});
    CHECK(table->n_layers == 1);
    CHECK(feed_forward_tensors(*table, 0)[2].name == prefix + "net.2.weight");
    CHECK_THROWS_WITH(feed_forward_tensors(*table, 1), "layer is 1; expected a layer from 0 to 0");
  }
}

TEST_CASE("feed_forward_table: biases determine the layout") {
  const auto table = find({{"h.0.", "mlp.c_fc", "mlp.c_proj", WeightLayout::kOutIn}});
  REQUIRE(table.has_value());
  CHECK(table->layout == WeightLayout::kOutIn);
  CHECK_FALSE(table->ambiguous);
  CHECK(table->d_model(table->layout) == 8);
  CHECK_NOTHROW(check_layout(*table, WeightLayout::kOutIn));
  CHECK_THROWS_WITH(check_layout(*table, WeightLayout::kInOut),
                    "layout is \"in_out\"; expected \"out_in\", as the biases have its lengths");
  const auto turned = find({{"h.0.", "fc1", "fc2"}});
  REQUIRE(turned.has_value());
  CHECK(turned->layout == WeightLayout::kInOut);
  CHECK_THROWS_WITH(check_layout(*turned, WeightLayout::kOutIn),
                    "layout is \"out_in\"; expected \"in_out\", as the biases have its lengths");
}

TEST_CASE(
    "feed_forward_table: without biases and with square weights the family or the caller "
    "determines the layout") {
  const auto bare = find({{"h.0.", "mlp.c_fc", "mlp.c_proj", WeightLayout::kInOut, false}});
  REQUIRE(bare.has_value());
  CHECK(bare->ambiguous);
  CHECK(bare->layout == WeightLayout::kInOut);
  CHECK(bare->tensors.size() == 2);
  CHECK(bare->d_model(WeightLayout::kInOut) == 8);
  CHECK(bare->d_model(WeightLayout::kOutIn) == 32);
  CHECK(bare->d_ff(WeightLayout::kOutIn) == 8);
  CHECK_NOTHROW(check_layout(*bare, WeightLayout::kOutIn));
  const auto linear = find({{"h.0.", "fc1", "fc2", WeightLayout::kOutIn, false}});
  REQUIRE(linear.has_value());
  CHECK(linear->layout == WeightLayout::kOutIn);
  const auto square = find({{"h.0.", "mlp.c_fc", "mlp.c_proj", WeightLayout::kInOut, true, 8, 8}});
  REQUIRE(square.has_value());
  CHECK(square->ambiguous);
}

TEST_CASE("feed_forward_table: incomplete and similarly named tensors are no networks") {
  const Tensors complete = Network{"h.0."}.tensors();
  REQUIRE(find_feed_forwards(header_of(complete)).has_value());
  for (const NeededTensor& tensor : complete) {
    CAPTURE(tensor.name);
    CHECK_FALSE(find_feed_forwards(header_of(without(complete, tensor.name))).has_value());
    Tensors other = without(complete, tensor.name);
    other.push_back({tensor.name, {7}});
    CHECK_FALSE(find_feed_forwards(header_of(other)).has_value());
  }
  CHECK_FALSE(find_feed_forwards(header_of({})).has_value());
  CHECK_FALSE(find({{"xh.0.", "notmlp.c_fc", "mlp.c_proj"}}).has_value());
  CHECK_FALSE(find_feed_forwards(
                  header_of({{"h.0.mlp.c_fc.weight", {8, 32}}, {"h.0.mlp.c_proj.weight", {30, 8}}}))
                  .has_value());
}

TEST_CASE("feed_forward_table: networks of other stacks and of other shapes are left out") {
  const auto mixed = find(
      {{"h.0."}, {"h.1.", "mlp.c_fc", "mlp.c_proj", WeightLayout::kInOut, true, 16, 64}, {"h.2."}});
  REQUIRE(mixed.has_value());
  CHECK(mixed->layers == std::vector<std::int64_t>{0, 2});
  const auto biased =
      find({{"h.0."}, {"h.1.", "mlp.c_fc", "mlp.c_proj", WeightLayout::kInOut, false}});
  REQUIRE(biased.has_value());
  CHECK(biased->layers == std::vector<std::int64_t>{0});
  const auto stacks = find({{"decoder.0.a.", "fc1", "fc2"},
                            {"encoder.0.a.", "fc1", "fc2"},
                            {"decoder.1.b.", "fc1", "fc2"},
                            {"decoder.2.a.", "fc1", "fc2"}});
  REQUIRE(stacks.has_value());
  CHECK(stacks->before == "decoder.");
  CHECK(stacks->after == "a.");
  CHECK(stacks->layers == std::vector<std::int64_t>{0, 2});
  CHECK(feed_forward_tensors(*stacks, 1)[0].name == "decoder.1.a.fc1.weight");
}

TEST_CASE("feed_forward_table: a missing tensor of a later layer is named") {
  const SafetensorsHeader header =
      header_of(without(all_of({{"h.0."}, {"h.1."}}), "h.1.mlp.c_proj.bias"));
  const auto table = find_feed_forwards(header);
  REQUIRE(table.has_value());
  CHECK(table->layers == std::vector<std::int64_t>{0});
  CHECK(table->n_layers == 2);
  CHECK_THROWS_WITH_AS(find_tensors(header, feed_forward_tensors(*table, 1)),
                       "tensor \"h.1.mlp.c_proj.bias\" is missing; expected one of shape (8,)",
                       CheckpointError);
  CHECK_THROWS_WITH(feed_forward_tensors(*table, 2), "layer is 2; expected a layer from 0 to 1");
  CHECK_THROWS_AS(feed_forward_tensors(*table, -1), ArgumentError);
}

TEST_CASE("feed_forward_table: networks read from files agree with PyTorch") {
  const auto golden = test::read_golden("checkpoint");
  const Matrix x = golden.at("x").matrix();
  for (const std::string name : {"gpt2_f32", "gpt2_f16", "gpt2_bf16"}) {
    const std::string file = test::read_golden_file(name);
    const SafetensorsHeader header = test::open_file(file);
    const auto table = find_feed_forwards(header);
    REQUIRE(table.has_value());
    CHECK(table->layers == std::vector<std::int64_t>{0, 1});
    for (const std::int64_t layer : table->layers) {
      const auto fetched = test::fetch(file, header, feed_forward_tensors(*table, layer));
      const FeedForward network(decode_feed_forward(fetched, table->layout),
                                feed_forward_options(table->family));
      Matrix output(x.rows(), x.cols());
      network.forward(view(x), view(output), nullptr);
      CHECK(test::relative_error(
                output, golden.at(name + "_feed_forward_" + std::to_string(layer))) < 5e-6);
    }
  }
}

TEST_CASE("feed_forward_table: the family determines activation and dropout placement") {
  CHECK(feed_forward_options(ModelFamily::kGpt2).activation == Activation::kGeluTanh);
  CHECK(feed_forward_options(ModelFamily::kBert).activation == Activation::kGelu);
  CHECK(feed_forward_options(ModelFamily::kBert).dropout_placement == DropoutPlacement::kOutput);
  CHECK(feed_forward_options(ModelFamily::kLinear).activation == Activation::kGelu);
  CHECK(feed_forward_options(ModelFamily::kLinear).dropout_placement == DropoutPlacement::kHidden);
}

TEST_CASE("feed_forward_table: tensors for tokens are found by their names") {
  const SafetensorsHeader header = header_of({{"transformer.wte.bias", {5, 8}},
                                              {"newte.weight", {5, 8}},
                                              {"transformer.wte.weight", {5, 8}},
                                              {"transformer.wpe.weight", {9, 8}},
                                              {"ln_f.weight", {8}},
                                              {"transformer.ln_f.weight", {8}},
                                              {"transformer.ln_f.bias", {8}}});
  const TokenTensors found = find_token_tensors(header);
  REQUIRE(found.embedding != nullptr);
  CHECK(found.embedding->name == "transformer.wte.weight");
  REQUIRE(found.positions != nullptr);
  CHECK(found.positions->name == "transformer.wpe.weight");
  REQUIRE(found.final_scale != nullptr);
  CHECK(found.final_scale->name == "transformer.ln_f.weight");
  CHECK(found.final_shift->name == "transformer.ln_f.bias");
  const TokenTensors none = find_token_tensors(header_of(
      {{"wte.weight", {5}}, {"wpe.weight", {5}}, {"ln_f.weight", {8}}, {"ln_f.bias", {8}}}));
  CHECK(none.embedding == nullptr);
  CHECK(none.positions == nullptr);
  CHECK(none.final_scale == nullptr);
  CHECK(find_token_tensors(header_of({{"wte.weight", {5, 8}}, {"ln_f.weight", {8}}})).final_scale ==
        nullptr);
}
