// The classes LanguageModel and LanguageTraining of the WebAssembly module.

#include "language.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "bind.h"
#include "ffn/analysis/next_word.h"
#include "ffn/io/dtype.h"
#include "ffn/io/gpt2_language_model.h"
#include "ffn/nn/softmax.h"
#include "ffn/train/language_training.h"
#include "networks.h"
#include "options.h"
#include "weights.h"

namespace ffn::bindings {

std::vector<std::int32_t> read_tokens(const char* argument, const val& tokens) {
  std::vector<std::int32_t> read = read_integers(argument, tokens);
  check(!read.empty(), argument, "empty", "one token or more");
  return read;
}

Sentences read_sentences(const char* argument, const val& sentences) {
  const auto tokens = read_numbers<double>(sentences["tokens"]);
  const auto lengths = read_numbers<double>(sentences["lengths"]);
  check(!lengths.empty(), argument, "empty", "one sentence or more");
  Sentences read;
  std::vector<std::int32_t> sentence;
  auto next = tokens.begin();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::string name = argument + ("[" + std::to_string(i) + "]");
    check(lengths[i] >= 1, name.c_str(), "empty", "one token or more");
    sentence.resize(static_cast<std::size_t>(lengths[i]));
    for (std::int32_t& token : sentence)
      token = static_cast<std::int32_t>(checked_index(name.c_str(), *next++));
    read.add(sentence);
  }
  return read;
}

void read_options(const val& given, TransformerBlockSwitches& switches) {
  FFN_READ(given, switches, attention, feed_forward, silenced);
}

static void read_options(const val& options, LanguageModelOptions& model) {
  read_layer_count(options, model.n_layers);
  FFN_READ(options, model, n_vocab, n_positions, d_model, n_heads, activation);
  model.d_ff = kExpansion * model.d_model;
  FFN_READ(options, model, d_ff);
}

struct LanguageForwardOptions {
  Predictions predictions = Predictions::kEveryWord;
};

static void read_options(const val& options, LanguageForwardOptions& read) {
  FFN_READ(options, read, predictions);
}

struct NextWordOptions {
  Index top = 5;
};

static void read_options(const val& options, NextWordOptions& read) {
  read_index(options, "top", read.top);
}

