// Interprets any bytes as a sequence of calls on networks, blocks, stacks, training runs, data sets
// and files. Only ArgumentError may be thrown. Invariants are checked after accepted calls: a pass
// gives the same bits with a trace, without a trace and when repeated; a rejected call changes
// nothing; rewinding a run gives the same weights; written files are read back.

#include <optional>
#include <utility>
#include <vector>

#include "api_questions.h"
#include "arguments.h"

namespace {

using namespace ffn;
using namespace ffn::fuzz;

constexpr std::size_t kMostCalls = 24;

class Sequence {
 public:
  Sequence(const std::uint8_t* bytes, std::size_t size) : some_(bytes, size) {}

  void run() {
    run_calls(some_, kMostCalls, [this] { next(); });
  }

 private:
  void next() {
    switch (some_.data.ConsumeIntegralInRange(0, 15)) {
      case 0:
        network_.emplace(make_feed_forward(some_.options(), some_.initialization(), some_.seed()));
        return;
      case 1:
        network_.emplace(FeedForwardLayers{some_.linear(), some_.linear(), some_.linear()},
                         some_.options());
        return;
      case 2:
        if (network_) pass(*network_);
        return;
      case 3:
        if (network_) network_->set_activation(some_.activation());
        return;
      case 4: block(); return;
      case 5: make_run(); return;
      case 6: train(); return;
      case 7: ask_values(some_); return;
      case 8: read_text(some_); return;
      case 9:
        if (network_) ask_network(some_, *network_);
        return;
      case 10: stack(); return;
      case 11: ask_costs(some_); return;
      case 12: read_data(); return;
      case 13:
        if (network_) change_weights(*network_);
        return;
      case 14: change_run(); return;
      default: use_parts(some_); return;
    }
  }

  // A later pass without a trace must use the written weight (`pass` compares it with one with a
  // trace).
  static void change_weights(FeedForward& network) {
    write_and_read(parameters_of<const float>(std::as_const(network)));
    network.change_layers([](FeedForwardLayers& layers) { layers.linear1.weight(0, 0) += 1.0F; });
  }

  void pass(const FeedForward& network) {
    const Matrix x =
        some_.matrix(some_.size(), some_.data.ConsumeBool() ? network.d_model() : some_.size());
    const std::uint32_t seed = some_.seed();
    const bool drop = some_.data.ConsumeBool();
    const auto forward = [&](FeedForwardTrace* trace) {
      Matrix output = Matrix::Zero(x.rows(), network.d_model());
      RandomState mask(seed);
      network.forward(view(x), view(output), trace, drop ? &mask : nullptr);
      return output;
    };
    FeedForwardTrace trace;
    const Matrix output = forward(&trace);
    require(same_bits(output, forward(nullptr)) && trace.hidden.rows() == x.rows() &&
            trace.hidden.cols() == network.d_ff());
    const Matrix grad_output =
        some_.matrix(x.rows(), some_.data.ConsumeBool() ? network.d_model() : some_.size());
    FeedForwardLayers grads = zeros_like(network.layers());
    Matrix grad_x(x.rows(), x.cols());
    network.backward(view(x), trace, view(grad_output), grads, view(grad_x));
    require(same_bits(output, forward(&trace)));
  }

  void block() {
    RandomState rng(some_.seed());
    const TransformerBlock made =
        make_transformer_block(some_.block(), some_.initialization(), rng);
    const Matrix x = some_.matrix(some_.size(), made.d_model());
    const Index seq_len = some_.size();
    const auto forward = [&](TransformerBlockTraceOf<float>& trace) {
      Matrix output = Matrix::Zero(x.rows(), x.cols());
      RandomState mask(3);
      made.forward(view(x), seq_len, view(output), trace, &mask);
      return output;
    };
    TransformerBlockTraceOf<float> trace;
    const Matrix output = forward(trace);
    auto grads = zeros_like(made);
    Matrix grad_x(x.rows(), x.cols());
    made.backward(seq_len, trace, view(output), grads, view(grad_x));
    require(same_bits(output, forward(trace)));
  }

