#include "ffn/io/stack_activation.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "io/header_of.h"

using namespace ffn;
using test::kOutIn;
using test::Network;
using test::Tensors;

namespace {

Tensors gpt2(std::int64_t positions = 1024) {
  Tensors tensors =
      Network{"h.0.", "mlp.c_fc", "mlp.c_proj", WeightLayout::kInOut, true, 128, 512}.tensors();
  tensors.insert(tensors.end(), {{"h.0.ln_1.bias", {128}},
                                 {"h.0.attn.c_attn.weight", {128, 384}},
                                 {"wte.weight", {50257, 128}},
                                 {"wpe.weight", {positions, 128}}});
  return tensors;
}

Tensors bert(const std::string& prefix, std::int64_t positions = 512) {
  const std::string layer = prefix + "encoder.layer.0.";
  Tensors tensors = Network{layer, "intermediate.dense", "output.dense", kOutIn}.tensors();
  tensors.insert(tensors.end(), {{layer + "attention.self.query.weight", {8, 8}},
                                 {prefix + "embeddings.position_embeddings.weight", {positions, 8}},
                                 {prefix + "embeddings.word_embeddings.weight", {30522, 8}}});
  return tensors;
}

StackActivation find(const Tensors& tensors, const ModelConfig* config = nullptr,
                     const SafetensorsHeader::Metadata& metadata = {}) {
  const SafetensorsHeader header(test::header_of(tensors).tensors(), metadata);
  const FeedForwardTable table = find_feed_forwards(header).at(0);
  return find_activation(header, table, config, table.layout);
}

std::optional<std::int64_t> heads(const Tensors& tensors, const ModelConfig* config = nullptr,
                                  const SafetensorsHeader::Metadata& metadata = {}) {
  const SafetensorsHeader header(test::header_of(tensors).tensors(), metadata);
  return find_heads(header, find_feed_forwards(header).at(0), config);
}

Tensors llama(const std::string& first = "w1") {
  Tensors tensors =
      Network{"layers.0.feed_forward.", first, "w2", kOutIn, false, 8, 20, "w3"}.tensors();
  tensors.push_back({"layers.0.attention.wq.weight", {8, 8}});
  return tensors;
}

}  // namespace

TEST_CASE("stack_activation: names and sizes of published models determine it") {
  const StackActivation of_gpt2 = find(gpt2());
  CHECK(of_gpt2.activation == Activation::kGeluTanh);
  CHECK(of_gpt2.from == ActivationSource::kNames);
  CHECK(heads(gpt2()) == 2);
  CHECK(find(bert("")).activation == Activation::kGelu);
  CHECK(find(bert("bert.")).activation == Activation::kGelu);
  CHECK(find(bert("roberta.", 514)).activation == Activation::kGelu);
  CHECK(find(llama()).activation == Activation::kSilu);
}

TEST_CASE("stack_activation: similar names do not determine it") {
  CHECK_FALSE(find(gpt2(2048)).activation.has_value());  // Cerebras-GPT: gelu
  CHECK_FALSE(find(gpt2(2048)).n_heads.has_value());     // and 128 features per head
  CHECK_FALSE(find(test::without(gpt2(), "h.0.ln_1.bias")).activation.has_value());  // ImageGPT
  CHECK_FALSE(find(test::without(gpt2(), "wpe.weight")).activation.has_value());
  CHECK_FALSE(find(bert("ernie.")).activation.has_value());
  CHECK_FALSE(find(bert("bert.", 513)).activation.has_value());  // ERNIE 1.0: relu
  CHECK_FALSE(find(bert("mobilebert.")).activation.has_value());
  Tensors bottlenecks = bert("");
  bottlenecks.push_back({"encoder.layer.0.bottleneck.input.dense.weight", {8, 8}});
  CHECK_FALSE(find(bottlenecks).activation.has_value());
  CHECK_FALSE(find(test::without(llama(), "layers.0.attention.wq.weight")).activation.has_value());
  CHECK_FALSE(find(Network{"0.", "linear1", "linear2", kOutIn}.tensors()).activation.has_value());
}

TEST_CASE("stack_activation: configuration, metadata and names decide in this order") {
  const ModelConfig relu(R"({"model_type": "opt", "activation_function": "relu", "n_head": 4})");
  const SafetensorsHeader::Metadata silu{{"activation_function", "silu"}, {"n_head", "8"}};
  const StackActivation config = find(gpt2(), &relu, silu);
  CHECK(config.activation == Activation::kRelu);
  CHECK(config.from == ActivationSource::kConfig);
  const StackActivation metadata = find(gpt2(), nullptr, silu);
  CHECK(metadata.activation == Activation::kSilu);
  CHECK(metadata.from == ActivationSource::kMetadata);
  CHECK(heads(gpt2(), &relu, silu) == 4);
  CHECK(heads(gpt2(), nullptr, silu) == 8);
}

TEST_CASE("stack_activation: a configuration of another width is not used") {
  const ModelConfig other(R"({"hidden_act": "relu", "hidden_size": 16})");
  const StackActivation found = find(Network{"0.", "fc1", "fc2", kOutIn}.tensors(), &other);
  CHECK_FALSE(found.activation.has_value());
  CHECK(found.other_width == 16);
  CHECK_THROWS_WITH_AS(required_activation(found),
                       "config is of a model of width 16; expected the config.json of this file, "
                       "or the option \"activation\"",
                       ArgumentError);
  const ModelConfig own(R"({"hidden_act": "relu", "hidden_size": 8})");
  CHECK(find(Network{"0.", "fc1", "fc2", kOutIn}.tensors(), &own).activation == Activation::kRelu);
}

TEST_CASE("stack_activation: a missing and an unknown activation are refused by name") {
  const Tensors plain = Network{"0.", "fc1", "fc2", kOutIn}.tensors();
  CHECK_THROWS_WITH_AS(
      required_activation(find(plain)),
      "activation is left out; expected the option \"activation\" or the model's config.json in "
      "the option \"config\", as neither the names of the tensors nor the metadata determine it",
      ArgumentError);
  const ModelConfig config(R"({"hidden_act": "laplace"})");
  const StackActivation refused = find(plain, &config);
  CHECK(refused.refused == "laplace");
  const std::string message = "hidden_act is \"laplace\"; expected one of " +
                              list_of_names(NamesOf<Activation>::names) +
                              ", or the option \"activation\"";
  CHECK_THROWS_WITH_AS(required_activation(refused), message.c_str(), ArgumentError);
  CHECK(required_activation(find(gpt2())) == Activation::kGeluTanh);
}

TEST_CASE("stack_activation: the family determines the placement of the dropout") {
  CHECK(dropout_placement(ModelFamily::kGpt2) == DropoutPlacement::kOutput);
  CHECK(dropout_placement(ModelFamily::kBert) == DropoutPlacement::kOutput);
  CHECK(dropout_placement(ModelFamily::kLinear) == DropoutPlacement::kHidden);
}
