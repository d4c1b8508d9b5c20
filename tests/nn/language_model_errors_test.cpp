#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/nn/language_model.h"
#include "nn/small_language_model.h"

using namespace ffn;
using ffn::test::sentences_of;
using ffn::test::small_language_model;
using ffn::test::three_sentences;

TEST_CASE("language_model: invalid arguments are rejected by name") {
  const LanguageModel model = small_language_model();
  const auto rejected = [&](const std::vector<std::vector<std::int32_t>>& lists,
                            const char* message) {
    CHECK_THROWS_WITH_AS(model.check_sentences(sentences_of(lists)), message, ArgumentError);
  };
  rejected({}, "sentences is empty; expected one sentence or more");
  rejected({{1}, {1, 2, 3, 4, 5, 6}},
           "sentences is 6 tokens long; expected at most 5 tokens, the positions of the model");
  rejected({{1, 2}, {9}}, "tokens[2] is 9; expected an integer from 0 to 8");
  rejected({{-1}}, "tokens[0] is -1; expected an integer from 0 to 8");
  const Sentences sentences = three_sentences();
  Matrix logits(3, 9);
  CHECK_THROWS_WITH_AS(model.forward(sentences, Predictions::kEveryWord, view(logits), nullptr),
                       "logits is (3, 9); expected shape (10, 9)", ArgumentError);
  std::vector<TransformerBlockSwitches> switches(1);
  CHECK_THROWS_WITH_AS(
      model.forward(sentences, Predictions::kLastWord, view(logits), nullptr, switches),
      "switches is 1 blocks; expected 2, or none", ArgumentError);
  switches.resize(2);
  switches[1].silenced = {8};
  CHECK_THROWS_WITH_AS(
      model.forward(sentences, Predictions::kLastWord, view(logits), nullptr, switches),
      "silenced is 8; expected an integer from 0 to 7", ArgumentError);
  LanguageModel::Trace trace;
  auto grads = zeros_like(model);
  CHECK_THROWS_WITH_AS(
      model.backward(sentences, trace, view(std::as_const(logits)), grads),
      "trace is of other sentences; expected the trace of a pass of these sentences",
      ArgumentError);
  model.forward(sentences, Predictions::kLastWord, view(logits), &trace);
  CHECK_THROWS_AS(model.backward(sentences.at(std::vector<std::int32_t>{0}), trace,
                                 view(std::as_const(logits)), grads),
                  ArgumentError);
  const Matrix narrow(3, 8);
  CHECK_THROWS_WITH_AS(model.backward(sentences, trace, view(narrow), grads),
                       "grad_logits is (3, 8); expected shape (3, 9)", ArgumentError);
}

TEST_CASE("language_model: parts that do not make a GPT-2 are rejected by name") {
  const LanguageModel model = small_language_model();
  const auto make = [&](Matrix tokens, Matrix positions, const TransformerBlockOptions& block,
                        Index features) {
    RandomState rng(1);
    BlockStackOptions options;
    options.block = block;
    return LanguageModel(std::move(tokens), std::move(positions),
                         make_block_stack(options, Initialization::kZeros, rng),
                         make_layer_norm<float>(features));
  };
  TransformerBlockOptions block;
  block.attention = {6, 2};
  block.feed_forward = {6, 8};
  const Matrix rows = Matrix::Zero(4, 6);
  CHECK(make(rows, rows, block, 6).n_vocab() == 4);
  CHECK_THROWS_WITH(make(Matrix(0, 6), rows, block, 6),
                    "token_embedding is (0, 6); expected one row or more of 6 features");
  CHECK_THROWS_WITH(make(rows, Matrix(4, 5), block, 6),
                    "position_embedding is (4, 5); expected one row or more of 6 features");
  CHECK_THROWS_WITH(make(rows, rows, block, 5),
                    "final_norm.features is 5; expected 6, as the blocks");
  TransformerBlockOptions other = block;
  other.norm = NormPlacement::kPost;
  CHECK_THROWS_WITH(make(rows, rows, other, 6), "norm is not pre; expected pre-norm blocks");
  other = block;
  other.shortcuts = false;
  CHECK_THROWS_WITH(make(rows, rows, other, 6),
                    "shortcuts is false; expected blocks with shortcuts");
  other = block;
  other.attention.causal = false;
  CHECK_THROWS_WITH(make(rows, rows, other, 6),
                    "attention is missing or not causal; expected causal attention in each block");
  other = block;
  other.feed_forward_only = true;
  CHECK_THROWS_AS(make(rows, rows, other, 6), ArgumentError);
  RandomState rng(1);
  LanguageModelOptions options = test::small_language_model_options();
  options.n_vocab = 0;
  CHECK_THROWS_WITH(make_language_model(options, Initialization::kGpt2, rng),
                    "n_vocab is 0; expected 1 or more");
  options.n_vocab = 3;
  options.d_model = 0;
  CHECK_THROWS_WITH(make_language_model(options, Initialization::kGpt2, rng),
                    "d_model is 0; expected 1 or more");
}