  void stack() {
    RandomState rng(some_.seed());
    BlockStack made = make_block_stack(some_.stack(), some_.initialization(), rng);
    const Matrix x = some_.matrix(some_.size(), made.d_model());
    const Index seq_len = some_.size();
    const auto forward = [&](BlockStack::Trace* trace) {
      Matrix output = Matrix::Zero(x.rows(), x.cols());
      RandomState mask(3);
      made.forward(view(x), seq_len, view(output), trace, &mask);
      return output;
    };
    BlockStack::Trace trace;
    const Matrix output = forward(&trace);
    require(same_bits(output, forward(nullptr)));
    auto grads = zeros_like(made);
    made.backward(seq_len, trace, view(output), grads);
    require(static_cast<Index>(
                gradient_by_depth(made, view(x), seq_len, view(output)).gradients.size()) ==
            made.n_layers() + 1);
    require(same_bits(output, forward(&trace)));
  }

  TrainingOptions training() {
    TrainingOptions chosen;
    chosen.network.ffn = some_.options();
    chosen.network.shortcut = some_.data.ConsumeBool();
    chosen.init = some_.initialization();
    chosen.optimizer.kind = some_.data.ConsumeBool() ? OptimizerKind::kSgd : OptimizerKind::kAdamW;
    chosen.optimizer.lr = some_.number();
    chosen.optimizer.momentum = some_.number();
    chosen.optimizer.weight_decay = some_.number();
    chosen.batch_size = some_.size();
    chosen.seed = some_.seed();
    chosen.snapshot_every = some_.size();
    return chosen;
  }

  void make_run() {
    run_.reset();
    const TrainingOptions chosen = training();
    Dataset examples;
    if (some_.data.ConsumeBool() && data_) {
      examples = *data_;
    } else {
      examples.inputs = some_.matrix(some_.size(), some_.size());
      examples.targets = some_.matrix(examples.inputs.rows(), some_.size());
    }
    run_.emplace(std::move(examples), chosen);
  }

  static Matrix first_weight(const TrainingRun& run) {
    return run.network().ffn().layers().linear1.weight;
  }

  void train() {
    if (!run_) return;
    const Index start = run_->steps();
    const Matrix before = first_weight(*run_);
    const Index done = run_->step(some_.data.ConsumeIntegralInRange<Index>(0, 5));
    const Matrix after = first_weight(*run_);
    run_->rewind(start);
    require(same_bits(before, first_weight(*run_)));
    run_->rewind(start + done);
    require(same_bits(after, first_weight(*run_)));
    if (some_.data.ConsumeBool()) run_->set_lr(some_.number());
    run_->trace_data();
    run_->rewind(some_.size());
  }

  // A rejected change has no effect.
  void change_run() {
    if (!run_) return;
    const Matrix before = first_weight(*run_);
    TrainableLayers weights = run_->network().layers();
    if (weights.ffn.linear1.weight.size() > 0)
      weights.ffn.linear1.weight.data()[0] = static_cast<float>(some_.number());
    if (some_.data.ConsumeBool()) weights.ffn.linear2 = some_.linear();
    try {
      run_->set_weights(std::move(weights));
    } catch (const ArgumentError&) {
      require(same_bits(before, first_weight(*run_)));
    }
    require(run_->predict(view(some_.matrix(some_.size(), run_->data().d_in()))).cols() ==
            run_->data().d_out());
    run_->data_loss();
    run_->next_batch();
    if (run_->data().classified()) run_->data_accuracy();
  }

  void read_data() {
    if (some_.data.ConsumeBool()) {
      ToyDataOptions chosen;
      chosen.kind = static_cast<ToyData>(some_.data.ConsumeIntegralInRange(0, 6));
      chosen.n = some_.size();
      chosen.noise = some_.number();
      chosen.seed = some_.seed();
      data_ = make_toy_data(chosen);
    } else {
      CsvOptions chosen;
      chosen.targets = some_.size();
      chosen.task = static_cast<CsvTask>(some_.data.ConsumeIntegralInRange(0, 2));
      data_ = dataset_from_csv(some_.data.ConsumeRandomLengthString(200), chosen);
    }
    check_dataset(*data_);
  }

  Arguments some_;
  std::optional<FeedForward> network_;
  std::optional<TrainingRun> run_;
  std::optional<Dataset> data_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Sequence(bytes, size).run();
  return 0;
}
