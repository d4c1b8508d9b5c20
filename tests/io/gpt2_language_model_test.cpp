#include "ffn/io/gpt2_language_model.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/safetensors_writer.h"
#include "golden.h"
#include "io/golden_file.h"
#include "nn/small_language_model.h"
#include "train/small_corpus.h"

using namespace ffn;
using ffn::test::small_language_model;

namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

LanguageModel read_model(const std::string& file) {
  const SafetensorsHeader header = test::open_file(file);
  const ModelInFile model = find_gpt2(header).value();
  return gpt2_language_model(test::fetch(file, header, gpt2_language_model_tensors(model)),
                             gpt2_file_options(header));
}

bool same_parameters(const LanguageModel& a, const LanguageModel& b) {
  const auto first = parameters_of<const float>(a);
  const auto second = parameters_of<const float>(b);
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [](const auto& x, const auto& y) {
                      return x.name == y.name && x.shape == y.shape &&
                             std::equal(x.values.begin(), x.values.end(), y.values.begin());
                    });
}

// Returns the file of a model with other metadata.
SafetensorsHeader with_metadata(const std::string& file,
                                const SafetensorsHeader::Metadata& metadata) {
  return {test::open_file(file).tensors(), metadata};
}

}  // namespace

TEST_CASE(
    "gpt2_language_model: a model that is written and read has the same bits, heads and "
    "activation") {
  for (const Activation activation : kActivations) {
    for (const Index n_layers : {1, 3}) {
      const LanguageModel model = small_language_model(n_layers, activation);
      const std::string file = text_of(write_gpt2_language_model(model));
      const LanguageModel read = read_model(file);
      CHECK(same_parameters(model, read));
      CHECK(read.stack().blocks().back().feed_forward().activation() == activation);
      CHECK(read.stack().blocks().back().attention().options().n_heads == 2);
      const Sentences sentences = test::sentences_of({{3, 1, 4, 1, 5}, {2, 6}});
      CHECK(test::logits_of(model, sentences) == test::logits_of(read, sentences));
      CHECK(text_of(write_gpt2_language_model(read)) == file);
    }
  }
}

TEST_CASE("gpt2_language_model: tensors have GPT-2's names and layouts") {
  const LanguageModel model = small_language_model(1);
  const std::string file = text_of(write_gpt2_language_model(model));
  const SafetensorsHeader header = test::open_file(file);
  const std::vector<std::pair<std::string, Shape>> expected{{"wte.weight", {9, 6}},
                                                            {"wpe.weight", {5, 6}},
                                                            {"h.0.ln_1.weight", {6}},
                                                            {"h.0.ln_1.bias", {6}},
                                                            {"h.0.attn.c_attn.weight", {6, 18}},
                                                            {"h.0.attn.c_attn.bias", {18}},
                                                            {"h.0.attn.c_proj.weight", {6, 6}},
                                                            {"h.0.attn.c_proj.bias", {6}},
                                                            {"h.0.ln_2.weight", {6}},
                                                            {"h.0.ln_2.bias", {6}},
                                                            {"h.0.mlp.c_fc.weight", {6, 8}},
                                                            {"h.0.mlp.c_fc.bias", {8}},
                                                            {"h.0.mlp.c_proj.weight", {8, 6}},
                                                            {"h.0.mlp.c_proj.bias", {6}},
                                                            {"ln_f.weight", {6}},
                                                            {"ln_f.bias", {6}}};
  CHECK(header.tensors().size() == expected.size());
  for (const auto& [name, shape] : expected) CHECK(header.at(name).shape == shape);
  const auto c_attn = test::values_of<float>(file, header.at("h.0.attn.c_attn.weight"));
  const auto& attention = model.stack().blocks()[0].attention().layers();
  CHECK(c_attn[18 * 2 + 5] == attention.query.weight(5, 2));
  CHECK(c_attn[18 * 2 + 6 + 5] == attention.key.weight(5, 2));
  CHECK(c_attn[18 * 2 + 12 + 5] == attention.value.weight(5, 2));
  const auto c_fc = test::values_of<float>(file, header.at("h.0.mlp.c_fc.weight"));
  CHECK(c_fc[8 * 2 + 7] == model.stack().blocks()[0].feed_forward().layers().linear1.weight(7, 2));
  CHECK(test::values_of<float>(file, header.at("wte.weight"))[6 * 8 + 1] ==
        model.token_embedding()(8, 1));
}

