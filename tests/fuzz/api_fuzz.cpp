// Any bytes as a sequence of calls on a few networks, blocks and training runs, with shapes, options and numbers that no test would choose.
// Only an ArgumentError may come out. What has been accepted keeps its promises: a pass has the same bits with and without a trace and a
// second time, one refused call changes nothing, rewinding a run gives the same weights.

#include <fuzzer/FuzzedDataProvider.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ffn/ffn.h"

namespace {

using namespace ffn;

constexpr std::size_t kMostCalls = 24;
constexpr Index kLargest = 12;  // of a dimension: deep sequences of calls find more than large matrices

void require(bool condition) {
  if (!condition) std::abort();
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(float) * static_cast<std::size_t>(a.size())) == 0);
}

class Sequence {
 public:
  Sequence(const std::uint8_t* bytes, std::size_t size) : data_(bytes, size) {}

  void run() {
    for (std::size_t call = 0; call < kMostCalls && data_.remaining_bytes() > 0; ++call) {
      try {
        next();
      } catch (const ArgumentError& refused) {
        require(!refused.argument().empty() && std::strlen(refused.what()) > 0);
      }
    }
  }

 private:
  void next() {
    switch (data_.ConsumeIntegralInRange(0, 8)) {
      case 0: network_.emplace(make_feed_forward(options(), initialization(), data_.ConsumeIntegral<std::uint32_t>())); return;
      case 1: network_.emplace(FeedForwardLayers{linear(), linear(), linear()}, options()); return;
      case 2:
        if (network_) pass(*network_);
        return;
      case 3:
        if (network_) network_->set_activation(activation());
        return;
      case 4: block(); return;
      case 5: make_run(); return;
      case 6: train(); return;
      case 7: ask(); return;
      default: read_text(); return;
    }
  }

