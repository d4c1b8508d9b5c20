// Interprets any bytes as calls on a language model, its training, its analyses and its files. Only
// ArgumentError may be thrown. Invariants are checked after accepted calls: a pass gives the same
// bits with a trace, without a trace and when repeated; a table of facts gives the model's answers;
// rewinding a run gives the same weights; a written model is read back bit by bit.

#include <optional>
#include <utility>
#include <vector>

#include "arguments.h"

namespace {

using namespace ffn;
using namespace ffn::fuzz;

constexpr std::size_t kMostCalls = 12;

class Sequence {
 public:
  Sequence(const std::uint8_t* bytes, std::size_t size) : some_(bytes, size) {}

  void run() {
    run_calls(some_, kMostCalls, [this] { next(); });
  }

 private:
  void next() {
    switch (some_.data.ConsumeIntegralInRange(0, 7)) {
      case 0: make(); return;
      case 1: make_run(); return;
      case 2: train(); return;
      default: break;
    }
    if (!model_) return make();
    switch (some_.data.ConsumeIntegralInRange(0, 5)) {
      case 0: pass(); return;
      case 1: change_weight(); return;
      case 2: ask_table(); return;
      case 3: ask_units(); return;
      case 4: rewrite(); return;
      default: write_and_read(); return;
    }
  }

  LanguageModelOptions options() {
    return {some_.size(),      some_.size(), some_.data.ConsumeIntegralInRange<Index>(0, 2),
            some_.size(),      some_.size(), some_.size(),
            some_.activation()};
  }

  void make() {
    RandomState rng(some_.seed());
    model_.emplace(make_language_model(options(), some_.initialization(), rng));
  }

  std::int32_t token() {
    return some_.data.ConsumeIntegralInRange<std::int32_t>(
        some_.data.ConsumeIntegralInRange(0, 31) == 0 ? -1 : 0, 6);
  }

  Sentences sentences(Index shortest = 1) {
    std::vector<std::int32_t> tokens;
    std::vector<Index> lengths;
    for (int i = some_.data.ConsumeIntegralInRange(0, 4); i > 0; --i) {
      lengths.push_back(some_.data.ConsumeIntegralInRange<Index>(shortest, 6));
      for (Index t = 0; t < lengths.back(); ++t) tokens.push_back(token());
    }
    if (some_.data.ConsumeIntegralInRange(0, 31) == 0) lengths.push_back(some_.size());
    return {tokens, lengths};
  }

  std::vector<TransformerBlockSwitches> switches() {
    std::vector<TransformerBlockSwitches> chosen(
        static_cast<std::size_t>(some_.data.ConsumeIntegralInRange(0, 2)));
    for (auto& of_block : chosen) {
      of_block.attention = some_.data.ConsumeBool();
      of_block.feed_forward = some_.data.ConsumeBool();
      for (int i = some_.data.ConsumeIntegralInRange(0, 3); i > 0; --i)
        of_block.silenced.push_back(some_.size());
    }
    return chosen;
  }

  Matrix logits_of(const Sentences& of, Predictions predictions, LanguageModel::Trace* trace,
                   std::span<const TransformerBlockSwitches> chosen = {}) const {
    Matrix logits = Matrix::Zero(prediction_count(of, predictions), model_->n_vocab());
    model_->forward(of, predictions, view(logits), trace, chosen);
    return logits;
  }

  void pass() {
    const Sentences batch = sentences();
    const Predictions predictions =
        some_.data.ConsumeBool() ? Predictions::kEveryWord : Predictions::kLastWord;
    const auto chosen = switches();
    LanguageModel::Trace trace;
    require(same_bits(logits_of(batch, predictions, &trace, chosen),
                      logits_of(batch, predictions, nullptr, chosen)));
    const Matrix logits = logits_of(batch, predictions, &trace);
    require(logits.rows() == static_cast<Index>(trace.rows.size()));
    if (logits.allFinite()) {  // alone and in the batch
      Index row = 0;
      for (std::int32_t i = 0; i < batch.count(); ++i) {
        const Matrix alone =
            logits_of(batch.at(std::vector<std::int32_t>{i}), predictions, nullptr);
        require(alone == logits.middleRows(row, alone.rows()));
        row += alone.rows();
      }
    }
    auto grads = zeros_like(*model_);
    model_->backward(some_.data.ConsumeBool() ? batch : sentences(), trace, view(logits), grads);
    require(same_bits(logits, logits_of(batch, predictions, &trace)));
  }

