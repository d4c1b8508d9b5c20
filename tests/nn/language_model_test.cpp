#include "ffn/nn/language_model.h"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/train/loss.h"
#include "golden.h"
#include "nn/small_language_model.h"

using namespace ffn;
using ffn::test::in_double;
using ffn::test::logits_of;
using ffn::test::sentences_of;
using ffn::test::small_language_model;
using ffn::test::three_sentences;

namespace {

using Words = std::vector<std::int32_t>;

const Words kNextWords{1, 4, 1, 5, 8, 6, 0, 3, 5, 7};

constexpr Predictions kBoth[] = {Predictions::kEveryWord, Predictions::kLastWord};

// Returns the gradients of the cross-entropy of a pass.
template <class Scalar>
LanguageModelGradientsOf<Scalar> gradients_of(const LanguageModelOf<Scalar>& model,
                                              const Sentences& sentences, Predictions predictions,
                                              const Words& words) {
  LanguageModelTraceOf<Scalar> trace;
  MatrixOf<Scalar> logits(prediction_count(sentences, predictions), model.n_vocab());
  model.forward(sentences, predictions, view(logits), &trace);
  cross_entropy_backward<Scalar>(view(std::as_const(logits)), words, view(logits));
  auto grads = zeros_like(model);
  model.backward(sentences, trace, view(std::as_const(logits)), grads);
  return grads;
}

Matrix as_matrix(std::span<const float> values) {
  return Eigen::Map<const Matrix>(values.data(), 1, static_cast<Index>(values.size()));
}

}  // namespace

TEST_CASE("language_model: logits, loss and all gradients agree with PyTorch") {
  const auto golden = test::read_golden("language_model");
  const LanguageModel model = small_language_model();
  const Sentences sentences = three_sentences();
  const Matrix logits = logits_of(model, sentences);
  CHECK(test::relative_error(logits, golden.at("logits")) < 2e-6);
  CHECK(cross_entropy_forward(view(logits), kNextWords) ==
        doctest::Approx(golden.at("loss").values[0]).epsilon(1e-6));
  const auto grads = gradients_of(model, sentences, Predictions::kEveryWord, kNextWords);
  std::size_t compared = 0;
  for (const auto& parameter : parameters_of<const float>(grads)) {
    CAPTURE(parameter.name);
    // The key's bias shifts all scores of a row equally, so its gradient is zero up to rounding.
    if (parameter.name.find("b_key") != std::string::npos) continue;
    CHECK(test::relative_error(as_matrix(parameter.values), golden.at("grad_" + parameter.name)) <
          2e-5);
    ++compared;
  }
  CHECK(compared == 2 + 2 * 15 + 2);
}

TEST_CASE("language_model: every gradient agrees with central differences in double") {
  for (const Predictions predictions : kBoth) {
    LanguageModelOf<double> model = in_double(small_language_model());
    const Sentences sentences = three_sentences();
    const Words words = predictions == Predictions::kEveryWord ? kNextWords : Words{8, 0, 7};
    const auto grads = gradients_of(model, sentences, predictions, words);
    const auto loss = [&] {
      const MatrixOf<double> logits = logits_of(model, sentences, predictions);
      return cross_entropy_forward<double>(view(logits), words);
    };
    const auto parameters = parameters_of<double>(model);
    const auto gradients = parameters_of<const double>(grads);
    REQUIRE(parameters.size() == gradients.size());
    std::vector<CheckedTensor> tensors;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      CHECK(parameters[i].name == gradients[i].name);
      if (parameters[i].name.find("b_key") != std::string::npos) continue;
      tensors.push_back({parameters[i].name, parameters[i].values, gradients[i].values});
    }
    for (const GradientCheck& result : check_gradients(loss, tensors)) {
      CAPTURE(result.name);
      CHECK(result.largest_error < 1e-6);
    }
  }
}

TEST_CASE("language_model: a sentence has the same logits alone and in a batch and with a trace") {
  const LanguageModel model = small_language_model();
  const Sentences batch = three_sentences();
  const Matrix every = logits_of(model, batch);
  const Matrix last = logits_of(model, batch, Predictions::kLastWord);
  CHECK(every.rows() == 10);
  CHECK(last.rows() == 3);
  Index row = 0;
  for (Index i = 0; i < batch.count(); ++i) {
    const Matrix alone = logits_of(model, batch.at(Words{static_cast<std::int32_t>(i)}));
    CHECK(alone == every.middleRows(row, alone.rows()));
    row += alone.rows();
    CHECK(last.row(i) == alone.bottomRows(1));
  }
  LanguageModel::Trace trace;
  Matrix traced(10, 9);
  model.forward(batch, Predictions::kEveryWord, view(traced), &trace);
  CHECK(traced == every);
  CHECK(trace.seq_len == 5);
  CHECK(trace.rows == std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 10, 11, 12});
  CHECK(trace.stack.inputs.front() == model.embed(batch));
  CHECK(trace.unembedding.norm_input.row(5) == trace.stack.inputs.back().row(5));
  CHECK(model.embed(batch).row(7).isZero(0.0));  // padding
}