// PyTorch computed the golden logits from the same file.
TEST_CASE("gpt2_language_model: a trained model's file has PyTorch's logits and answers") {
  const std::string file = test::read_golden_file("language_model");
  const LanguageModel model = read_model(file);
  const Facts facts = facts_of(test::small_corpus());
  const Matrix logits = test::logits_of(model, facts.prompts, Predictions::kLastWord);
  const test::Golden golden = test::read_golden("language_model_file");
  CHECK(test::largest_error(logits, golden.at("logits")) < 2e-5);
  CHECK(most_probable(view(logits)) == facts.answers);
  for (std::size_t i = 0; i < facts.answers.size(); ++i)
    CHECK(golden.at("answers").values[i] == facts.answers[i]);
  CHECK(text_of(write_gpt2_language_model(model, Dtype::kF16)) == file);
}

TEST_CASE("gpt2_language_model: half precision rounds once") {
  const LanguageModel model = small_language_model();
  const std::string file = text_of(write_gpt2_language_model(model, Dtype::kF16));
  const LanguageModel read = read_model(file);
  CHECK(file.size() < text_of(write_gpt2_language_model(model)).size());
  CHECK_FALSE(same_parameters(model, read));
  CHECK((model.token_embedding() - read.token_embedding()).cwiseAbs().maxCoeff() < 2e-3F);
  CHECK(text_of(write_gpt2_language_model(read, Dtype::kF16)) == file);
  CHECK_THROWS_AS(write_gpt2_language_model(model, Dtype::kI64), ArgumentError);
}

TEST_CASE("gpt2_language_model: missing biases are written as zeros") {
  LanguageModelOptions options = test::small_language_model_options(1);
  BlockStackOptions stack;
  stack.block.attention = {6, 2, false};
  stack.block.feed_forward = {6, 8, Activation::kGelu, false};
  RandomState rng(1);
  const LanguageModel model(Matrix::Ones(options.n_vocab, 6), Matrix::Ones(5, 6),
                            make_block_stack(stack, Initialization::kPytorch, rng),
                            make_layer_norm<float>(6));
  const LanguageModel read = read_model(text_of(write_gpt2_language_model(model)));
  CHECK(read.stack().blocks()[0].feed_forward().layers().linear1.bias.isZero(0.0F));
  CHECK(read.stack().blocks()[0].attention().layers().key.bias.isZero(0.0F));
  CHECK(test::logits_of(model, test::sentences_of({{1, 2}})) ==
        test::logits_of(read, test::sentences_of({{1, 2}})));
}

TEST_CASE("gpt2_language_model: reads a file of another tool with and without a prefix") {
  for (const char* name : {"gpt2_f32", "gpt2_bf16"}) {
    const std::string file = test::read_golden_file(name);
    const SafetensorsHeader header = test::open_file(file);
    const ModelInFile model = find_gpt2(header).value();
    const auto needed = gpt2_language_model_tensors(model);
    CHECK(needed.front().name ==
          (std::string(name) == "gpt2_f32" ? "wte.weight" : "transformer.wte.weight"));
    CHECK_THROWS_AS(gpt2_file_options(header, 2), ArgumentError);  // nothing states the activation
    CHECK_THROWS_AS(gpt2_file_options(header, std::nullopt, Activation::kGeluTanh), ArgumentError);
    if (!has_tensors(header, needed)) continue;
    const LanguageModel read = gpt2_language_model(
        test::fetch(file, header, needed), gpt2_file_options(header, 2, Activation::kGeluTanh));
    CHECK(read.n_vocab() == 11);
    CHECK(read.n_layers() == 2);
  }
}