  void change_weight() {
    change_parameters<float>(*model_, [&](const ParametersOf<float>& parameters) {
      const auto& parameter =
          parameters[some_.data.ConsumeIntegralInRange<std::size_t>(0, parameters.size() - 1)];
      parameter
          .values[some_.data.ConsumeIntegralInRange<std::size_t>(0, parameter.values.size() - 1)] =
          static_cast<float>(some_.number());
    });
  }

  void ask_table() {
    const Facts facts = facts_of(sentences());
    const FactTable table(*model_, facts);
    const auto chosen = switches();
    const Matrix logits = logits_of(facts.prompts, Predictions::kLastWord, nullptr, chosen);
    if (logits.allFinite()) require(table.answers(chosen) == most_probable(view(logits)));
    table.right(chosen);
  }

  void ask_units() {
    const Sentences prompts = sentences();
    if (prompts.count() == 0) return;
    attribute_units(*model_, prompts[0], token());
    const KnowledgeUnits found = knowledge_units(
        *model_, prompts[0],
        some_.data.ConsumeBool() ? std::optional<Index>(some_.size()) : std::nullopt);
    silencing(*model_, found.units);
  }

  void rewrite() {
    const Sentences prompts = sentences();
    if (prompts.count() == 0) return;
    RewriteOptions chosen;
    if (some_.data.ConsumeBool()) chosen.block = some_.data.ConsumeIntegralInRange<Index>(-1, 2);
    chosen.probability = some_.number();
    chosen.ridge = some_.number();
    chosen.step = some_.number();
    chosen.most_steps = some_.size();
    if (some_.data.ConsumeBool()) chosen.fixed = sentences();
    const Rewrite found = find_rewrite(*model_, prompts[0], token(), prompts, chosen);
    apply_rewrite(*model_, found, some_.number());
  }

  void write_and_read() {
    const std::vector<std::byte> file = write_gpt2_language_model(*model_);
    const auto size = static_cast<std::int64_t>(file.size());
    const auto length = static_cast<std::size_t>(header_length(std::span(file).first(8), size));
    const SafetensorsHeader header = read_header(std::span(file).subspan(8, length), size);
    const ModelInFile found = find_gpt2(header).value();
    std::vector<FetchedTensor> tensors;
    for (const TensorInfo& tensor : find_tensors(header, gpt2_language_model_tensors(found))) {
      tensors.push_back(
          {tensor, std::span(file).subspan(static_cast<std::size_t>(tensor.bytes.begin),
                                           static_cast<std::size_t>(tensor.bytes.size()))});
    }
    const LanguageModel read = gpt2_language_model(tensors, gpt2_file_options(header));
    require(write_gpt2_language_model(read) == file);
  }

  void make_run() {
    run_.reset();
    LanguageTrainingOptions chosen;
    chosen.model = options();
    chosen.init = some_.initialization();
    chosen.optimizer.lr = some_.number();
    chosen.optimizer.weight_decay = some_.number();
    chosen.schedule = {some_.size(), some_.size(), some_.number()};
    chosen.learned = some_.data.ConsumeBool() ? Predictions::kEveryWord : Predictions::kLastWord;
    chosen.batch_size = some_.size();
    chosen.seed = some_.seed();
    chosen.snapshot_every = some_.size();
    run_.emplace(sentences(2), chosen);
  }

  void train() {
    if (!run_) return make_run();
    const Index start = run_->steps();
    const Matrix before = run_->model().token_embedding();
    const Index done = run_->step(some_.data.ConsumeIntegralInRange<Index>(0, 5));
    const Matrix after = run_->model().token_embedding();
    run_->rewind(start);
    require(same_bits(before, run_->model().token_embedding()));
    run_->rewind(start + done);
    require(same_bits(after, run_->model().token_embedding()));
    require(run_->facts_right() <= static_cast<Index>(run_->answers().size()));
    run_->next_batch();
    run_->rewind(some_.size());
  }

  Arguments some_;
  std::optional<LanguageModel> model_;
  std::optional<LanguageTraining> run_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Sequence(bytes, size).run();
  return 0;
}