TEST_CASE(
    "language_model: a later token changes no earlier logits, even if its embedding is NaN or "
    "infinite") {
  const Sentences sentences = sentences_of({{3, 1, 4, 1, 5}, {2, 6, 2, 2, 0}});
  const Matrix before = logits_of(small_language_model(), sentences);
  const Matrix other =
      logits_of(small_language_model(), sentences_of({{3, 1, 4, 1, 7}, {2, 6, 2, 2, 8}}));
  CHECK(before.topRows(4) == other.topRows(4));
  CHECK(before.row(4) != other.row(4));
  for (const float poison :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    LanguageModel model = small_language_model();
    model.position_embedding()(4, 2) =
        poison;  // only the last token of each sentence has this position
    const Matrix after = logits_of(model, sentences);
    CHECK(std::memcmp(before.data(), after.data(), sizeof(float) * 4 * 9) == 0);
    CHECK(before.middleRows(5, 4) == after.middleRows(5, 4));
    CHECK(after.row(4).hasNaN());
  }
}

TEST_CASE("language_model: switches leave out attention, networks and hidden units") {
  const LanguageModel model = small_language_model();
  const Sentences sentences = three_sentences();
  std::vector<TransformerBlockSwitches> switches(2);
  CHECK(logits_of(model, sentences, Predictions::kEveryWord, switches) ==
        logits_of(model, sentences));
  // The same model with zeros in the output layers of the parts that are off.
  LanguageModel changed = model;
  change_parameters<float>(changed, [](const ParametersOf<float>& parameters) {
    for (const auto& parameter : parameters) {
      const std::string& name = parameter.name;
      const bool off = name == "blocks.0.attention.w_output" ||
                       name == "blocks.0.attention.b_output" ||
                       name == "blocks.1.feed_forward.w2" || name == "blocks.1.feed_forward.b2";
      if (off) std::fill(parameter.values.begin(), parameter.values.end(), 0.0F);
      if (name == "blocks.0.feed_forward.w2") {
        for (std::size_t row = 0; row < 6; ++row)
          parameter.values[row * 8 + 3] = parameter.values[row * 8 + 5] = 0.0F;
      }
    }
  });
  switches[0].attention = false;
  switches[0].silenced = {5, 3};
  switches[1].feed_forward = false;
  CHECK(logits_of(model, sentences, Predictions::kEveryWord, switches) ==
        logits_of(changed, sentences));
  switches[0] = {};
  CHECK(logits_of(model, sentences, Predictions::kEveryWord, switches) !=
        logits_of(changed, sentences));
}

TEST_CASE("language_model: parameter count, names, and a written weight is used") {
  LanguageModel model = small_language_model();
  std::int64_t count = 0;
  for (const auto& parameter : parameters_of<const float>(std::as_const(model)))
    count += std::int64_t(parameter.values.size());
  CHECK(model.parameter_count() == count);
  CHECK(model.parameter_count() ==
        9 * 6 + 5 * 6 + 2 * (4 * 42 + 4 * 6 + 8 * 6 + 8 + 6 * 8 + 6) + 12);
  const Sentences sentences = three_sentences();
  const Matrix before = logits_of(model, sentences);
  change_parameters<float>(model, [](const ParametersOf<float>& parameters) {
    for (const auto& parameter : parameters) {
      if (parameter.name == "blocks.1.feed_forward.w1") parameter.values[0] += 1.0F;
    }
  });
  CHECK(logits_of(model, sentences) != before);
}

TEST_CASE("language_model: random models have GPT-2's initialization and twins the same weights") {
  RandomState rng(3);
  RandomState same(3);
  const LanguageModel gelu =
      make_language_model(test::small_language_model_options(2), Initialization::kGpt2, rng);
  const LanguageModel relu = make_language_model(
      test::small_language_model_options(2, Activation::kRelu), Initialization::kGpt2, same);
  CHECK(gelu.n_vocab() == 9);
  CHECK(gelu.n_positions() == 5);
  CHECK(gelu.token_embedding() == relu.token_embedding());
  CHECK(gelu.stack().blocks()[1].feed_forward().layers().linear2.weight ==
        relu.stack().blocks()[1].feed_forward().layers().linear2.weight);
  CHECK(relu.stack().blocks()[1].feed_forward().activation() == Activation::kRelu);
  RandomState numbers(3);
  CHECK(gelu.token_embedding()(0, 0) == static_cast<float>(numbers.randn() * 0.02));
  CHECK(gelu.final_norm().scale.isOnes(0.0));
}

TEST_CASE(
    "language_model: the most probable word is the first of the largest, and NaN is the smallest") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  Matrix logits(4, 3);
  logits << 1, 3, 3, kNan, -5, kNan, kNan, kNan, kNan, -std::numeric_limits<float>::infinity(),
      kNan, 2;
  CHECK(most_probable(view(std::as_const(logits))) == Words{1, 1, 0, 2});
  CHECK(count_equal(Words{1, 2, 3}, Words{1, 0, 3}) == 2);
  CHECK_THROWS_WITH_AS(count_equal(Words{1}, Words{1, 2}), "answers is 1 long; expected 2",
                       ArgumentError);
}

#if defined(FFN_SAME_BITS)
TEST_CASE(
    "language_model: the native and simd builds give the same bits forward and "
    "backward" *
    doctest::test_suite("same_bits")) {
  const LanguageModel model = small_language_model();
  LanguageModel::Trace trace;
  Matrix logits(10, 9);
  model.forward(three_sentences(), Predictions::kEveryWord, view(logits), &trace);
  auto grads = zeros_like(model);
  model.backward(three_sentences(), trace, view(std::as_const(logits)), grads);
  CHECK(test::bits_of(logits) == 10839660413919248929ULL);
  CHECK(test::bits_of(grads.token_embedding) == 89466597590783603ULL);
}
#endif