namespace {

Matrix logits_for(const LanguageModel& model, const Sentences& sentences, Predictions predictions) {
  model.check_sentences(sentences);
  const Index rows = prediction_count(sentences, predictions);
  element_count("logits", {rows, model.n_vocab()});
  return {rows, model.n_vocab()};
}

// Returns the embeddings of the tokens, and of the positions, of one sentence: (seq_len, d_model).
Matrix token_embeddings(const LanguageModel& model, const std::vector<std::int32_t>& tokens) {
  Matrix rows(static_cast<Index>(tokens.size()), model.d_model());
  for (Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = model.token_embedding().row(tokens[static_cast<std::size_t>(i)]);
  return rows;
}

val write_trace(const LanguageModel& model, const std::vector<std::int32_t>& tokens,
                const Switches& switches) {
  Sentences sentence;
  sentence.add(tokens);
  Matrix logits = logits_for(model, sentence, Predictions::kEveryWord);
  LanguageModel::Trace trace;
  model.forward(sentence, Predictions::kEveryWord, view(logits), &trace, switches);
  const Shape shape{trace.seq_len, model.d_model()};
  const UnembeddingTraceOf<float>& last = trace.unembedding;
  Tensors to{val::undefined()};
  to.set("token_embedding", token_embeddings(model, tokens), shape)
      .set("position_embedding", Matrix(model.position_embedding().topRows(trace.seq_len)), shape)
      .set("embedded", trace.stack.inputs.front(), shape);
  write_blocks(model.stack(), trace.stack, shape, trace.seq_len, to);
  Tensors norm = to.part("final_norm");
  write_trace(model.final_norm(), Input{view(last.norm_input), 1, shape}, last.norm, last.normed,
              norm);
  to.set_part("final_norm", norm.object());
  const Shape of_logits{trace.seq_len, model.n_vocab()};
  to.set("logits", logits, of_logits);
  softmax_rows_forward<float>(view(std::as_const(logits)), view(logits));
  return to.set("probabilities", logits, of_logits).object();
}

LanguageTrainingOptions read_training_options(const val& options, const Sentences& sentences) {
  LanguageTrainingOptions read;
  read.model.n_positions = sentences.longest();
  read.batch_size = std::min(read.batch_size, sentences.count());
  read_options(options, read.model);
  FFN_READ(options, read.optimizer, lr, weight_decay, beta1, beta2, eps);
  read_option(options, "schedule_steps", read.schedule.steps);
  read_index(options, "warm_up_steps", read.schedule.warm_up_steps);
  FFN_READ(options, read.schedule, final_share);
  FFN_READ(options, read, init, seed, snapshot_every, prompt_loss_weight, decay_feed_forward,
           batch_size);
  read_option_by(options, "learned", read.learned, [](const char* name, const val& given) {
    return named<Predictions>(given.str(), name);
  });
  return read;
}

}  // namespace

FFN_FIELDS(NextWord, probabilities, words);

EMSCRIPTEN_BINDINGS(ffn_lab_language_model) {
  using Model = LanguageModel;
  bind("make_language_model", [](const val& options) {
    const auto read = from_value<LanguageModelOptions>(options);
    const auto random = [&](Initialization init, RandomState& rng) {
      return std::make_shared<LanguageModel>(make_language_model(read, init, rng));
    };
    return make_random(options, random, Initialization::kGpt2);
  });
  const BoundClass<Model> bound("LanguageModel");
  FFN_PROPERTIES(bound, object, n_vocab, n_positions, n_layers, d_model, parameter_count);
  bound.property("n_heads", [](const Model& model) {
    return model.stack().blocks().front().attention().options().n_heads;
  });
  FFN_PROPERTIES(bound, object.stack().blocks().front().feed_forward(), d_ff, activation);
  bound.function("forward", [](const Model& model, Sentences sentences, const val& options) {
    const auto [predictions] = from_value<LanguageForwardOptions>(options);
    Matrix logits = logits_for(model, sentences, predictions);
    model.forward(sentences, predictions, view(logits), nullptr, switches_of(options));
    return logits;
  });
  bound.function("next_word",
                 [](const Model& model, GivenSentence<"prompt"> prompt, const val& options) {
                   const auto [top] = from_value<NextWordOptions>(options);
                   return next_word(model, prompt.tokens, top, switches_of(options));
                 });
  bound.function("trace",
                 [](const Model& model, GivenSentence<"sentence"> sentence, const val& options) {
                   return write_trace(model, sentence.tokens, switches_of(options));
                 });
  bound.function("weights", [](const Model& model) {
    return write_parameters(parameters_of<const float>(model));
  });
  bound.function("set_weights", [](Model& model, const val& tensors) {
    change_parameters<float>(
        model, [&](const ParametersOf<float>& parameters) { set_parameters(parameters, tensors); });
  });
  bound.function("copy", [](const Model& model) { return std::make_shared<LanguageModel>(model); });
  bound.function("to_safetensors", [](const Model& model, WriteOptions options) {
    return write_gpt2_language_model(model, writable_dtype(options.dtype));
  });
}

EMSCRIPTEN_BINDINGS(ffn_lab_language_training) {
  using Run = LanguageTraining;
  bind("make_language_training", [](const val& options) {
    const Sentences sentences = read_sentences("sentences", options["sentences"]);
    return std::make_shared<LanguageTraining>(sentences, read_training_options(options, sentences));
  });
  const BoundClass<Run> bound("LanguageTraining");
  bind_run(bound);
  FFN_PROPERTIES(bound, object.model(), parameter_count);
  bound.function("answers", [](const Run& run) { return run.answers(); });
  bound.function("facts_right", [](const Run& run) { return run.facts_right(); });
  bound.function("model",
                 [](const Run& run) { return std::make_shared<LanguageModel>(run.model()); });
}

}  // namespace ffn::bindings