  // Mostly small and valid, sometimes neither.
  Index size() {
    return data_.ConsumeBool() ? data_.ConsumeIntegralInRange<Index>(1, kLargest) : data_.ConsumeIntegralInRange<Index>(-1, kLargest);
  }
  double number() {
    constexpr double kOdd[] = {
        0.0, -0.0, 1.0, 0.5, -1.0, 1e-300, 1e300, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
    return data_.ConsumeBool() ? data_.ConsumeFloatingPointInRange(0.0, 1.0) : data_.PickValueInArray(kOdd);
  }
  Activation activation() { return kActivations[data_.ConsumeIntegralInRange<std::size_t>(0, kActivations.size() - 1)]; }
  Initialization initialization() {
    return initialization_named(data_.PickValueInArray({"pytorch", "xavier_uniform", "kaiming_normal", "gpt2", "zeros"}));
  }

  FeedForwardOptions options() {
    FeedForwardOptions chosen;
    chosen.d_model = size();
    chosen.d_ff = size();
    chosen.activation = activation();
    chosen.bias = data_.ConsumeBool();
    chosen.gated = data_.ConsumeBool();
    chosen.dropout = number();
    chosen.dropout_placement = data_.ConsumeBool() ? DropoutPlacement::kHidden : DropoutPlacement::kOutput;
    return chosen;
  }

  // Normal numbers of any magnitude, here and there one that is not finite.
  Matrix matrix(Index rows, Index cols) {
    Matrix m(std::max<Index>(rows, 0), std::max<Index>(cols, 0));
    RandomState rng(data_.ConsumeIntegral<std::uint32_t>());
    fill_randn(rng, std::ldexp(1.0, data_.ConsumeIntegralInRange(-140, 120)), view(m));
    if (m.size() > 0 && data_.ConsumeBool()) m.data()[data_.ConsumeIntegralInRange<Index>(0, m.size() - 1)] = static_cast<float>(number());
    return m;
  }
  Linear linear() { return {matrix(size(), size()), RowVector(matrix(1, size()).row(0))}; }

  void pass(const FeedForward& network) {
    const Matrix x = matrix(size(), data_.ConsumeBool() ? network.d_model() : size());
    const std::uint32_t seed = data_.ConsumeIntegral<std::uint32_t>();
    const bool drop = data_.ConsumeBool();
    const auto forward = [&](FeedForwardTrace* trace) {
      Matrix output = Matrix::Zero(x.rows(), network.d_model());
      RandomState mask(seed);
      network.forward(view(x), view(output), trace, drop ? &mask : nullptr);
      return output;
    };
    FeedForwardTrace trace;
    const Matrix output = forward(&trace);
    require(same_bits(output, forward(nullptr)) && trace.hidden.rows() == x.rows() && trace.hidden.cols() == network.d_ff());
    const Matrix grad_output = matrix(x.rows(), data_.ConsumeBool() ? network.d_model() : size());
    FeedForwardLayers grads = zeros_like(network.layers());
    Matrix grad_x(x.rows(), x.cols());
    network.backward(view(x), trace, view(grad_output), grads, view(grad_x));
    require(same_bits(output, forward(&trace)));
  }

  void block() {
    TransformerBlockOptions chosen;
    chosen.feed_forward = options();
    chosen.attention = {data_.ConsumeBool() ? chosen.feed_forward.d_model : size(), size(), data_.ConsumeBool(), data_.ConsumeBool(),
                        number()};
    chosen.norm = data_.ConsumeBool() ? NormPlacement::kPre : NormPlacement::kPost;
    chosen.shortcuts = data_.ConsumeBool();
    chosen.dropout = number();
    RandomState rng(data_.ConsumeIntegral<std::uint32_t>());
    const TransformerBlock made = make_transformer_block(chosen, initialization(), rng);
    const Matrix x = matrix(size(), made.d_model());
    const Index seq_len = size();
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

  void make_run() {
    run_.reset();
    TrainingOptions chosen;
    chosen.network.ffn = options();
    chosen.network.shortcut = data_.ConsumeBool();
    chosen.init = initialization();
    chosen.optimizer.kind = data_.ConsumeBool() ? OptimizerKind::kSgd : OptimizerKind::kAdamW;
    chosen.optimizer.lr = number();
    chosen.optimizer.momentum = number();
    chosen.optimizer.weight_decay = number();
    chosen.batch_size = size();
    chosen.seed = data_.ConsumeIntegral<std::uint32_t>();
    chosen.snapshot_every = size();
    Dataset examples;
    examples.inputs = matrix(size(), size());
    examples.targets = matrix(examples.inputs.rows(), size());
    run_.emplace(std::move(examples), chosen);
  }

  static Matrix first_weight(const TrainingRun& run) { return run.network().ffn().layers().linear1.weight; }

  void train() {
    if (!run_) return;
    const Index start = run_->steps();
    const Matrix before = first_weight(*run_);
    const Index done = run_->step(data_.ConsumeIntegralInRange<Index>(0, 5));
    const Matrix after = first_weight(*run_);
    run_->rewind(start);
    require(same_bits(before, first_weight(*run_)));
    run_->rewind(start + done);
    require(same_bits(after, first_weight(*run_)));
    if (data_.ConsumeBool()) run_->set_lr(number());
    run_->trace_data();
    run_->rewind(size());
  }

  void ask() {
    const Matrix m = matrix(size(), size());
    const std::span<const float> values(m.data(), static_cast<std::size_t>(m.size()));
    const auto count = [&] { return data_.ConsumeBool() ? data_.ConsumeIntegral<std::int64_t>() : std::int64_t{size()}; };
    switch (data_.ConsumeIntegralInRange(0, 6)) {
      case 0: require(summarize(values).count == m.size()); return;
      case 1: feed_forward_cost(count(), count(), data_.ConsumeBool(), data_.ConsumeBool()); return;
      case 2: histogram(values, size(), Range{number(), number()}); return;
      case 3: sparsity(view(m), number()); return;
      case 4: require(percentiles(values, std::vector<double>{number() * 100.0}).size() == 1); return;
      case 5:
        if (network_) require(independence(*network_, view(m)).independent);
        return;
      default:
        if (network_) rank_neurons(*network_, view(m));
        return;
    }
  }

  void read_text() {
    const std::string text = data_.ConsumeRandomLengthString(200);
    const char separator = csv_separator(text);
    for (const CsvRecord& record : csv_records(text, separator)) {
      for (const std::string& field : record.fields) csv_number(field, separator);
    }
  }

  FuzzedDataProvider data_;
  std::optional<FeedForward> network_;
  std::optional<TrainingRun> run_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Sequence(bytes, size).run();
  return 0;
}
