#include "ffn/io/token_tensors.h"

#include <doctest/doctest.h>

#include "io/header_of.h"

using namespace ffn;
using test::Network;
using test::Tensors;

TEST_CASE("token_tensors: tensors for tokens are found by their names and their width") {
  const SafetensorsHeader header = test::header_of({{"transformer.wte.bias", {5, 8}},
                                                    {"newte.weight", {5, 8}},
                                                    {"image.word_embeddings.weight", {5, 4}},
                                                    {"transformer.wte.weight", {5, 8}},
                                                    {"transformer.wpe.weight", {9, 8}},
                                                    {"ln_f.weight", {8}},
                                                    {"transformer.ln_f.weight", {8}},
                                                    {"transformer.ln_f.bias", {8}}});
  const TokenTensors found = find_token_tensors(header, 8);
  REQUIRE(found.embedding != nullptr);
  CHECK(found.embedding->name == "transformer.wte.weight");
  REQUIRE(found.positions != nullptr);
  CHECK(found.positions->name == "transformer.wpe.weight");
  REQUIRE(found.final_scale != nullptr);
  CHECK(found.final_scale->name == "transformer.ln_f.weight");
  CHECK(found.final_shift->name == "transformer.ln_f.bias");
  const TokenTensors none = find_token_tensors(
      test::header_of(
          {{"wte.weight", {5}}, {"wpe.weight", {5}}, {"ln_f.weight", {8}}, {"ln_f.bias", {8}}}),
      8);
  CHECK(none.embedding == nullptr);
  CHECK(none.positions == nullptr);
  CHECK(none.final_scale == nullptr);
  CHECK(find_token_tensors(test::header_of({{"wte.weight", {5, 8}}, {"ln_f.weight", {8}}}), 8)
            .final_scale == nullptr);
}

TEST_CASE("token_tensors: the sizes of the model around a stack") {
  for (const std::string prefix : {"", "bert."}) {
    Tensors tensors = Network{prefix + "encoder.layer.3.",
                              "intermediate.dense",
                              "output.dense",
                              WeightLayout::kOutIn,
                              true,
                              6,
                              10}
                          .tensors();
    tensors.push_back({prefix + "embeddings.word_embeddings.weight", {5, 6}});
    const SafetensorsHeader header = test::header_of(tensors);
    const ModelInFile model = model_around(header, find_feed_forwards(header).front());
    CHECK(model.layers == prefix + "encoder.layer.");
    CHECK(model.n_layers == 4);
    CHECK(model.d_model == 6);
    CHECK(model.d_ff == 10);
    CHECK(model.n_vocab == 5);
    CHECK(model.n_positions == 0);
  }
}
