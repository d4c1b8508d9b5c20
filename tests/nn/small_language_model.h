#pragma once
// A small language model with random parameters, norms and biases included, and random sentences.

#include <utility>
#include <vector>

#include "ffn/nn/language_model.h"
#include "ffn/nn/parameters.h"
#include "nn/checked_tensor.h"

namespace ffn::test {

inline LanguageModelOptions small_language_model_options(
    Index n_layers = 2, Activation activation = Activation::kGelu) {
  return {9, 5, n_layers, 6, 2, 8, activation};
}

/// Returns a model whose parameters are standard normal numbers times `scale`, rounded to float32,
/// in the order of parameters_of.
inline LanguageModel small_language_model(Index n_layers = 2,
                                          Activation activation = Activation::kGelu,
                                          std::uint32_t seed = 20, double scale = 0.5) {
  RandomState unused(1);
  LanguageModel model = make_language_model(small_language_model_options(n_layers, activation),
                                            Initialization::kZeros, unused);
  RandomState rng(seed);
  change_parameters<float>(model, [&](const ParametersOf<float>& parameters) {
    for (const auto& parameter : parameters) {
      fill_randn(
          rng, scale,
          MatrixView(parameter.values.data(), 1, static_cast<Index>(parameter.values.size())));
    }
  });
  return model;
}

/// Returns the same model in double.
inline LanguageModelOf<double> in_double(const LanguageModel& model) {
  BlockStackOf<double>::Blocks blocks;
  for (const TransformerBlock& block : model.stack().blocks()) {
    const auto norm = [](const LayerNorm& layer) {
      return LayerNormOf<double>{layer.scale.cast<double>(), layer.shift.cast<double>(), layer.eps};
    };
    const auto linear = [](const Linear& layer) {
      return LinearOf<double>{layer.weight.cast<double>(), layer.bias.cast<double>()};
    };
    const auto& attention = block.attention().layers();
    const auto& network = block.feed_forward().layers();
    TransformerBlockOptions options;
    options.attention = block.attention().options();
    options.feed_forward.activation = block.feed_forward().activation();
    AttentionLayersOf<double> of_attention{linear(attention.query), linear(attention.key),
                                           linear(attention.value), linear(attention.output)};
    FeedForwardOf<double> feed_forward({linear(network.linear1), {}, linear(network.linear2)},
                                       options.feed_forward);
    blocks.emplace_back(norm(block.norm1()),
                        AttentionOf<double>(std::move(of_attention), options.attention),
                        norm(block.norm2()), std::move(feed_forward), options);
  }
  const LayerNorm& last = model.final_norm();
  return {model.token_embedding().cast<double>(),
          model.position_embedding().cast<double>(),
          BlockStackOf<double>(std::move(blocks)),
          {last.scale.cast<double>(), last.shift.cast<double>(), last.eps}};
}

inline Sentences sentences_of(const std::vector<std::vector<std::int32_t>>& lists) {
  Sentences sentences;
  for (const auto& list : lists) sentences.add(list);
  return sentences;
}

/// Returns sentences of different lengths.
inline Sentences three_sentences() { return sentences_of({{3, 1, 4, 1, 5}, {2, 6}, {5, 3, 5}}); }

/// Returns logits of a pass without a trace.
template <class Scalar>
MatrixOf<Scalar> logits_of(const LanguageModelOf<Scalar>& model, const Sentences& sentences,
                           Predictions predictions = Predictions::kEveryWord,
                           std::span<const TransformerBlockSwitches> switches = {}) {
  MatrixOf<Scalar> logits(prediction_count(sentences, predictions), model.n_vocab());
  model.forward(sentences, predictions, view(logits), nullptr, switches);
  return logits;
}

}  // namespace ffn::test