TEST_CASE("gpt2_language_model: metadata give heads and activation and wrong ones are rejected") {
  const std::string file = text_of(write_gpt2_language_model(small_language_model(1)));
  const auto options = [&](const SafetensorsHeader::Metadata& metadata) {
    return gpt2_file_options(with_metadata(file, metadata));
  };
  CHECK(options({{"n_head", "3"}, {"activation_function", "relu"}}).attention.n_heads == 3);
  CHECK(options({{"n_head", "3"}, {"activation_function", "gelu"}}).feed_forward.activation ==
        Activation::kGelu);
  for (std::size_t i = 0; i < kActivations.size(); ++i) {
    const std::string name(kHuggingFaceActivations[i]);
    const auto read = options({{"n_head", "3"}, {"activation_function", name}});
    CHECK(read.feed_forward.activation == kActivations[i]);
  }
  const SafetensorsHeader bad =
      with_metadata(file, {{"n_head", "two"}, {"activation_function", "tanh"}});
  CHECK(gpt2_file_options(bad, 2, Activation::kRelu).attention.n_heads == 2);
  CHECK(gpt2_file_options(bad, 2, Activation::kRelu).feed_forward.activation == Activation::kRelu);
  CHECK_THROWS_AS(gpt2_file_options(bad, 2), ArgumentError);
  CHECK_THROWS_WITH_AS(options({{"n_head", "two"}, {"activation_function", "relu"}}),
                       "metadata n_head is \"two\"; expected a number of heads", CheckpointError);
  CHECK_THROWS_AS(options({{"n_head", ""}, {"activation_function", "relu"}}), CheckpointError);
  CHECK_THROWS_AS(options({{"n_head", "1234567"}, {"activation_function", "relu"}}),
                  CheckpointError);
  const std::string unknown = "activation_function is \"tanh\"; expected one of ";
  const std::string message =
      unknown + list_of_names(NamesOf<Activation>::names) + ", or the option \"activation\"";
  CHECK_THROWS_WITH_AS(options({{"n_head", "2"}, {"activation_function", "tanh"}}), message.c_str(),
                       ArgumentError);
  CHECK_THROWS_WITH_AS(
      options({{"activation_function", "relu"}}),
      "n_heads is left out; expected the option \"n_heads\" or the model's config.json in the "
      "option \"config\", as the file does not state the number of attention heads",
      ArgumentError);
  CHECK_THROWS_WITH_AS(gpt2_file_options(SafetensorsHeader({}, {})),
                       "file is no GPT-2; expected its names", CheckpointError);
}

TEST_CASE("gpt2_language_model: models and tensors that do not fit are rejected by name") {
  CHECK_THROWS_WITH_AS(gpt2_language_model({}, gpt2_block_options(6, 2)),
                       "tensors is 0 tensors; expected 4 and 12 for each block", ArgumentError);
  ModelInFile model{"transformer.h.", 1, 6, 8, 0, 5};
  CHECK_THROWS_WITH_AS(
      gpt2_language_model_tensors(model),
      "tensor \"transformer.wte.weight\" is missing; expected one of two dimensions",
      CheckpointError);
  model.n_vocab = 9;
  CHECK(gpt2_language_model_tensors(model).back().name == "transformer.ln_f.bias");
  LanguageModel changed = small_language_model(2);
  changed.final_norm().eps = 1e-6;
  CHECK_THROWS_WITH_AS(write_gpt2_language_model(changed), "eps is 1e-06; expected 1e-05, GPT-2's",
                       ArgumentError);
  changed = small_language_model(2);
  changed.stack().blocks()[1].feed_forward().set_activation(Activation::kRelu);
  CHECK_THROWS_WITH_AS(write_gpt2_language_model(changed),
                       "blocks is of different heads or activations; expected blocks of one form",
                       ArgumentError);
  BlockStackOptions stack;
  stack.block.attention = {6, 2};
  stack.block.feed_forward = {6, 8, Activation::kSilu, true, true};
  RandomState rng(1);
  const LanguageModel gated(Matrix::Ones(9, 6), Matrix::Ones(5, 6),
                            make_block_stack(stack, Initialization::kPytorch, rng),
                            make_layer_norm<float>(6));
  CHECK_THROWS_WITH_AS(write_gpt2_language_model(gated),
                       "feed_forward is gated; expected a network without a gate", ArgumentError);
}
